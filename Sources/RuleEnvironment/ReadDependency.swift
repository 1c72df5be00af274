import Qualifiers

/// A read made while an answer was computed: the key, the path behind it and the value seen there, or that it was unset.
///
/// A cached answer is valid in a scope where all its reads give the same.
struct ReadDependency: Sendable {
  /// The key read.
  let key: any AnyKey
  /// The key's slot.
  let slot: Int
  /// The names behind the key.
  let path: ArraySlice<String>
  /// The result of the read: the key was unset, or the value found.
  let seen: RecordedRead

  /// The result of a recorded read, which must still be the same for a cached answer to hold.
  enum RecordedRead: Sendable {
    /// The key had no value in the scope.
    case unset
    /// The key was set; the path led to this, or nowhere.
    case value(Value?)
  }

  /// Whether a reader in `scope` would see the same.
  func holds(in scope: Scope) -> Bool {
    let binding = scope.binding(slot)
    switch seen {
    case .unset: return binding == nil
    case .value(let old):
      guard let binding else { return false }
      let value = binding.ruleValue
      return Value.isIndistinguishable(old, path.isEmpty ? value : value.value(forPath: path))
    }
  }

  /// Whether both say the same of the same place.
  func isAbout(_ other: ReadDependency) -> Bool { slot == other.slot && path == other.path }
}

extension Value {
  /// Whether no rule could tell the two apart: equal values, the very same objects.
  static func isIndistinguishable(_ left: Value?, _ right: Value?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (.object(let a), .object(let b)): a === b
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { isIndistinguishable($0, $1) }
    case (.dictionary(let a), .dictionary(let b)):
      a.count == b.count
        && a.allSatisfy { name, value in
          b[name].map { isIndistinguishable(value, $0) } ?? false
        }
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (let a?, let b?): a == b
    default: false
    }
  }
}
