import Editing
import Pages

// What would be written: everything is checked and run in a transaction that is taken back.
extension Program {
  /// - Throws: ``UsageError`` for a format where nothing is printed in one, and for a file that would be made.
  func checkDryRun() throws(UsageError) {
    _ = try format()
    if let format = invocation.format, !invocation.isDryRun {
      throw UsageError("--format \(format) says how --dry-run prints; without that nothing is")
    }
    try refuseCreation()
  }

  /// - Throws: ``UsageError`` for a file that would be made.
  func refuseCreation() throws(UsageError) {
    if invocation.isDryRun, invocation.createsFile {
      throw UsageError("--dry-run writes nothing, and --create makes a file; leave one of them out")
    }
  }

  /// Tries a save out and prints what it would do.
  func tryOut(
    _ objects: [ManagedObject],
    _ what: String,
    telling sentences: [String] = [],
    in session: Session
  ) async throws -> Outcome {
    let review = PendingReview(session: session)
    let isJSON = try format() == "json"
    let text = isJSON ? review.json(of: objects) : review.text(of: objects)
    try await session.tryOut(objects)
    var outcome = report(
      objects.count,
      "to be \(what); nothing was written",
      of: objects.count,
      telling: sentences
    )
    outcome.output = text
    return outcome
  }

  /// The first of the rows of an import, and how many more there are.
  func reviewed(_ rows: RowImport, count: Int, in session: Session) -> Outcome {
    var outcome = report(count, "to be imported; nothing was written")
    outcome.output = PendingReview(session: session).text(of: rows.preview)
    let more = count - rows.preview.count
    if more > 0 { outcome.output += "… and \(more) more\n" }
    return outcome
  }
}
