public import EntityModel
public import Qualifiers

extension Model {
  /// The identity of a row as it is the same for all entities of its table.
  package func tableID(_ id: RecordID) -> RecordID {
    entity(named: id.entityName).map { id.named($0.tableKey) } ?? id
  }
}

/// The prefetched related rows of one relationship.
package enum RelatedRecords: Sendable, Hashable {
  /// One object, or none.
  case one(Record?)
  /// Any number, in the order of their identity.
  case many([Record])

  /// Returns the related records, each transformed by `change`.
  package func mapping(_ change: (Record) -> Record) -> RelatedRecords {
    switch self {
    case .one(let record): .one(record.map(change))
    case .many(let records): .many(records.map(change))
    }
  }

  /// Returns the value at a path as rules read it.
  ///
  /// A property of a missing object is null.
  func value(forPath path: ArraySlice<String>) -> Value? {
    switch self {
    case .one(nil): .null
    case .one(let record?): record.value(forPath: path)
    case .many(let records): Value.list(records.map { .object($0) }).value(forPath: path)
    }
  }
}

/// The column layout of a fetch: the property path of each value in a record, and its position.
package final class RecordLayout: Sendable {
  /// The entity of the records.
  package let entity: Entity
  /// The path of each value: an attribute, or a path through to-one relationships.
  package let paths: [PropertyPath]
  private let positions: [[String]: Int]
  /// The positions of paths with one component, the most frequent lookups.
  private let namedPositions: [String: Int]

  /// A layout of `paths`.
  package init(entity: Entity, paths: [PropertyPath]) {
    self.entity = entity
    self.paths = paths
    positions = Dictionary(paths.enumerated().map { ($1.components, $0) }) { first, _ in first }
    let named = paths.enumerated().filter { $0.element.components.count == 1 }
    namedPositions = Dictionary(named.map { ($0.element.first, $0.offset) }) { first, _ in first }
  }

  /// Returns the position of the value at `path`; `nil` when it is not part of the layout.
  package func position(of path: [String]) -> Int? {
    path.count == 1 ? namedPositions[path[0]] : positions[path]
  }

  /// Returns the position of the value called `name`; `nil` when it is not part of the layout.
  package func position(ofName name: String) -> Int? { namedPositions[name] }
}

/// One row as it was fetched, or with pending changes laid over it; immutable.
///
/// Rules read it by key path. A value that was not fetched does not answer. The rows of a fetch share their memory: values
/// are made of it where they are read.
public final class Record: KeyValueCoding, Hashable, DateKindCoding {
  /// The storage of the values.
  ///
  /// Is a class and no enum, because an enum would be retained and released for each value read.
  let source: any RecordSource
  /// The index of the row in the source.
  let row: Int
  /// The prefetched related rows, by relationship name.
  package let related: [String: RelatedRecords]

  /// A record; `sizes` says, by position, how many bytes blobs have of which only the beginning was read, `readNumbers` when
  /// each value was read.
  package init(
    layout: RecordLayout,
    id: RecordID?,
    values: [Value],
    isNew: Bool = false,
    changedKeys: Set<String> = [],
    newReferences: Set<String> = [],
    truncatedPositions: Set<Int> = [],
    sizes: [Int: Int] = [:],
    readNumbers: [Int] = [],
    related: [String: RelatedRecords] = [:],
    stored: Record? = nil
  ) {
    self.related = related
    precondition(values.count == layout.paths.count, "one value for each path of the layout")
    source = DetachedRow(
      layout: layout,
      id: id,
      values: values,
      isNew: isNew,
      changedKeys: changedKeys,
      newReferences: newReferences,
      truncatedPositions: truncatedPositions,
      sizes: sizes,
      readNumbers: readNumbers,
      stored: stored
    )
    row = 0
  }

  /// A row of a window.
  package init(_ rows: any RecordSource, row: Int) {
    (source, self.row) = (rows, row)
    related = [:]
  }

  /// Creates a copy of a record with its related rows.
  package init(_ record: Record, related: [String: RelatedRecords]) {
    (source, row) = (record.source, record.row)
    self.related = related
  }

