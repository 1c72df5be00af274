import Editing
import EntityStore
import FoundationEssentials
import Glibc
import Qualifiers
import RuleFiles
import SQLiteStore
import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// The doors through which editing without fear lets one look: what is pending, what was saved, what others have written,
/// and what is done to many rows.
extension RightsWalk {
  /// A way through a door; beside keys and texts `@name` goes to a field, `=key manner text` fills in a bulk edit, and
  /// `elsewhere` is what another program writes.
  struct Door: Sendable, CustomTestStringConvertible {
    let name: String
    var starts = ["--entity Person --task edit --id 1"]
    let keys: [String]
    /// Whether twins look alike too where one has rows that the other has not.
    var takesMore = true
    /// Whether somebody who may has saved before.
    var isAfterSave = false
    /// Whether others write before it ends.
    var isAfterOthers: Bool { isAfterSave || keys.contains("elsewhere") }

    var testDescription: String { name }
  }

  private nonisolated static let lists = ["Person", "Invoice", "Vip", "Secret", "Store", "Tag"].map
  {
    "--entity \($0)"
  }
  private nonisolated static let records = ["Person", "Invoice", "Store", "Vip"].flatMap { entity in
    ["1", "2", "3", "4"].map { "--entity \(entity) --task edit --id \($0)" }
  }
  private nonisolated static let leave = ["esc", "end", "enter"]

