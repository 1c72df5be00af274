import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import TestSupport
import Testing

@testable import Editing

/// One who edits at random, and the journal of it.
@MainActor
final class RandomPerson {
  static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL, born TEXT);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT NOT NULL, stock INTEGER,
      artist_id INTEGER REFERENCES artist(id));
    INSERT INTO artist VALUES(1, 'a', NULL), (2, 'Größe 東京', '1970'), (3, 'c', '1980');
    INSERT INTO album VALUES(1, 'x', 1, 1), (2, 'y', 2, 1), (3, 'z', NULL, NULL), (4, 'w', 5, 3);
    """
  let context: EditingContext
  var objects: [ManagedObject] = []
  var touched: [Int: ManagedObject] = [:]
  private var random: SeededGenerator

  init(seed: UInt64) async throws {
    context = EditingContext(store: try await EntityStore.open(.script(Self.script, title: "test")))
    random = SeededGenerator(seed: seed)
    for (name, count) in [("Artist", 3), ("Album", 4)] {
      for id in 1...count {
        let record = try await context.store.record(RecordID(entityName: name, key: Int64(id)))
        objects.append(context.object(for: try #require(record)))
      }
    }
    context.onTouch = { [weak self] in self?.touched[$0.token] = $0 }
  }

  private var text: String {
    let words = ["", "a", "ä", "東京", "\u{0}\u{1F600}", String(repeating: "lang ", count: 30)]
    return (0..<random.below(4)).map { _ in words[random.below(words.count)] }.joined()
  }

  func step() throws {
    let usable = objects.filter {
      $0.state == .stored || $0.state == .inserted && context.isToBeInserted($0)
    }
    guard !usable.isEmpty, random.chance(80) else {
      if random.chance(70) { context.undo() } else { context.redo() }
      return
    }
    let object = usable[random.below(usable.count)]
    let isArtist = object.entity.name == "Artist"
    switch random.below(11) {
    case 0...4:
      let old = object.value(at: PropertyPath(isArtist ? "name" : "title"))?.string ?? ""
      let value = random.chance(50) ? old + text : text + old.suffix(random.below(3))
      object.set(.string(value), forAttribute: isArtist ? "name" : "title")
    case 5:
      object.set(
        random.chance(30) ? .null : isArtist ? .string(text) : .int(Int64(random.below(9))),
        forAttribute: isArtist ? "born" : "stock"
      )
    case 6:
      let entity = try #require(
        context.store.model.entity(named: random.chance(50) ? "Artist" : "Album")
      )
      let key = entity.name == "Artist" ? "name" : "title"
      objects.append(context.insert(entity, values: [key: .string(text)]))
    case 7: context.delete(object)
    case 8: context.discard(object)
    default:
      let artist = usable.filter { $0.entity.name == "Artist" }.randomElement(using: &random)
      guard !isArtist, let artist,
        let relationship = object.entity.relationship(named: "artist")
      else { return }
      object.setToOne(relationship, toNew: artist)
    }
  }

  /// The changes to journal since the last call.
  var changes: [JournalWriter.Change] {
    defer { touched = [:] }
    return touched.map { ($0, $1.pendingState(drafts: [:]) { _ in true }) }
  }
}
