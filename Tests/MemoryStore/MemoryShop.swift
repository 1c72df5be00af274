import Diagnostics
package import EntityModel
package import EntityStore
package import Qualifiers
package import TestSupport

/// A small shop in memory: artists, their albums, and the tracks of those.
///
/// Each entity has a text, a number and, but for artists, a reference; any of them may be null.
package struct MemoryShop: Sendable {
  /// The values of a row by attribute.
  package typealias Row = [String: Value]

  /// The entities, each with its text, its number, and its reference with the key behind it.
  package static let kinds: [Kind] = [
    Kind(entity: "Artist", text: "name", number: "fee", reference: nil, key: nil),
    Kind(entity: "Album", text: "title", number: "stock", reference: "artist", key: "artistId"),
    Kind(entity: "Track", text: "title", number: "length", reference: "album", key: "albumId"),
  ]

  /// The attributes of an entity.
  package struct Kind: Sendable {
    package let entity: String
    package let text: String
    package let number: String
    /// The to-one relationship.
    package let reference: String?
    /// The attribute that holds its key.
    package let key: String?
  }

  /// The model of the shop.
  package static let model: Model = {
    let json = """
      {"name": "shop", "entities": [
        {"name": "Artist", "table": "artist", "attributes": [
          {"name": "id", "type": "integer", "primaryKey": true, "nullable": false},
          {"name": "name", "type": "string"}, {"name": "fee", "type": "integer"}],
          "relationships": [{"name": "albums", "destination": "Album", "toMany": true,
            "joins": [{"source": "id", "destination": "artistId"}]}]},
        {"name": "Album", "table": "album", "attributes": [
          {"name": "id", "type": "integer", "primaryKey": true, "nullable": false},
          {"name": "title", "type": "string"}, {"name": "stock", "type": "integer"},
          {"name": "artistId", "type": "integer"}],
          "relationships": [
            {"name": "artist", "destination": "Artist",
              "joins": [{"source": "artistId", "destination": "id"}]},
            {"name": "tracks", "destination": "Track", "toMany": true,
              "joins": [{"source": "id", "destination": "albumId"}]}]},
        {"name": "Track", "table": "track", "attributes": [
          {"name": "id", "type": "integer", "primaryKey": true, "nullable": false},
          {"name": "title", "type": "string"}, {"name": "length", "type": "integer"},
          {"name": "albumId", "type": "integer"}],
          "relationships": [{"name": "album", "destination": "Album",
            "joins": [{"source": "albumId", "destination": "id"}]}]}]}
      """
    let (declaration, faults) = ModelJSONReader.read(SourceText(name: "shop.json", text: json))
    precondition(faults.isEmpty && declaration != nil, "\(faults)")
    return ModelOverlay.model(
      name: "shop",
      declarations: [declaration].compactMap(\.self),
      over: nil
    ).model
  }()

  /// The rows of each entity, whose keys are 1, 2, 3 and so on.
  package var rows: [String: [Row]] = [:]

  /// A shop without rows.
  package init() {}

  /// A shop of up to so many random rows of each entity.
  package init(upTo limit: Int, _ random: inout SeededGenerator) {
    for kind in Self.kinds {
      let count = random.below(limit) + 1
      rows[kind.entity] = (1...count).map { id in
        var row: Row = ["id": .int(Int64(id))]
        row[kind.text] = Self.text(&random)
        row[kind.number] = Self.number(&random)
        if let key = kind.key { row[key] = Self.key(upTo: limit, &random) }
        return row
      }
    }
    // A key without a row behind it is none.
    for kind in Self.kinds {
      guard let key = kind.key, let destination = kind.destination else { continue }
      let count = Int64(rows[destination]?.count ?? 0)
      for index in rows[kind.entity, default: []].indices {
        guard case .int(let id)? = rows[kind.entity]?[index][key], id > count else { continue }
        rows[kind.entity]?[index][key] = .null
      }
    }
  }

  /// One of a few texts, or null.
  package static func text(_ random: inout SeededGenerator) -> Value {
    random.chance(15) ? .null : .string(["ash", "birch", "cedar", "Ash"][random.below(4)])
  }

  /// One of a few numbers, or null.
  package static func number(_ random: inout SeededGenerator) -> Value {
    random.chance(15) ? .null : .int(Int64(random.below(6)))
  }

  /// One of a few keys, or null.
  package static func key(upTo limit: Int, _ random: inout SeededGenerator) -> Value {
    random.chance(15) ? .null : .int(Int64(random.below(limit) + 1))
  }

  /// A store with these rows.
  package func store() async throws(StoreError) -> EntityStore {
    let store = EntityStore.inMemory(Self.model)
    var changes: [Change] = []
    for kind in Self.kinds {
      for row in rows[kind.entity] ?? [] {
        changes.append(
          .insert(entityName: kind.entity, values: row, references: [:], token: changes.count)
        )
      }
    }
    if !changes.isEmpty { _ = try await store.save(changes) }
    return store
  }

  /// Statements that make the same rows in an empty file.
  package var script: String {
    var script = """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT, fee INTEGER);
      CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, stock INTEGER,
        artist_id INTEGER REFERENCES artist(id));
      CREATE TABLE track(id INTEGER PRIMARY KEY, title TEXT, length INTEGER,
        album_id INTEGER REFERENCES album(id));

      """
    for kind in Self.kinds {
      for row in rows[kind.entity] ?? [] {
        let names = ["id", kind.text, kind.number] + [kind.key].compactMap(\.self)
        let literals = names.map { name -> String in
          switch row[name] {
          case .string(let text)?: "'\(text)'"
          case .int(let number)?: "\(number)"
          default: "NULL"
          }
        }
        script +=
          "INSERT INTO \(kind.entity.lowercased()) VALUES(\(literals.joined(separator: ", ")));\n"
      }
    }
    return script
  }

  /// A random path to an attribute from an entity: its own, or one behind references, or through many objects too.
  package static func path(
    from entity: String,
    throughMany: Bool = false,
    _ random: inout SeededGenerator
  ) -> PropertyPath {
    var names: [String] = []
    var kind = kinds.first { $0.entity == entity }
    while throughMany, let here = kind, let many = here.many, random.chance(30) {
      names.append(many)
      kind = kinds.first { $0.destination == here.entity }
    }
    while let here = kind {
      guard let reference = here.reference, random.chance(40) else {
        names.append([here.text, here.number][random.below(2)])
        break
      }
      names.append(reference)
      kind = kinds.first { $0.entity == here.destination }
    }
    return PropertyPath(components: names)
  }

  /// A random condition on objects of an entity, as people write it.
  package static func condition(
    on entity: String,
    depth: Int = 2,
    _ random: inout SeededGenerator
  ) -> String {
    if depth > 0, random.chance(50) {
      let parts = [1, 2].map { _ in condition(on: entity, depth: depth - 1, &random) }
      let joined = "(\(parts[0]) \(["and", "or"][random.below(2)]) \(parts[1]))"
      return random.chance(25) ? "not \(joined)" : random.chance(15) ? "\(joined) = false" : joined
    }
    let toMany = kinds.first { $0.entity == entity }?.many
    if let toMany, random.chance(20) { return "\(toMany).@count = \(random.below(3))" }
    let path = path(from: entity, throughMany: true, &random)
    if random.chance(15) { return "\(path) is null" }
    guard let name = path.components.last, ["name", "title"].contains(name) else {
      let (low, high) = (random.below(4), random.below(6))
      return switch random.below(5) {
      case 0: "\(path) between \(low) and \(high)"
      case 1: "\(path) in (\(low), \(high))"
      default: "\(path) \(["=", "!=", "<", ">="][random.below(4)]) \(high)"
      }
    }
    let word = ["ash", "birch", "cedar"][random.below(3)]
    return random.chance(30)
      ? "\(path) like '\(word.prefix(1))*'"
      : "\(path) \(["=", "!=", "<", ">="][random.below(4)]) '\(word)'"
  }

  /// A random order of objects of an entity; perhaps none.
  package static func order(
    of entity: String,
    _ random: inout SeededGenerator
  ) -> [SortOrdering] {
    (0..<random.below(3)).map { _ in
      SortOrdering(
        path(from: entity, &random),
        descending: random.chance(50),
        comparison: random.chance(25) ? .caseInsensitive : .standard,
        nulls: random.chance(25) ? .first : random.chance(25) ? .last : nil
      )
    }
  }
}

extension MemoryShop.Kind {
  /// The entity that the reference leads to.
  package var destination: String? {
    reference.map { $0 == "artist" ? "Artist" : "Album" }
  }

  /// The to-many relationship to the entity whose reference leads here.
  package var many: String? { ["Artist": "albums", "Album": "tracks"][entity] }
}
