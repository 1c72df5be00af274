import AccessControl
import Editing
import EntityModel
import EntityStore
import StandardKeys
import Widgets

/// The statements that a save would run, from a trial of it; none that names what the person may not see.
struct ReviewStatements {
  let session: Session

  /// Shows them as a page, or why nothing can be saved.
  func show(_ context: CommandContext) {
    let objects = PendingWork(session: session).objects
    session.writeAlone(context) {
      do throws(SaveError) {
        let statements = try await session.tryOut(objects)
        let text = text(of: statements)
        guard !text.isEmpty else { return context.say("no statement of this save can be shown") }
        let page = TextPage(title: "SQL", text: LongText(text))
        context.present(.fullScreen) { page }
      } catch {
        let suspect = await SaveFaults.suspect(of: error, among: objects, in: session)
        session.saveFaults.note(error, of: objects, suspect: suspect, in: session)
        let subject = SaveSubject(session: session, objects: objects)
        let sentence = subject.sentence(for: error, suspect: suspect?.object)
        context.say("this cannot be saved: \(sentence)", .error)
      }
    }
  }

  /// The statements, one below the other; parameters stand for values.
  private func text(of statements: [LoggedStatement]) -> String {
    let hidden = HiddenNames(in: session)
    return statements.compactMap { statement in
      let times = statement.count > 1 ? "  -- \(statement.count) times" : ""
      switch hidden.sight(of: statement.sql) {
      case .shown: return "\(statement.sql);\(times)\n"
      case .partly(let entity): return "-- \(entity): names what you may not see\(times)\n"
      case .hidden: return nil
      }
    }
    .joined()
  }
}

/// The names of tables and columns that rules hide from the person.
private struct HiddenNames {
  enum Sight {
    case shown, hidden
    /// The table of this entity may be seen, and a column that is named may not.
    case partly(String)
  }

  private var tables: Set<String> = []
  private var columns: [(table: String, entity: String, names: Set<String>)] = []

  init(in session: Session) {
    for entity in session.model.entities {
      let table = entity.tableName.lowercased()
      let scope = session.root.scoped(toTask: "inspect").scoped(to: entity)
      guard session.visibilityRefusal(of: entity) == nil else {
        tables.insert(table)
        continue
      }
      let partly = session.rights.accessGuard.partlyHiddenProperties(of: entity)
      let names = entity.attributes.filter { attribute in
        partly[attribute.name] != nil
          || scope.scoped(toProperty: attribute.name).isHiddenByRules
      }
      let hidden = Set(names.map { $0.columnName.lowercased() })
      if !hidden.isEmpty { columns.append((table, entity.displayName, hidden)) }
    }
  }

  func sight(of sql: String) -> Sight {
    let words = Set(Self.words(of: sql.lowercased()))
    guard words.isDisjoint(with: tables) else { return .hidden }
    let hidden = columns.first { words.contains($0.table) && !words.isDisjoint(with: $0.names) }
    return hidden.map { .partly($0.entity) } ?? .shown
  }

  /// The names in a statement: what stands in quotation marks, and every other word.
  private static func words(of sql: String) -> [String] {
    var words: [String] = []
    for (index, part) in sql.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      guard index.isMultiple(of: 2) else {
        words.append(String(part))
        continue
      }
      words += part.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }.map(
        String.init
      )
    }
    return words
  }
}
