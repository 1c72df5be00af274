public import EntityModel
import FoundationEssentials
public import Qualifiers
public import RuleEnvironment

/// The choices for a property: stored values, values with labels, or the objects that meet a condition.
///
///     choices = ['G', 'PG']                            // values
///     choices = {'G': 'General', 'PG': 'Guidance'}     // labels, in the order of the values
///     choices = [{'PG': 'Guidance'}, {'G': 'General'}] // labels, in the order given
///     choices = where (isOpen = true)                  // objects of the entity that a relationship leads to
public struct Choices: ValueConvertible, ExpressibleByArrayLiteral {
  /// A value that a field offers to choose, with the label shown for it.
  public struct Choice: Sendable, Hashable {
    /// The stored value.
    public let value: Value
    /// The label on the screen; `nil` shows the value.
    public let label: String?

    /// A value that is called `label`.
    public init(_ value: Value, label: String? = nil) { (self.value, self.label) = (value, label) }

    /// The text on the screen: the label, else the value.
    public var title: String { label ?? value.description }
  }

  /// The choices as they are written: what has a label is a text, whatever it is stored as.
  private let all: [Choice]
  /// The condition for the objects to choose from; `nil` for values.
  public let qualifier: Qualifier?
  /// The rule's value.
  public let value: Value

  /// Nothing to choose from: any value may be entered.
  public init() { (all, qualifier, value) = ([], nil, .list([])) }

  /// Values without labels.
  public init(_ values: [Value]) {
    (all, qualifier, value) = (values.map { Choice($0) }, nil, .list(values))
  }

  /// Values without labels.
  public init(arrayLiteral values: Value...) { self.init(values) }

  /// The objects that `qualifier` picks.
  public init(where qualifier: Qualifier) {
    (all, self.qualifier, value) = ([], qualifier, .qualifier(qualifier))
  }

  /// Values with labels, in this order.
  public init(labels: KeyValuePairs<String, String>) {
    all = labels.map { Choice(.string($0.key), label: $0.value) }
    qualifier = nil
    value = .list(labels.map { .dictionary([$0.key: .string($0.value)]) })
  }

  private init(_ all: [Choice], _ value: Value) {
    (self.all, qualifier, self.value) = (all, nil, value)
  }

  /// The type name in messages.
  public static var typeName: String { "list of values, dictionary of labels or where (…)" }

  /// How many there are; nothing of those that a condition picks.
  public static var valueKeys: [String]? { ["@count"] }

  /// Converts a rule's value; `nil` for nested lists, and for labels that are not texts.
  public static func convert(_ value: Value) -> Choices? {
    switch value {
    case .list(let elements):
      var all: [Choice] = []
      for element in elements {
        switch element {
        case .list: return nil
        case .dictionary(let entries):
          guard entries.count == 1, let choices = labelled(entries) else { return nil }
          all += choices
        default: all.append(Choice(element))
        }
      }
      return Choices(all, value)
    case .dictionary(let entries): return labelled(entries).map { Choices($0, value) }
    case .object: return value.qualifier.map { Choices(where: $0) }
    default: return nil
    }
  }

  /// Labels by value, in the order of the values; numbers first, by their size.
  private static func labelled(_ entries: [String: Value]) -> [Choice]? {
    let labels = entries.compactMapValues(\.string)
    guard labels.count == entries.count else { return nil }
    // What is no number follows those that are.
    func place(_ key: String) -> (Double, String) {
      let isNumber = key.allSatisfy { $0.isNumber || "+-.eE".contains($0) }
      return (isNumber ? Double(key) ?? .infinity : .infinity, key)
    }
    let sorted = labels.sorted { place($0.key) < place($1.key) }
    return sorted.map { Choice(.string($0.key), label: $0.value) }
  }

  /// Whether some value is shown in other words.
  public var hasLabels: Bool { all.contains { $0.label != nil } }

  /// The choices as `attribute` stores them.
  public func choices(for attribute: Attribute?) -> [Choice] {
    all.map { choice in
      guard choice.label != nil, let text = choice.value.string, let attribute else {
        return choice
      }
      return Choice(attribute.value(ofKey: text), label: choice.label)
    }
  }

  /// The values that can be chosen, as `attribute` stores them.
  public func values(for attribute: Attribute?) -> [Value] {
    choices(for: attribute).map(\.value)
  }

  /// Returns the label of `value`; `nil` if it has none.
  public func label(of value: Value, for attribute: Attribute?) -> String? {
    guard hasLabels, !value.isNull else { return nil }
    return choices(for: attribute).first { $0.label != nil && $0.value.isAlike(value) }?.label
  }

  /// The values that people call `label`, in any case; none where that is a value itself.
  public func values(called label: String, for attribute: Attribute?) -> [Value] {
    guard hasLabels else { return [] }
    let choices = choices(for: attribute)
    let exact = choices.filter { $0.label == label }
    guard exact.isEmpty else { return exact.map(\.value) }
    guard !choices.contains(where: { $0.value.description == label }) else { return [] }
    let small = label.lowercased()
    return choices.filter { $0.label?.lowercased() == small }.map(\.value)
  }
}

extension Choices: RuleReadable {
  /// The members of a ``Choices`` value that rules written in Swift can read: the number of choices.
  public struct RuleMembers: Sendable {
    /// How many there are.
    public let count = RuleMember<Int>("@count")
  }
  /// Its one instance.
  public static let ruleMembers = RuleMembers()
}

extension Choices: Hashable {
  /// Whether both are written alike.
  public static func == (left: Self, right: Self) -> Bool { left.value == right.value }
  /// Feeds what is written.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Value {
  /// Whether both are stored alike.
  fileprivate func isAlike(_ other: Value) -> Bool { self == other || compare(other) == .equal }
}

extension Attribute {
  /// The value that a key of a dictionary stands for; the text itself where the attribute holds nothing that is written so.
  fileprivate func value(ofKey text: String) -> Value {
    let value: Value? =
      switch type.kind {
      case .integer: Int64(text).map { .int($0) }
      case .number: Double(text).map { .double($0) }
      case .decimal: Decimal(string: text).map { .decimal($0) }
      case .bool: text.truth.map { .bool($0) }
      case .time: Date(wallClock: "1970-01-01 " + text).map { .date($0) }
      case .date, .timestamp: Date(wallClock: text).map { .date($0) }
      case .any: Int64(text).map { .int($0) } ?? Double(text).map { .double($0) }
      case .text, .blob: nil
      }
    return value ?? .string(text)
  }
}

extension String {
  /// The truth that a key of a dictionary stands for.
  fileprivate var truth: Bool? {
    switch self {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }
}
