/// A type-erased identifier of a row, a collection element or a named view.
///
/// Two are equal if their values have the same type and are equal. Unlike `AnyHashable`, it never compares values of different
/// types. This avoids conformance lookups at run time, which take longer than drawing a row.
public nonisolated struct AnyID: Hashable {
  private let box: any IDBox

  /// The name `value`.
  public init(_ value: some Hashable) { box = ValueBox(value: value) }

  /// The name itself, when it is of this type.
  public func value<ID: Hashable>(as type: ID.Type) -> ID? { (box as? ValueBox<ID>)?.value }

  /// Whether both are of one type and equal.
  public static func == (one: AnyID, other: AnyID) -> Bool { one.box.isEqual(to: other.box) }
  /// Hashes the name itself.
  public func hash(into hasher: inout Hasher) { box.hash(into: &hasher) }
}

/// The type-erased value within an ``AnyID``: compares and hashes it without its static type.
private nonisolated protocol IDBox {
  func isEqual(to other: any IDBox) -> Bool
  func holds<Other: Hashable>(_ other: Other) -> Bool
  func hash(into hasher: inout Hasher)
}

/// The box in which an ``AnyID`` keeps a value of a known type.
private nonisolated struct ValueBox<ID: Hashable>: IDBox {
  let value: ID

  func isEqual(to other: any IDBox) -> Bool { other.holds(value) }
  func holds<Other: Hashable>(_ other: Other) -> Bool {
    // Of one type, for which the runtime has nothing to look up.
    guard Other.self == ID.self, let other = other as? ID else { return false }
    return other == value
  }
  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
