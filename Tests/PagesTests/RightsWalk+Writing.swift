import SceneSupport
import SQLite
import TestSupport

extension RightsWalk {
  /// A subcommand that writes.
  struct Write: CustomStringConvertible {
    private(set) var words: [String]
    /// The text and the name of a file that is imported.
    var file: (text: String, name: String)?

    init(_ words: [String]) { self.words = words }

    init(importing entity: String, _ text: String, _ name: String) {
      (words, file) = (["import", entity], (text, name))
    }

    /// Returns a copy of the subcommand with more words.
    func adding(_ more: [String]) -> Write {
      var write = self
      write.words += more
      return write
    }

    var description: String {
      words.joined(separator: " ") + (file.map { " \($0.name):\n\($0.text)" } ?? "")
    }
  }

  /// The result of a write: the output with what the role can see afterwards, and all cells in the file.
  struct Written {
    let said: String
    let cells: Set<String>
    /// The rows of which the cells are.
    var rows: Set<String> { Set(cells.map { String($0.prefix { $0 != "." }) }) }
  }

  /// Writes into a database of its own, and looks at it as the role sees it.
  func writing(_ write: Write) async throws -> Written {
    let path = try makeDatabase()
    var words = write.words
    if let file = write.file {
      words.insert(folder.write(Array(file.text.utf8), to: file.name), at: 2)
    }
    var said = try await invoke(words, on: path)
    for entity in ["Store", "Person", "Vip", "Invoice", "Secret", "Tag"] {
      said += try await invoke(["export", entity, "--format", "json"], on: path)
    }
    return Written(said: said, cells: try Self.cells(of: path))
  }

  /// Returns all cells in a new file with the rows of the world.
  func cells() throws -> Set<String> { try Self.cells(of: try makeDatabase()) }

  /// Returns all cells in the file of a scene, hidden ones included.
  func unseen(in scene: Scene) throws -> Set<String> { try Self.cells(of: scene.path) }

  private static func cells(of path: String) throws -> Set<String> {
    let connection = try Connection(path: path, mode: .readOnly)
    var cells: Set<String> = []
    for (table, columns) in RightsWorld.tables {
      let row = "'\(table)#' || " + RightsWorld.key(of: table).joined(separator: " || ',' || ")
      for column in columns {
        let sql = "SELECT \(row) || '.\(column)=' || quote(\(column)) FROM \(table)"
        cells.formUnion(try connection.rows(sql) { $0.text(0) })
      }
    }
    return cells
  }

  // MARK: Writes

  /// Writes that say the same of twins, also where one has rows that the other has not.
  static func writes(_ world: RightsWorld) -> [Write] {
    var writes: [Write] = []
    for (entity, columns) in free {
      for id in ["1", "2", "3", "4", "107"] {
        for column in columns {
          writes += [
            Write(["set", "\(entity)#\(id)", "\(column)=5"]),
            Write(["set", "\(entity)#\(id)", "--null", column]),
          ]
        }
      }
      for column in columns {
        writes += [
          Write(["set", "\(entity)?id < 900", "\(column)=7", "--all"]),
          Write(["set", "\(entity)?not (\(column) < 50000)", "\(columns[0])=7", "--all"]),
          Write(["insert", entity, "id=900", "\(column)=8"] + required(entity, besides: column)),
          Write(importing: entity, "id,\(column)\n900,8\n", "rows.csv"),
          Write(importing: entity, "{\"id\": 900, \"\(column)\": \"8\"}\n", "rows.json"),
        ]
      }
    }
    for (entity, references) in references {
      for reference in references {
        for id in ["1", "2", "3", "5", "108"] {
          writes += [
            Write(["set", "\(entity)#1", "\(reference)=\(id)"]),
            Write(["set", "\(entity)#2", "\(reference)Id=\(id)"]),
            Write(
              ["insert", entity, "id=900", "\(reference)=\(id)"] + required(entity, besides: "")
            ),
            Write(
              importing: entity,
              table([("id", "900"), (reference, id)] + assignments(required(entity, besides: ""))),
              "rows.csv"
            ),
            Write(
              importing: entity,
              table(
                [("id", "900"), ("\(reference)Id", id)]
                  + assignments(required(entity, besides: ""))
              ),
              "rows.csv"
            ),
          ]
        }
      }
    }
    return writes
  }

