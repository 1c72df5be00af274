import EntityModel
import Qualifiers

/// What a file has for one field of an object.
nonisolated enum FieldInput: Hashable {
  /// Nothing, said so: what is left out gets its default instead.
  case null
  /// A text as a person would type it.
  case text(String)
  /// A value that says of which kind it is, and as it would be typed: a field that takes anything takes the value.
  case value(Value, text: String)
  /// What the columns of a to-one relationship hold, in the order of its joins.
  case reference([FieldInput])

  /// As it would be typed; `nil` for null.
  var text: String? {
    switch self {
    case .null: nil
    case .text(let text), .value(_, let text): text
    case .reference(let parts): parts.map { $0.text ?? "" }.joined(separator: ",")
    }
  }

  /// Whether it leads to no object.
  var isNothing: Bool {
    guard case .reference(let parts) = self else { return text?.isEmpty != false }
    return !parts.isEmpty && parts.allSatisfy { $0 == .null }
  }

  /// The value itself, for an attribute that takes any; `nil` where the text has to be read.
  func value(for attribute: Attribute) -> Value? {
    if case .value(let value, _) = self, attribute.type == .any { value } else { nil }
  }
}

nonisolated extension Attribute {
  /// Whether moments that a file gives with their offset from UTC are stored as they are written there: where others are,
  /// and where there are none yet.
  var keepsMoments: Bool {
    let isFirst = evidence == nil && [.isoText, .isoTextT].contains(definition.storage)
    return type == .timestamp && (definition.storage.hasOffset || isFirst)
  }
}
