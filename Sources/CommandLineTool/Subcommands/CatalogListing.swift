import Diagnostics
import Pages
import Workspace

/// A listing of everything that rules can name, such as pages, components and formatters, with descriptions.
///
/// Printed as text, JSON and the page `docs/Catalog.md`.
struct CatalogListing: Listing {
  private let parts: [CatalogPart]
  /// Whether somebody asked for these, so that all is told of each.
  private let isDetailed: Bool

  /// All of a catalog, or what `words` name: kinds, parts, and those of `keys` that parts read.
  ///
  /// - Throws: ``UsageError`` for a word that names nothing, with what it may have been meant for.
  init(
    _ catalog: Catalog,
    naming words: [String] = [],
    keys: [String] = []
  ) throws(UsageError) {
    let all = catalog.parts
    isDetailed = !words.isEmpty
    for word in words where !all.contains(where: { $0.isNamed(by: word) }) {
      let kinds = CatalogPart.Kind.allCases.map(\.rawValue)
      let near = likelyName(by: word, in: all.map(\.name) + kinds + all.flatMap { $0.reads ?? [] })
      let program = ProgramName.current
      guard !keys.contains(word) else {
        throw UsageError(
          "no entry reads '\(word)'; see '\(program) keys'"
        )
      }
      let hint = near.map { "did you mean '\($0)'?" } ?? "'\(program) catalog' lists all names"
      throw UsageError("there is no '\(word)'; \(hint)")
    }
    parts = words.isEmpty ? all : all.filter { part in words.contains(where: part.isNamed) }
  }

  var json: JSON {
    .array(
      parts.map { part in
        [
          "kind": .string(part.kind.rawValue),
          "name": .string(part.name),
          "summary": .string(part.summary),
          "usage": .string(part.usage),
          "reads": part.reads.map(Self.list) ?? .null,
          "types": part.types.map(Self.list) ?? .null,
          "tasks": part.tasks.map(Self.list) ?? .null,
        ]
      }
    )
  }

  var text: String {
    sections { kind, parts in
      let width = min(24, (parts.map(\.name.count).max() ?? 0) + 2)
      let lines = parts.map { part in
        let details = isDetailed ? Self.details(of: part).map { "    \($0.0): \($0.1)\n" } : []
        return "  \(part.name.filled(to: width))\(part.summary)\n" + details.joined()
      }
      return "\(kind.pluralTitle)\n" + lines.joined()
    }
    .joined(separator: "\n")
  }

  var markdown: String {
    """
    # Catalog

    <!-- Made by `d2t catalog --format markdown`; a test fails when it is stale. -->

    Everything that rules can name: what it is for, which keys it reads that rules can set ([Keys.md](Keys.md) says what they
    mean), and which types of values and tasks it takes. `d2t catalog NAME` tells the same of one, `d2t catalog KEY` what
    reads a key.


    """
      + sections { kind, parts in
        Self.table(of: parts, titled: kind.pluralTitle)
      }
      .joined(separator: "\n")
  }

  /// The parts of a kind, with the columns that say something of some of them.
  private static func table(of parts: [CatalogPart], titled title: String) -> String {
    var columns: [(title: String, cell: (CatalogPart) -> String)] = [
      ("name", { "`\($0.name)`" }), ("what it is for", { $0.summary }),
    ]
    if parts.contains(where: { $0.types != nil }) { columns.append(("types", types)) }
    if parts.contains(where: { $0.tasks != nil }) {
      columns.append(("tasks", { $0.tasks?.joined(separator: " ") ?? "any" }))
    }
    if parts.contains(where: { $0.reads?.isEmpty != true }) {
      columns.append(
        (
          "reads",
          { part in part.reads?.map { "`\($0)`" }.joined(separator: " ") ?? "not told" }
        )
      )
    }
    let rule = "|" + columns.map { _ in "---|" }.joined() + "\n"
    let rows = parts.map { part in row(columns.map { $0.cell(part).markdownCell }) }
    let heading = title.prefix(1).uppercased() + title.dropFirst()
    return "## \(heading)\n\n" + row(columns.map(\.title)) + rule + rows.joined()
  }

  private func sections(_ section: (CatalogPart.Kind, [CatalogPart]) -> String) -> [String] {
    CatalogPart.Kind.allCases.compactMap { kind in
      let members = parts.filter { $0.kind == kind }
      return members.isEmpty ? nil : section(kind, members)
    }
  }

  /// Returns the labelled details of a catalog entry: its use in a rule, types, tasks and keys read.
  private static func details(of part: CatalogPart) -> [(String, String)] {
    var details = [("rule", part.usage)]
    if part.types != nil { details.append(("types", types(of: part))) }
    if let tasks = part.tasks { details.append(("tasks", tasks.joined(separator: ", "))) }
    let reads = reads(of: part)
    if !reads.isEmpty { details.append(("reads", reads.joined(separator: ", "))) }
    return details
  }

  private static func reads(of part: CatalogPart) -> [String] { part.reads ?? ["not told"] }

  private static func types(of part: CatalogPart) -> String {
    guard let types = part.types else { return "any" }
    let attributes = PropertyKind.attributes.map(\.name)
    guard attributes.allSatisfy(types.contains) else { return types.joined(separator: " ") }
    return (["attributes"] + types.filter { !attributes.contains($0) }).joined(separator: " ")
  }

  private static func list(_ names: [String]) -> JSON { .array(names.map { .string($0) }) }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }
}

nonisolated extension CatalogPart {
  /// Whether a word names it, its kind, or a key that it reads.
  fileprivate func isNamed(by word: String) -> Bool {
    let small = word.lowercased()
    let names = [name, kind.rawValue, kind.title, kind.pluralTitle]
    let isNumbered =
      kind == .color && name.contains("…") && Int(word).map((0...255).contains) == true
    return names.contains { $0.lowercased() == small } || reads?.contains(word) == true
      || isNumbered
  }
}
