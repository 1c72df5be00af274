package import EntityModel
public import Qualifiers

/// The identity of a row: its entity and the values of the identity attributes, in their order.
///
/// A key with a null may not be unique. Then the identity includes the row number that the database
/// assigns (`rowid`).
public struct RecordID: Sendable, Hashable {
  /// The stored form of the key values: a single integer without an array, a list of values, or a key with row number.
  private enum Key: Hashable {
    case integer(Int64)
    case values([Value])
    indirect case row(RowKey)

    init(_ values: [Value]) {
      if values.count == 1, case .int(let number) = values[0] {
        self = .integer(number)
      } else {
        self = .values(values)
      }
    }
  }

  /// The identity of a row without a unique key: its `rowid`, which alone is compared, and the identity attributes read so far.
  private struct RowKey: Hashable {
    var number: Int64
    var values: [Value]

    /// The number alone tells rows apart.
    static func == (left: RowKey, right: RowKey) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// The entity's name.
  public var entityName: String
  private var key: Key

  /// One value for each name in ``Entity/identity``; they find the row only where ``rowNumber`` is `nil`.
  public var values: [Value] {
    switch key {
    case .integer(let number): [.int(number)]
    case .values(let values): values
    case .row(let row): row.values
    }
  }

  /// The number by which the row is found instead of its key; `nil` where the key does.
  package var rowNumber: Int64? { if case .row(let row) = key { row.number } else { nil } }

  /// An identity.
  public init(entityName: String, values: [Value]) {
    self.entityName = entityName
    key = Key(values)
  }

  /// An identity that is one whole number.
  public init(entityName: String, key: Int64) {
    self.entityName = entityName
    self.key = .integer(key)
  }

  /// A row whose key finds it not, by its number; `values` are what its key holds, as far as that is known.
  public init(entityName: String, rowNumber: Int64, values: [Value]) {
    self.entityName = entityName
    key = .row(RowKey(number: rowNumber, values: values))
  }

  /// The identity, when it is one whole number.
  package var integerKey: Int64? { if case .integer(let number) = key { number } else { nil } }

  /// Returns the identity of the same row in another entity of its table.
  public func named(_ entityName: String) -> RecordID {
    var result = self
    result.entityName = entityName
    return result
  }

  /// Creates the identity of a row of `entity`: its key, or its row number where the key contains null.
  ///
  /// Is `nil` where the key contains null and there is no row number.
  package static func of(_ values: [Value], _ rowNumber: Int64?, in entity: Entity) -> RecordID? {
    guard values.contains(where: \.isNull) else {
      return RecordID(entityName: entity.name, values: values)
    }
    return rowNumber.map { RecordID(entityName: entity.name, rowNumber: $0, values: values) }
  }
}

extension Entity {
  /// Whether a row may hold null in its key, and is found by its number then.
  package var numbersRows: Bool {
    guard !definition.identityIsRowNumber, hasRowNumbers else { return false }
    return identity.contains { attribute(named: $0).map(canBeNull) ?? false }
  }
}