  nonisolated static let doors = [
    Door(
      name: "review",
      starts: records,
      keys: ["{new}", "tab", "{7}", "tab", "{x}", "tab", "{9}"] + leave
        + ["P", "j", "j", "s", "esc", "x", "u", "enter", "esc", "P", "j", "x", "P s"]
    ),
    Door(
      name: "review of deletions",
      starts: lists.map { $0 + " --set savesDeletesAtOnce=false" },
      keys: ["d y", "j", "d y", "P", "s", "esc", "j", "enter", "esc", "x", "u", "ctrl-s"],
      takesMore: false
    ),
    Door(
      name: "history",
      starts: lists + ["--task history"],
      keys: ["H", "j", "enter", "j", "j", "enter", "esc", "esc", "j", "enter", "esc", "j", "j"],
      isAfterSave: true
    ),
    Door(
      name: "history of a record",
      starts: lists + records,
      keys: ["alt-h", "enter", "j", "enter", "esc", "esc", "esc", "j", "alt-h", "enter"],
      isAfterSave: true
    ),
    Door(
      name: "taking back",
      starts: ["--task history"],
      keys: ["u", "n", "u y", "j", "u y", "j", "u y", "j", "u y", "U", "y", "U y"],
      // Whether a save can be taken back tells whether it has written what may not be seen.
      takesMore: false,
      isAfterSave: true
    ),
    Door(
      name: "conflict",
      starts: records,
      keys: [
        "{new}", "tab", "{7}", "tab", "{x}", "tab", "{9}", "elsewhere", "ctrl-s", "j", "m", "k",
        "t", "J", "M", "ctrl-s",
      ]
    ),
    Door(
      name: "conflicts noticed",
      starts: records,
      keys: ["{new}", "tab", "{7}", "elsewhere", "noticed", "tab", "tab"] + leave
        + ["P", "enter", "esc", "ctrl-s", "T"]
    ),
    Door(
      name: "own saves",
      starts: records,
      keys: [
        "{new}", "tab", "{7}", "tab", "ctrl-s", "H", "enter", "esc", "u", "y", "U", "y",
        "elsewhere", "u", "y",
      ]
    ),
    Door(
      name: "related rows",
      starts: ["1", "2", "3"].map { "--entity Store --task edit --id \($0)" },
      keys: [
        "@people", "j", "x", "a", "/ {K} enter", "space", "j", "space", "enter", "o", "esc", "E",
        "j", "d", "esc", "ctrl-s", "u", "y",
      ],
      takesMore: false
    ),
    Door(
      name: "rows of a person",
      starts: ["1", "2", "3"].map { "--entity Person --task edit --id \($0)" },
      keys: [
        "@invoices", "j", "x", "a", "j", "enter", "d", "@secrets", "x", "a", "space", "enter",
        "enter", "esc", "ctrl-s",
      ],
      takesMore: false
    ),
    Door(
      name: "ticks",
      starts: ["Person", "Vip"].flatMap { entity in
        ["1", "2", "5"].map { "--entity \(entity) --task edit --id \($0)" }
      },
      keys: ["@tags", "space", "j", "space", "/", "{k}", "esc", "@tags", "enter", "esc", "ctrl-s"],
      takesMore: false
    ),
    Door(
      name: "ticks of a tag",
      starts: ["1", "2"].map { "--entity Tag --task edit --id \($0)" },
      keys: [
        "@people", "j", "space", "/", "{9}", "end ctrl-u", "{K}", "@people", "G", "space", "g",
        "ctrl-s",
      ],
      takesMore: false
    ),
    Door(
      name: "bulk",
      starts: ["--entity Person", "--entity Vip"],
      keys: [
        "space", "M", "=note set zz", "=credit compute credit + 1", "=note replace K",
        "=email compute `{note}{name}`", "=name compute `{store.safe}`", "ctrl-s", "y", "esc", "A",
        "M", "=note compute if credit > 50000 then 'rich' else 'poor'", "ctrl-s", "y", "u", "y",
      ]
    ),
    Door(
      name: "bulk of invoices",
      starts: ["--entity Invoice"],
      keys: [
        "M", "=memo compute `{person.name}{secret.word}`", "=amount compute amount * 2",
        "ctrl-s", "y", "u", "y", "F {amount > 50000} enter", "A", "F {amount is null} enter", "M",
        "=person set", "=memo clear", "ctrl-s", "y",
      ]
    ),
    Door(
      name: "pasted cells",
      starts: lists,
      keys: [
        "p", "{1}", "enter", "{K}", "ctrl-s", "esc", "l", "p", "{9}", "ctrl-s", "esc", "l", "A",
        "p",
        "{zz}", "enter", "{K}", "enter", "{7}", "ctrl-s", "u", "y", "esc", "l", "p", "{2}",
        "ctrl-s",
      ],
      takesMore: false
    ),
    Door(
      name: "tags",
      starts: lists,
      keys: [
        "space", "space", "F {id < 3} enter", "A", "*", "x", "X", "F {note ilike '*k*'} enter",
        "A", "x", "d", "esc",
      ],
      takesMore: false
    ),
    Door(
      name: "query",
      starts: lists,
      keys: [
        "Q", "@credit", "{>50000}", "ctrl-s", "Q", "alt-x", "@name", "{k}", "ctrl-s", "Q", "alt-x",
        "@person", "{k}", "ctrl-s", "Q", "alt-x", "@store", "{!∅}", "alt-o", "@note", "{∅}",
        "ctrl-s",
        "Q", "alt-x", "@memo", "{∅}", "alt-w",
      ]
    ),
    Door(
      name: "pickers",
      starts: ["Invoice", "Secret"].flatMap { entity in
        ["1", "2"].map { "--entity \(entity) --task edit --id \($0)" }
      },
      keys: [
        "@person", "enter", "/ {K} enter", "F {credit > 50000} enter", "j", "enter", "@secret",
        "enter", "j", "enter", "ctrl-s",
      ]
    ),
    Door(
      name: "login",
      starts: lists.map {
        $0 + " --set loginEntity=Person --set loginNameKey=name --set loginPasswordKey=note"
      },
      keys: [
        // Each name once: how long the next attempt has to wait goes by the clock.
        ": {login} enter", "{anna}", "enter", "{x}", "enter", "esc", "j", ": {login} enter", "{K}",
        "enter", "{9}", "enter", "esc", ": {logout} enter", "H",
      ]
    ),
    Door(
      name: "deletion",
      starts: lists + records,
      keys: ["d", "d y", "j", "d", "d y", "u", "y"],
      takesMore: false
    ),
  ]

