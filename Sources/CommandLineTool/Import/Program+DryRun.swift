import Editing
import Pages
import Workspace

// What would be written: everything is checked and run in a transaction that is taken back.
extension Program {
  /// The maximum number of objects that a dry run shows.
  static let previewCount = 20

  /// - Throws: ``UsageError`` for a format that there is not, and for a file that would be made.
  func checkDryRun() throws(UsageError) {
    _ = try format()
    if invocation.isDryRun, invocation.createsFile {
      throw UsageError("--dry-run and --create exclude each other; leave one out")
    }
  }

  /// Saves objects, of which others may go along.
  ///
  /// - Returns: What was done as JSON, where that is asked for.
  func save(
    _ objects: [ManagedObject],
    _ effects: DeletionEffects? = nil,
    in work: WorkContext
  ) async throws -> String {
    let review = PendingReview(work: work)
    let json = try format() == "json" ? review.json(of: objects, with: effects) : nil
    try await JudgementProgress(of: objects.count, in: work).save(objects)
    return json?() ?? ""
  }

  /// Tries a save out and prints what it would do.
  func tryOut(
    _ objects: [ManagedObject],
    _ what: String,
    telling effects: DeletionEffects? = nil,
    in work: WorkContext
  ) async throws -> Outcome {
    let review = PendingReview(work: work)
    let isJSON = try format() == "json"
    let text =
      isJSON
      ? review.json(of: objects, with: effects)() : preview(objects, of: objects.count, review)
    try await work.tryOut(objects)
    return report(
      objects.count,
      "would be \(what); nothing was written",
      of: objects.count,
      telling: effects?.further ?? [],
      printing: text
    )
  }

  /// The first of the rows of an import, and how many more there are.
  func reviewed(_ rows: RowImport, count: Int, in work: WorkContext) -> Outcome {
    report(
      count,
      "would be imported; nothing was written",
      printing: preview(rows.preview, of: count, PendingReview(work: work))
    )
  }

  /// The first twenty objects, and how many there are more.
  private func preview(_ objects: [ManagedObject], of count: Int, _ review: PendingReview) -> String
  {
    let first = Array(objects.prefix(Self.previewCount))
    let more = count - first.count
    return review.text(of: first) + (more > 0 ? "… and \(more) more\n" : "")
  }
}
