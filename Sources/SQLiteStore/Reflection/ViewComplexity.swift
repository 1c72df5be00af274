import EntityModel

/// A calculation of how many tables SQLite plans for in each view, to find views that are too large to read.
final class ViewComplexity {
  /// How many parts all views may have together; the smallest come first.
  private static let mostParts = 50_000

  private let statements: [FoldedName: String]
  private var sizes: [FoldedName: StatementComplexity.Size] = [:]
  /// The views that are too large, by themselves or with all the others.
  private(set) var tooLarge: Set<FoldedName> = []
  /// The tables and views that each view names.
  private(set) var tables: [FoldedName: Set<FoldedName>] = [:]

  /// Views in the order of the catalogue, each with the statement that made it.
  init(_ views: [(name: FoldedName, statement: String)]) {
    statements = Dictionary(views.map { ($0.name, $0.statement) }) { first, _ in first }
    for view in views { _ = size(of: view.name, depth: 0) }
    var total = 0
    for (name, size) in sizes.sorted(by: { $0.value.count < $1.value.count }) {
      total = min(total + size.count, Self.mostParts + 1)
      if size.isTooLarge || total > Self.mostParts { tooLarge.insert(name) }
    }
  }

  /// Whether the plan of a statement would take too long.
  func isTooLarge(_ statement: String) -> Bool {
    StatementComplexity(of: statement) { sizes[$0] }.size.isTooLarge
  }

  private func size(of name: FoldedName, depth: Int) -> StatementComplexity.Size? {
    if let size = sizes[name] { return size }
    guard let statement = statements[name] else { return nil }
    guard depth <= 100 else { return .endless }
    // What leads to itself SQLite refuses at once.
    sizes[name] = StatementComplexity.Size()
    let parts = StatementComplexity(of: statement) { size(of: $0, depth: depth + 1) }
    sizes[name] = parts.size
    tables[name] = parts.tables
    return parts.size
  }
}
