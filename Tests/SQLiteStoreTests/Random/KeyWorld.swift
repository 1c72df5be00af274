import EntityStore
import Qualifiers
import TestSupport

/// Shelves with books with pages, each with the keys of those above in its own, and what one save is to do to them.
///
/// Each row has a tag of its own that nothing changes, by which the row is known whatever becomes of its key.
struct KeyWorld {
  struct Row {
    let level: Int
    var parent: Int?
    /// The parts of the key that are its own.
    var own: [Value]
    var text: Int
  }

  /// A change to a row: a new key, a new text or a deletion.
  struct Edit {
    var own: [Value]?
    var text: Int?
    /// The key above that is written, as it stands in the change.
    var above: [Value]?
    var isDeletion = false
  }

  static let tables = ["shelf", "book", "page"]
  static let entities = ["Shelf", "Book", "Page"]

  private var random: SeededGenerator
  /// The columns that are a level's own parts of the key.
  let parts: [[String]]
  let deletesAlong: Bool
  private let isText: Bool
  private let hasRowIDs: Bool
  /// By tag.
  private(set) var rows: [Int: Row] = [:]
  private(set) var edits: [Int: Edit] = [:]
  /// The new rows by tag, which is their token too; what is above them is the key in the change.
  private(set) var new: [Int: (level: Int, above: [Value], own: [Value], text: Int)] = [:]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    parts = [random.chance(50) ? ["code"] : ["tenant", "code"], ["p"], ["q"]]
    (deletesAlong, isText, hasRowIDs) = (
      random.chance(50), random.chance(50), random.chance(50)
    )
    for level in 0...2 {
      for parent in level == 0 ? [nil] : tags(level - 1).map({ $0 }) {
        for _ in 0..<(level == 0 ? 3 : 2) {
          let own = parts[level].map { _ in value() }
          let isTaken = rows.values.contains {
            $0.parent == parent && $0.level == level && $0.own == own
          }
          if isTaken || random.chance(15) { continue }
          rows[rows.count + 1] = Row(level: level, parent: parent, own: own, text: random.below(2))
        }
      }
    }
  }

  private func tags(_ level: Int) -> [Int] {
    rows.filter { $0.value.level == level }.map(\.key).sorted()
  }

  private mutating func value() -> Value {
    let number = random.below(4)
    return isText ? .string(["a", "b", "c", "d"][number]) : .int(Int64(number))
  }

  func columns(_ level: Int) -> [String] { parts[...level].flatMap(\.self) }

  func key(_ tag: Int) -> [Value] {
    guard let row = rows[tag] else { return [] }
    return (row.parent.map(key) ?? []) + row.own
  }

  func id(_ tag: Int) -> RecordID {
    RecordID(entityName: Self.entities[rows[tag]?.level ?? 0], values: key(tag))
  }

  // MARK: The file

  var script: String {
    let type = isText ? "TEXT" : "INT"
    var sql = ""
    for level in 0...2 {
      let columns = columns(level)
      let list = columns.joined(separator: ", ")
      sql += "CREATE TABLE \(Self.tables[level])("
      sql += columns.map { "\($0) \(type), " }.joined() + "text INT, tag INT, PRIMARY KEY(\(list))"
      if level > 0 {
        sql += ", FOREIGN KEY(\(self.columns(level - 1).joined(separator: ", "))) "
        sql += "REFERENCES \(Self.tables[level - 1]) ON UPDATE CASCADE"
        sql += deletesAlong ? " ON DELETE CASCADE" : ""
      }
      sql += ")\(hasRowIDs ? "" : " WITHOUT ROWID");\n"
    }
    for (tag, row) in rows.sorted(by: { $0.key < $1.key }) {
      let values = key(tag).map { isText ? "'\($0.description)'" : $0.description }
      sql += "INSERT INTO \(Self.tables[row.level]) VALUES("
      sql += (values + ["\(row.text)", "\(tag)"]).joined(separator: ", ") + ");\n"
    }
    return sql
  }

  /// Returns the text of a row, for comparing expected and stored rows regardless of their order.
  static func line(_ level: Int, _ key: [Value], _ text: Int, _ tag: Int) -> String {
    (["\(level)"] + key.map(\.description) + ["\(text)", "\(tag)"]).joined(separator: "|")
  }

  func select(_ level: Int) -> String {
    let columns = (columns(level) + ["text", "tag"]).joined(separator: " || '|' || ")
    return "SELECT '\(level)|' || \(columns) FROM \(Self.tables[level])"
  }

  // MARK: A save

  /// Makes up what one save does.
  mutating func makeEdits() -> [Change] {
    (edits, new) = ([:], [:])
    let all = rows.keys.sorted()
    var gone: Set<Int> = []
    if random.chance(35), let first = all.randomElement(using: &random) {
      gone = [first]
      edits[first] = Edit(isDeletion: true)
      for level in 1...2 {
        for tag in tags(level) where gone.contains(rows[tag]?.parent ?? 0) {
          gone.insert(tag)
          if !deletesAlong, random.chance(90) { edits[tag] = Edit(isDeletion: true) }
        }
      }
    }
    let left = all.filter { !gone.contains($0) }
    // One row often takes what another gives up.
    if random.chance(70), let level = [0, 0, 1].randomElement(using: &random) {
      let pair = left.filter { rows[$0]?.level == level }.shuffled(using: &random).prefix(2)
      if pair.count == 2, rows[pair[0]]?.parent == rows[pair[1]]?.parent, let other = rows[pair[1]]
      {
        edits[pair[0]] = Edit(own: other.own)
        if random.chance(90) { edits[pair[1]] = Edit(own: other.own.map { _ in value() }) }
      }
    }
    for tag in left.shuffled(using: &random).prefix(1 + random.below(5)) where edits[tag] == nil {
      guard let row = rows[tag] else { continue }
      var edit = Edit()
      if random.chance(75) { edit.text = row.text + 10 }
      if random.chance(30) { edit.own = row.own.map { random.chance(70) ? value() : $0 } }
      if row.level > 0, random.chance(15) { edit.above = above(row.level, left) }
      if edit.own == nil, edit.text == nil, edit.above == nil { edit.isDeletion = isChildless(tag) }
      edits[tag] = edit
    }
    if random.chance(25) {
      let level = random.below(3)
      let tag = 100
      if let above = level == 0 ? [] : above(level, left) {
        new[tag] = (level, above, parts[level].map { _ in value() }, 5)
      }
    }
    return changes()
  }

  private func isChildless(_ tag: Int) -> Bool { !rows.values.contains { $0.parent == tag } }

  /// The key of some row above, as it is or as it is to be.
  private mutating func above(_ level: Int, _ left: [Int]) -> [Value]? {
    guard let tag = left.filter({ rows[$0]?.level == level - 1 }).randomElement(using: &random),
      let row = rows[tag]
    else { return nil }
    guard random.chance(50), let own = edits[tag]?.own else { return key(tag) }
    return (row.parent.map(key) ?? []) + own
  }

  private mutating func changes() -> [Change] {
    var changes: [Change] = []
    for (tag, edit) in edits.sorted(by: { $0.key < $1.key }) {
      guard let row = rows[tag] else { continue }
      let columns = columns(row.level)
      var original: [String: Value] = [:]
      if random.chance(50) {
        for (name, value) in zip(columns, key(tag)) { original[name] = value }
        original["text"] = .int(Int64(row.text))
      }
      guard !edit.isDeletion else {
        changes.append(.delete(id(tag), original: original))
        continue
      }
      var values: [String: Value] = [:]
      for (name, value) in zip(parts[row.level], edit.own ?? []) { values[name] = value }
      if let above = edit.above {
        for (name, value) in zip(self.columns(row.level - 1), above) { values[name] = value }
      }
      if let text = edit.text { values["text"] = .int(Int64(text)) }
      guard !values.isEmpty else {
        edits[tag] = nil
        continue
      }
      changes.append(.update(id(tag), values: values, original: original))
    }
    for (tag, row) in new {
      var values: [String: Value] = ["text": .int(Int64(row.text)), "tag": .int(Int64(tag))]
      for (name, value) in zip(columns(row.level), row.above + row.own) { values[name] = value }
      let name = Self.entities[row.level]
      changes.append(.insert(entityName: name, values: values, references: [:], token: tag))
    }
    return changes.shuffled(using: &random)
  }

  // MARK: What it comes to

  /// The rows afterwards, each change done to the row that had the identity before; `nil` where that cannot be, or a key
  /// that is written means one row before the save and another after it.
  func outcome() -> KeyWorld? {
    var after = self
    for (tag, edit) in edits where edit.isDeletion { after.rows[tag] = nil }
    for level in 0...2 {
      for tag in tags(level) where after.rows[tag] != nil {
        if let own = edits[tag]?.own { after.rows[tag]?.own = own }
        if let text = edits[tag]?.text { after.rows[tag]?.text = text }
        if let above = edits[tag]?.above {
          guard let parent = after.meant(above, level - 1, before: self) else { return nil }
          after.rows[tag]?.parent = parent
        }
        if let parent = after.rows[tag]?.parent, after.rows[parent] == nil {
          guard deletesAlong else { return nil }
          after.rows[tag] = nil
        }
      }
      for (tag, row) in new where row.level == level {
        let parent = level == 0 ? nil : after.meant(row.above, level - 1, before: self)
        guard level == 0 || parent != nil else { return nil }
        if let parent, after.rows[parent] == nil {
          guard deletesAlong else { return nil }
          continue
        }
        after.rows[tag] = Row(level: level, parent: parent, own: row.own, text: row.text)
      }
      let keys = after.tags(level).map(after.key)
      guard Set(keys).count == keys.count else { return nil }
    }
    return after
  }

  /// The one row that a written key can mean: by what it had before the save, what it has afterwards, or what was written
  /// for it, which a key above may have changed along since.
  private func meant(_ key: [Value], _ level: Int, before: KeyWorld) -> Int? {
    let old = before.tags(level).filter {
      before.key($0) == key && (deletesAlong || rows[$0] != nil)
    }
    let new = tags(level).filter { self.key($0) == key || written($0, before) == key }
    let all = Set(old + new)
    return all.count == 1 ? all.first : nil
  }

  private func written(_ tag: Int, _ before: KeyWorld) -> [Value] {
    let above = new[tag]?.above ?? edits[tag]?.above ?? before.rows[tag]?.parent.map(before.key)
    return (above ?? []) + (rows[tag]?.own ?? [])
  }

  var lines: [String] {
    rows.map { Self.line($0.value.level, key($0.key), $0.value.text, $0.key) }.sorted()
  }
}
