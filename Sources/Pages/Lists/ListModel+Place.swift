import Qualifiers
import Widgets
import Workspace

extension EntityListModel {
  /// How many tables and views there are.
  var summary: String {
    let views = entries.filter(\.isView).count
    let others = entries.count - views
    let text = "\(others) \(others == 1 ? "entity" : "entities")"
    return views == 0 ? text : text + ", \(views) \(views == 1 ? "view" : "views")"
  }
}

extension ListModel {
  /// The position of the cursor and the number of rows: `3/183`, `?/10 000+`, `3/≈1 200 000`.
  var place: String {
    _ = revision
    guard result.isLoaded else { return "loading …" }
    let folded = groups.map(\.count) ?? 0
    if result.rows.isEmpty { return folded == 0 ? "0" : "\(grouped(folded)) groups" }
    let row = rowPosition(at: cursor.position)
    let number = result.offset.map { offset in row.map { grouped($0 + offset + 1) } ?? "–" } ?? "?"
    switch result.count {
    case .unknown: return number + (result.estimate.map { "/≈\(grouped($0))" } ?? "")
    case .atLeast(let count):
      let total = result.estimate.map { max($0, count + 1) }
      return "\(number)/" + (total.map { "≈" + grouped($0) } ?? grouped(count) + "+")
    case .exactly(let count): return "\(number)/\(grouped(count))"
    }
  }

  /// The progress of counting and sorting the rows, which says how long their number will be a guess.
  var numberingProgress: WorkProgress? {
    _ = revision
    return result.numberingProgress
  }

  /// The message when a jump to a row is dropped because the list was read again.
  static let overtaken = "the rows were read again; go there once more"

  /// The warning that reading more rows failed; `nil` when all went well or no rows are shown.
  var trouble: String? {
    _ = revision
    guard let error = result.error, !result.wasStopped, !result.rows.isEmpty else { return nil }
    return "⚠ " + work.readingSentence(for: error)
  }

  private func grouped(_ number: Int) -> String { NumberText.count(number) }
}
