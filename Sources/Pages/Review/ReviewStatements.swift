import AccessControl
import Editing
import EntityModel
import EntityStore
import StandardKeys
import Widgets
import Workspace

/// The command that shows the SQL statements a save would run, recorded in a trial save.
///
/// Statements that name a table or column hidden from the user are left out.
struct ReviewStatements: InterfacePart {
  let ui: UserInterface

  /// Shows them as a page, or why nothing can be saved.
  func show(_ context: CommandContext) {
    let objects = UnsavedChanges(work: work).objects
    work.writeAlone(context) {
      do throws(SaveError) {
        let statements = try await work.tryOut(objects)
        let text = text(of: statements)
        guard !text.isEmpty else { return context.say("no statement of this save can be shown") }
        let shown = Announcement("SQL", showing: .text(AnnouncedText(text)))
        ui.show(shown, by: .statements, context)
      } catch {
        let suspect = await SaveFaults.suspect(of: error, among: objects, in: work)
        work.saveFaults.note(error, of: objects, suspect: suspect, in: work)
        let subject = RefusedObject(work: work, objects: objects)
        let sentence = subject.sentence(for: error, suspect: suspect?.object)
        context.say("this cannot be saved: \(sentence)", .error)
      }
    }
  }

  /// The statements, one below the other; parameters stand for values.
  private func text(of statements: [LoggedStatement]) -> String {
    let hidden = HiddenNames(in: work)
    return statements.compactMap { statement in
      let times = statement.count > 1 ? "  -- \(statement.count) times" : ""
      return hidden.masked(statement.sql).map { "\($0);\(times)\n" }
    }
    .joined()
  }
}

/// The names of tables and columns that rules hide from the person.
private struct HiddenNames {
  private var tables: Set<String> = []
  private var columns: [(table: String, names: Set<String>)] = []

  init(in work: WorkContext) {
    for entity in work.model.entities {
      let table = entity.tableName.lowercased()
      let scope = work.root.scoped(toTask: .inspect).scoped(to: entity)
      guard work.visibilityRefusal(of: entity) == nil else {
        tables.insert(table)
        continue
      }
      let partly = work.rights.accessGuard.partlyHiddenProperties(of: entity)
      let names = entity.attributes.filter { attribute in
        partly[attribute.name] != nil
          || scope.scoped(toProperty: attribute.name).isHiddenByRules
      }
      let hidden = Set(names.map { $0.columnName.lowercased() })
      if !hidden.isEmpty { columns.append((table, hidden)) }
    }
  }

  /// The statement with `…` for each hidden column; `nil` where it names a hidden table.
  func masked(_ sql: String) -> String? {
    let words = Set(Self.pieces(of: sql).filter(\.isName).map { $0.text.lowercased() })
    guard words.isDisjoint(with: tables) else { return nil }
    let hidden = columns.filter { words.contains($0.table) }
      .reduce(into: Set<String>()) { $0.formUnion($1.names) }
    return Self.pieces(of: sql)
      .map { $0.isName && hidden.contains($0.text.lowercased()) ? "…" : String($0.text) }.joined()
  }

  private typealias Piece = (text: Substring, isName: Bool)

  /// The names in a statement, what stands in quotation marks and every other word, and the rest between them.
  private static func pieces(of sql: String) -> [Piece] {
    var pieces: [Piece] = []
    for (index, part) in sql.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { pieces.append(("\"", false)) }
      guard index.isMultiple(of: 2) else {
        pieces.append((part, true))
        continue
      }
      var rest = part
      while let first = rest.first {
        let isName = isNamed(first)
        let piece = rest.prefix { isNamed($0) == isName }
        pieces.append((piece, isName))
        rest = rest[piece.endIndex...]
      }
    }
    return pieces
  }

  private static func isNamed(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }
}