  static let deletions: [Write] =
    ["Store", "Person", "Vip", "Secret", "Invoice", "Tag"].flatMap { entity in
      ["1", "2", "3", "5"].map { Write(["delete", "\(entity)#\($0)"]) }
    } + [
      Write(["delete", "Invoice?amount > 50000", "--all"]), Write(["delete", "Invoice", "--all"]),
      Write(["delete", "PersonTag", "--all"]), Write(["delete", "PersonTag#1,2"]),
      Write(["set", "Person#1", "id=900"]), Write(["set", "Tag#1", "id=900"]),
    ]

  /// Writes of keys and unique values that are taken, some by what may not be seen.
  static func collisions(with world: RightsWorld) -> [Write] {
    let emails = (world.rows["person"] ?? []).compactMap { row in
      if case .text(let email)? = row["email"] { email } else { nil }
    }
    return emails.suffix(3).flatMap { email in
      [
        Write(["set", "Person#1", "email=\(email)"]),
        Write(["insert", "Person", "id=900", "name=N", "isVip=0", "email=\(email)"]),
        Write(importing: "Person", "id,name,isVip,email\n900,N,0,\(email)\n", "rows.csv"),
      ]
    } + ["2", "6", "107"].map { Write(["insert", "Person", "id=\($0)", "name=N", "isVip=0"]) }
      + ["2", "104"].map { Write(importing: "Secret", "id,word\n\($0),w\n", "rows.csv") }
  }

  /// Columns of which no right depends.
  private static let free = [
    ("Store", ["safe"]), ("Person", ["name", "email", "credit", "note"]), ("Secret", ["word"]),
    ("Vip", ["name", "email", "credit", "note"]),
    ("Invoice", ["memo", "amount"]), ("Tag", ["label"]),
  ]

  private static let references = [
    ("Person", ["store"]), ("Secret", ["person"]), ("Invoice", ["person", "secret"]),
  ]

  /// Returns the assignments that a new object needs, without the one for `column`.
  private static func required(_ entity: String, besides column: String) -> [String] {
    let all = [
      "Person": ["name=N", "isVip=0"], "Vip": ["name=N"], "Secret": ["word=W"], "Tag": ["label=L"],
    ]
    return (all[entity] ?? []).filter { !$0.hasPrefix(column + "=") }
  }

  private static func assignments(_ words: [String]) -> [(String, String)] {
    words.map { word in
      let parts = word.split(separator: "=").map(String.init)
      return (parts[0], parts[1])
    }
  }

  private static func table(_ cells: [(String, String)]) -> String {
    [cells.map(\.0), cells.map(\.1)].map { $0.joined(separator: ",") + "\n" }.joined()
  }

  // MARK: Pages

  /// The arguments of the pages from which editing walks start.
  static let editStarts =
    ["Person", "Vip", "Invoice", "Store", "Secret", "Tag"].flatMap { entity in
      ["1", "2", "3"].map { "--entity \(entity) --task edit --id \($0)" }
        + ["--entity \(entity) --task create", "--entity \(entity)"]
    }

  /// The keys to press for changing, saving and undoing.
  ///
  /// Each save is followed by a reload, which also updates the pane beside a list.
  static let editKeys = [
    "tab", "tab tab", "end ctrl-u", "{new}", "{7}", "ctrl-s ctrl-r", "ctrl-s ctrl-r", "esc",
    "ctrl-_", "alt-_",
    "e", "o", "enter", "j", "P", "P s", "P j x", "n", "ctrl-r", "{x} ctrl-s ctrl-r",
    "shift-tab {9}", "u", "U",
  ]
}
