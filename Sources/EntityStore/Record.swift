public import EntityModel
public import Qualifiers

/// What identifies a row: its entity and the values of the entity's identity attributes, in their order.
public struct RecordID: Sendable, Hashable {
  /// The entity's name.
  public var entityName: String
  /// One value for each name in ``Entity/identity``.
  public var values: [Value]

  /// An identity.
  public init(entityName: String, values: [Value]) {
    (self.entityName, self.values) = (entityName, values)
  }
}

/// Which values the records of one fetch hold, and where.
public final class RecordLayout: Sendable {
  /// The entity of the records.
  public let entity: Entity
  /// What each value is: an attribute, or a path through to-one relationships.
  public let paths: [PropertyPath]
  private let positions: [[String]: Int]

  /// A layout of `paths`.
  public init(entity: Entity, paths: [PropertyPath]) {
    self.entity = entity
    self.paths = paths
    positions = Dictionary(paths.enumerated().map { ($1.components, $0) }) { first, _ in first }
  }

  /// Where the value at `path` is; `nil` when it is not part of the layout.
  public func position(of path: [String]) -> Int? { positions[path] }
}

/// One row as it was fetched, or with pending changes laid over it; immutable.
///
/// Rules read it by key path. A value that was not fetched does not answer.
public final class Record: KeyValueCoding, Hashable {
  /// Which values the record holds.
  public let layout: RecordLayout
  /// Its identity; `nil` for a new object, and for rows of an entity without one.
  public let id: RecordID?
  /// One value for each path of the layout.
  public let values: [Value]
  /// Not in the database yet.
  public let isNew: Bool
  /// Names of the properties with pending changes.
  public let changedKeys: Set<String>
  /// Which of ``values`` are only the beginning of what is stored, by position.
  public let truncatedPositions: Set<Int>

  /// A record.
  public init(
    layout: RecordLayout,
    id: RecordID?,
    values: [Value],
    isNew: Bool = false,
    changedKeys: Set<String> = [],
    truncatedPositions: Set<Int> = []
  ) {
    precondition(values.count == layout.paths.count, "one value for each path of the layout")
    self.layout = layout
    self.id = id
    self.values = values
    self.isNew = isNew
    self.changedKeys = changedKeys
    self.truncatedPositions = truncatedPositions
  }

  /// The entity of the row.
  public var entity: Entity { layout.entity }

  /// Whether the value at `path` is only the beginning of what is stored.
  public func isTruncated(_ path: [String]) -> Bool {
    layout.position(of: path).map(truncatedPositions.contains) ?? false
  }

  /// The value at a path of one name.
  public func value(forKey key: String) -> Value? { value(forPath: [key]) }

  /// The value at a path; `nil` when it was not fetched.
  public func value(forPath path: ArraySlice<String>) -> Value? {
    guard !path.isEmpty else { return .object(self) }
    // The longest fetched prefix answers; what is left is asked of its value.
    for end in stride(from: path.endIndex, to: path.startIndex, by: -1) {
      guard let position = layout.position(of: Array(path[path.startIndex..<end])) else { continue }
      return values[position].value(forPath: path[end...])
    }
    guard path.count == 1, let key = path.first else { return nil }
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
        && left.entity == right.entity && left.layout.paths == right.layout.paths)
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