  /// The layout of the values.
  package var layout: RecordLayout { source.layout }

  /// Known by the entity.
  package func dateKind(at path: PropertyPath) -> ComparedKind { layout.entity.dateKind(at: path) }

  /// Its identity; `nil` for a new object, and for rows of an entity without one.
  public var id: RecordID? { source.id(row) }

  /// One value for each path of the layout.
  public var values: [Value] { layout.paths.indices.map { value(at: $0) } }

  /// The value at a position of the layout.
  package func value(at position: Int) -> Value { source.value(row, at: position) }

  /// Not in the database yet.
  package var isNew: Bool { source.isNew }

  /// Names of the properties with pending changes.
  public var changedKeys: Set<String> { source.changedKeys }

  /// Names of the foreign keys that refer to objects not saved yet, whose keys are not known.
  package var newReferences: Set<String> { (source as? DetachedRow)?.newReferences ?? [] }

  /// The row as it is stored, of an object with changes that are not; `nil` where nothing is pending.
  package var stored: Record? { source.stored }

  /// The positions of the ``values`` that hold only the beginning of the stored value.
  package var truncatedPositions: Set<Int> {
    Set(layout.paths.indices.filter { source.isTruncated(row, at: $0) })
  }

  /// The names of the attributes of its own that it holds.
  package var attributeNames: Set<String> {
    Set(layout.paths.compactMap { $0.components.count == 1 ? $0.first : nil })
  }

  /// The entity of the row.
  public var entity: Entity { layout.entity }

  /// Whether the value at `path` is only the beginning of what is stored.
  package func isTruncated(_ path: [String]) -> Bool {
    guard let position = layout.position(of: path) else { return false }
    return source.isTruncated(row, at: position)
  }

  /// How many bytes the blob at `path` has, also where only its beginning was read; `nil` where that is not known.
  public func size(ofBytesAt path: [String]) -> Int? {
    guard let position = layout.position(of: path) else { return nil }
    if let size = source.wholeSize(row, at: position) { return size }
    guard !source.isTruncated(row, at: position), case .data(let bytes) = value(at: position) else {
      return nil
    }
    return bytes.count
  }

