import FoundationEssentials

extension Value: Hashable {
  /// Whether both are the same value of the same kind: `1` and `1.0` are not.
  ///
  /// The `=` of the rule language compares by value instead.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a == b || (a.isNaN && b.isNaN)
    case (.decimal(let a), .decimal(let b)): a == b
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.object(let a), .object(let b)): a.isEqual(to: b)
    default: false
    }
  }

  /// Hashes what ``==(_:_:)`` compares; objects by nothing but their being objects.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .decimal(let value): hasher.combine(value)
    case .string(var value): value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .date(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .list(let value): hasher.combine(value)
    case .dictionary(let value): hasher.combine(value)
    case .object: hasher.combine(10)
    }
  }
}

extension Value {
  /// Whether this is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Whether this is a list.
  package var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// The text, if this is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The value at the end of `path`, followed from this value; `nil` when it leads nowhere.
  public func value(forPath path: ArraySlice<String>) -> Value? {
    guard let first = path.first else { return self }
    switch self {
    case .object(let object): return object.value(forPath: path)
    case .dictionary(let entries):
      return (entries[first] ?? derived(first))?.value(forPath: path.dropFirst())
    case .list(let elements) where first != "@count": return Self.values(of: elements, path)
    default: return derived(first)?.value(forPath: path.dropFirst())
    }
  }

  /// Returns the values of the list's elements at `path`, flattened; `nil` when an element has none.
  private static func values(of elements: [Value], _ path: ArraySlice<String>) -> Value? {
    var values: [Value] = []
    for element in elements {
      guard let value = element.value(forPath: path) else { return nil }
      if case .list(let inner) = value { values += inner } else { values.append(value) }
    }
    return .list(values)
  }

  /// Returns a built-in property of a plain value, such as `propertyKey.length` or `roles.@count`; `nil` when there is none.
  private func derived(_ key: String) -> Value? {
    switch (self, key) {
    case (.string(let text), "length"): .int(Int64(text.count))
    case (.list(let values), "@count"): .int(Int64(values.count))
    case (.dictionary(let entries), "@count"): .int(Int64(entries.count))
    default: nil
    }
  }
}
