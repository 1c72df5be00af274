/// A simple model of the expected file and unsaved changes, kept beside a random session.
enum SessionAccount {
  enum Cell: Hashable {
    case null
    case int(Int64)
    case text(String)
    /// The key of a new object, by its number in the account.
    case new(Int)
  }

  typealias Row = [String: Cell]

  struct Key: Hashable {
    let table: String
    let values: [Int64]
  }

  /// All rows of the file, without their keys.
  typealias World = [Key: Row]

  /// The unsaved changes of one object.
  struct State: Hashable {
    var values: Row = [:]
    var isDeleted = false
    var isThere = true
  }

  /// Entities with their key and other columns, by the names of their attributes.
  static let tables: [(name: String, key: [String], columns: [String: String])] = [
    ("Author", ["id"], ["name": "name", "born": "born"]),
    ("Book", ["id"], ["title": "title", "stock": "stock", "authorId": "author_id"]),
    ("Chapter", ["id"], ["text": "text", "bookId": "book_id"]), ("Tag", ["id"], ["name": "name"]),
    ("BookTag", ["bookId", "tagId"], [:]),
  ]

  static let script = """
    CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT NOT NULL, born INT);
    CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT NOT NULL, stock INT,
      author_id INT REFERENCES author(id) ON DELETE SET NULL);
    CREATE TABLE chapter(id INTEGER PRIMARY KEY, text TEXT NOT NULL,
      book_id INT NOT NULL REFERENCES book(id) ON DELETE CASCADE);
    CREATE TABLE tag(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE book_tag(book_id INT NOT NULL REFERENCES book(id) ON DELETE CASCADE,
      tag_id INT NOT NULL REFERENCES tag(id), PRIMARY KEY(book_id, tag_id));
    INSERT INTO author VALUES(1, 'a1', 1900), (2, 'a2', NULL), (3, 'a3', 1980);
    INSERT INTO book VALUES(1, 'b1', 1, 1), (2, 'b2', 2, 1), (3, 'b3', NULL, 2), (4, 'b4', 4, NULL);
    INSERT INTO chapter VALUES(1, 'c1', 1), (2, 'c2', 1), (3, 'c3', 3);
    INSERT INTO tag VALUES(1, 't1'), (2, 't2'), (3, 't3');
    INSERT INTO book_tag VALUES(1, 1), (1, 2), (3, 1);
    """

  /// Returns the attribute that labels the objects of a table; `nil` when it has none.
  static func label(of table: String) -> String? {
    switch table {
    case "Book": "title"
    case "Chapter": "text"
    case "BookTag": nil
    default: "name"
    }
  }

  /// The references of an entity: attribute, target, and what becomes of the row with the target.
  private static func references(of table: String) -> [(
    key: String, target: String, cascades: Bool
  )] {
    switch table {
    case "Book": [("authorId", "Author", false)]
    case "Chapter": [("bookId", "Book", true)]
    case "BookTag": [("bookId", "Book", true), ("tagId", "Tag", false)]
    default: []
    }
  }

  private static func target(_ name: String, of key: Key, _ row: Row) -> Int64? {
    if key.table == "BookTag" { return key.values[name == "bookId" ? 0 : 1] }
    if case .int(let id)? = row[name] { return id }
    return nil
  }

  /// The rows without one, and what the database does to those that refer to it.
  static func deleting(_ gone: Key, from world: World) -> World {
    var world = world
    world[gone] = nil
    for (key, row) in world {
      for (name, table, cascades) in references(of: key.table)
      where table == gone.table && target(name, of: key, row) == gone.values[0] {
        if cascades {
          world = deleting(key, from: world)
        } else if key.table == "Book" {
          world[key]?[name] = .null
        }
      }
    }
    return world
  }

  /// Whether every reference leads somewhere, and nothing is missing that must be there.
  static func isSound(_ world: World) -> Bool {
    world.allSatisfy { key, row in
      if let label = label(of: key.table), row[label] == .null { return false }
      return references(of: key.table).allSatisfy { name, table, _ in
        guard let id = target(name, of: key, row) else { return table == "Author" }
        return world[Key(table: table, values: [id])] != nil
      }
    }
  }

  /// The rows with the values in which `from` and `other` differ as they are in `other`; `nil` where one is not as in `from`.
  static func moving(_ world: World, from: World, to other: World) -> World? {
    var moved = world
    for key in Set(from.keys).union(other.keys) where from[key] != other[key] {
      guard let old = from[key], let new = other[key], let row = world[key] else {
        guard world[key] == from[key] else { return nil }
        moved[key] = other[key]
        continue
      }
      // What others have written beside it stays.
      for (name, cell) in new where old[name] != cell {
        guard row[name] == old[name] else { return nil }
        moved[key]?[name] = cell
      }
    }
    return moved
  }
}