  /// Goes through a door; `later` is what others make of the world meanwhile, or have made of it before.
  func screens(
    through door: Door,
    from start: String,
    later: RightsWorld,
    atEnd: (Scene) throws -> Void = { _ in }
  ) async throws -> [String] {
    let log = folder.path + "/log.db"
    unlink(log)
    let original = door.isAfterSave ? try await saved(later, logging: log) : nil
    var isLogged = false
    return try await screens(
      start,
      on: original,
      [""] + door.keys,
      atEnd: atEnd,
      act: { part, scene in
        if !isLogged {
          isLogged = true
          scene.session.work.settings.surroundings.variables = [
            "XDG_STATE_HOME": folder.path + "/state"
          ]
          await scene.session.work.saves.begin(
            with: try SQLiteSaveLog(path: log),
            in: scene.session.work
          )
          scene.session.work.renewRoot()
          scene.draw()
          try await scene.settle()
        }
        return try await act(part, scene, later)
      }
    )
  }

  private func act(_ part: String, _ scene: Scene, _ later: RightsWorld) async throws -> Bool {
    switch part.first {
    case "@":
      do { try await scene.go(to: String(part.dropFirst())) } catch is Scene.Restless {}
      return true
    case "=":
      let words = part.dropFirst().split(separator: " ", maxSplits: 2).map(String.init)
      guard let model = scene.session.navigator.current.bulk,
        let manner = BulkChange.Manner(rawValue: words[1])
      else { return true }
      model.input = BulkChange.Input(
        key: words[0],
        manner: manner,
        text: words.count > 2 ? words[2] : ""
      )
      try await scene.settle()
      return true
    default: break
    }
    if part == "elsewhere" { try scene.execute(world.script(to: later)) }
    if part == "noticed" {
      await scene.session.work.adoptOtherChanges()
      try await scene.settle()
    }
    return ["elsewhere", "noticed", ""].contains(part)
  }

  /// A file in which somebody who may has made `later` of the world, in a save for each table and one row beside.
  private func saved(_ later: RightsWorld, logging log: String) async throws -> String {
    let scene = try await Scene(
      world.script,
      rules: world.rights.ruleText(of: role),
      (["--role", "chief", "--user", "chief"] + modelOption).joined(separator: " "),
      catalog: world.rights.catalog(of: role)
    )
    await scene.session.work.saves.begin(with: try SQLiteSaveLog(path: log), in: scene.session.work)
    let changes = world.changes(to: later)
    for (table, _) in RightsWorld.tables {
      let own = changes.filter { $0.table == table }
      for some in [own.prefix(1), own.dropFirst()] where !some.isEmpty {
        for (_, row, values) in some { try await enter(values, row, of: table, in: scene) }
        try await scene.session.work.save()
      }
    }
    let path = folder.path + "/saved.db"
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    let copy = try folder.copy(scene.path, to: "saved.db")
    await scene.end()
    return copy
  }

  private func enter(
    _ values: RightsWorld.Row,
    _ row: RightsWorld.Row,
    of table: String,
    in scene: Scene
  ) async throws {
    let id = RecordID(entityName: RightsWorld.entityName(of: table), key: Int64(row.id))
    let record = try #require(try await scene.session.work.store.record(id, paths: nil))
    let object = scene.session.work.editing.object(for: record)
    for (column, cell) in values {
      let value: Value =
        switch cell {
        case .null: .null
        case .int(let number): .int(Int64(number))
        case .text(let text): .string(text)
        }
      object.set(value, forAttribute: column)
    }
  }

  /// Returns the bytes of the save log as text, to search it for hidden values; empty without a log.
  func logText() throws -> String {
    let path = folder.path + "/log.db"
    guard access(path, F_OK) == 0 else { return "" }
    return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }
}