  /// How many bytes the blobs have of which only the beginning was read, by position, where that is known.
  package var truncatedSizes: [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: truncatedPositions.compactMap { position in
        source.wholeSize(row, at: position).map { (position, $0) }
      }
    )
  }

  /// Says, by position, when each value was read.
  package var readNumbers: [Int] { layout.paths.indices.map(source.readNumber) }

  /// When the value at a position was read, as a ``ReadSequence``; 0 for one that was made.
  package func readNumber(at position: Int) -> Int { source.readNumber(at: position) }

  /// The keys that every record answers besides its properties.
  package static let ownNames: Set<String> = ["isNew", "isChanged", "entity", "primaryKey"]

  /// The value at a path of one name.
  public func value(forKey key: String) -> Value? {
    layout.position(ofName: key).map(value) ?? value(forPath: [key])
  }

  /// The value by which another row refers to this one: where it is part of the identity, exactly as it is stored.
  ///
  /// A technical read, whatever rules hide; never shown. See ``technicalValue(forPath:)``.
  package func keyValue(forKey key: String) -> Value? {
    guard let id, id.rowNumber == nil, !changedKeys.contains(key),
      let position = entity.identity.firstIndex(of: key), id.values.indices.contains(position)
    else { return technicalValue(forPath: [key]) }
    return id.values[position]
  }

  /// The value at a path as the program needs it to identify rows, to follow references and to order, whatever rules hide.
  ///
  /// The access guard takes hidden values out of the records that pages and user rules read. Code that shows, prints or
  /// compares values for a person reads ``value(forPath:)`` and does not find them.
  package func technicalValue(forPath path: ArraySlice<String>) -> Value? {
    value(forPath: path) ?? stored?.value(forPath: path)
  }

  /// The value at a path; `nil` when it was not fetched.
  public func value(forPath path: ArraySlice<String>) -> Value? {
    guard !path.isEmpty else { return .object(self) }
    // The longest fetched prefix answers; what is left is asked of its value.
    for end in stride(from: path.endIndex, to: path.startIndex, by: -1) {
      guard let position = layout.position(of: Array(path[path.startIndex..<end])) else { continue }
      return value(at: position).value(forPath: path[end...])
    }
    guard let key = path.first else { return nil }
    if let related = related[key] { return related.value(forPath: path.dropFirst()) }
    if isNew, entity.relationship(named: key)?.isToMany == true {
      return Value.list([]).value(forPath: path.dropFirst())
    }
    guard path.count == 1 else { return nil }
    switch key {
    case "isNew": return .bool(isNew)
    case "isChanged": return .bool(!changedKeys.isEmpty)
    case "entity": return .object(entity)
    case "primaryKey": return id.map { $0.values.count == 1 ? $0.values[0] : .list($0.values) }
    default: return nil
    }
  }

  /// Whether both hold the same values of the same row.
  public func isEqual(to other: any KeyValueCoding) -> Bool {
    (other as? Record).map { self == $0 } ?? false
  }

  /// Whether both hold the same values of the same row.
  public static func == (left: Record, right: Record) -> Bool {
    left === right
      || (left.id == right.id && left.isNew == right.isNew && left.values == right.values
        && left.entity == right.entity && left.layout.paths == right.layout.paths
        && left.related == right.related)
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The storage behind records: the rows of a window, or one row built in memory.
package protocol RecordSource: AnyObject, Sendable {
  var layout: RecordLayout { get }
  var isNew: Bool { get }
  var changedKeys: Set<String> { get }
  var stored: Record? { get }
  func id(_ row: Int) -> RecordID?
  func value(_ row: Int, at position: Int) -> Value
  func isTruncated(_ row: Int, at position: Int) -> Bool
  /// Hands the values at positions to `body` as they are stored, each with its place among these.
  func withWritten(_ positions: [Int], of row: Int, _ body: (Int, WrittenValue) -> Void)
  /// How many bytes a blob has of which the value may be the beginning; `nil` where that was not kept.
  func wholeSize(_ row: Int, at position: Int) -> Int?
  /// When the values at a position were read; 0 for what was made.
  func readNumber(at position: Int) -> Int
}

/// A source of fetched rows that also gives each row's sort values, from which a ``Cursor`` is made.
package protocol OrderedRows: RecordSource {
  /// The values of a row by which its fetch is ordered, exactly as stored; a position where nothing identifies a row.
  func place(_ row: Int) -> [Value]
}

/// The values behind a record that was made in memory rather than read as part of a fetched batch.
private final class DetachedRow: RecordSource {
  let layout: RecordLayout
  let isNew: Bool
  let changedKeys: Set<String>
  let newReferences: Set<String>
  let stored: Record?
  private let id: RecordID?
  private let values: [Value]
  private let truncatedPositions: Set<Int>
  private let sizes: [Int: Int]
  private let readNumbers: [Int]

  init(
    layout: RecordLayout,
    id: RecordID?,
    values: [Value],
    isNew: Bool,
    changedKeys: Set<String>,
    newReferences: Set<String>,
    truncatedPositions: Set<Int>,
    sizes: [Int: Int],
    readNumbers: [Int],
    stored: Record?
  ) {
    (self.stored, self.readNumbers) = (stored, readNumbers)
    (self.layout, self.id, self.values) = (layout, id, values)
    (self.isNew, self.changedKeys, self.newReferences) = (isNew, changedKeys, newReferences)
    (self.truncatedPositions, self.sizes) = (truncatedPositions, sizes)
  }

  func id(_ row: Int) -> RecordID? { id }
  func value(_ row: Int, at position: Int) -> Value { values[position] }
  func isTruncated(_ row: Int, at position: Int) -> Bool { truncatedPositions.contains(position) }
  func wholeSize(_ row: Int, at position: Int) -> Int? { sizes[position] }
  func readNumber(at position: Int) -> Int { readNumbers.isEmpty ? 0 : readNumbers[position] }
}
