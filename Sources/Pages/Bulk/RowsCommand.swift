import EntityModel
import Widgets
import Workspace

/// A command about a whole list, such as tag all, bulk edit or paste: its definition, the list state it needs, its action.
///
/// ``TagCommands`` offers every entry of ``all``; a new command is added there. One that changes data is refused where the rows
/// are read-only. The commands for a single row are ``RowCommands``.
nonisolated struct RowsCommand: Sendable {
  let definition: CommandDefinition
  private let place: Place
  private let isChange: Bool
  private let action: @MainActor (TagCommands) -> Void

  /// The state of a list in which such a command is offered.
  nonisolated enum Place {
    /// In a list with a row under the cursor.
    case row
    /// In a list with tagged rows and a row under the cursor.
    case tags
    /// In a list of an entity with a primary key, even if it is empty, or with a row under the cursor.
    case list
  }

  /// A command in a place; one that `changes` rows is refused where they are read-only.
  private init(
    _ definition: CommandDefinition,
    in place: Place = .row,
    changes isChange: Bool = false,
    action: @escaping @MainActor (TagCommands) -> Void
  ) {
    (self.definition, self.place, self.isChange) = (definition, place, isChange)
    self.action = action
  }

  /// The command in a list with the command for its row under the cursor; `nil` where it is not offered.
  @MainActor func command(in list: TagCommands, beside tagging: Command?) -> Command? {
    let model = list.model
    let isOffered =
      switch place {
      case .row: tagging != nil
      case .tags: tagging != nil && !model.tags.isEmpty
      case .list: tagging != nil || !model.entity.identity.isEmpty
      }
    guard isOffered else { return nil }
    // Clearing tags needs no key of the row under the cursor.
    let reason = place == .tags ? nil : tagging?.disabledReason
    let refusal = reason ?? (isChange ? list.readOnlyReason : nil)
    return Command(definition, disabledReason: refusal) { _ in action(list) }
  }

  private static let many = CommandHeading("Change")
  private static let changed: Set<String> = [
    "isEntityReadOnly", "readOnlyEntityNames", "displayPropertyKeys", "isPropertyEditable",
  ]

  /// Every such command, in the order of documents.
  static let all = [
    RowsCommand(
      many(.safe, "tagAll", title: "tag all", keys: "A")
        .saying("Tag all rows of the list")
        .alsoCalled("select all", "mark all")
    ) { list in
      list.model.tag { $0.tagAll(of: list.model.listed) }
    },
    RowsCommand(
      many(.safe, "invertTags", title: "invert tags", keys: "*")
        .saying("Tag the untagged rows and no others")
        .alsoCalled("invert selection")
    ) { list in
      list.model.tag { $0.invert(within: list.model.listed) }
    },
    RowsCommand(
      many(.safe, "bulk", keys: "M", importance: 15)
        .saying("Change a property of tagged or all rows")
        .labeled("Bulk edit")
        .alsoCalled("replace", "mass edit", "update all", "compute")
        .reading(changed),
      changes: true
    ) { list in
      list.page.changeRows(of: list.model)
    },
    RowsCommand(
      many(.safe, "paste", keys: "p", importance: 13)
        .saying("Paste cells from a spreadsheet")
        .labeled("Paste cells")
        .alsoCalled("import", "tsv", "excel", "clipboard")
        .reading(changed),
      in: .list,
      changes: true
    ) { list in
      list.page.paste(into: list.model)
    },
    RowsCommand(
      many(.safe, "clearTags", title: "clear tags", keys: "X", importance: 14)
        .saying("Untag all rows")
        .alsoCalled("deselect", "unmark", "select none"),
      in: .tags
    ) { list in
      list.model.tag { $0.clear() }
    },
  ]
}
