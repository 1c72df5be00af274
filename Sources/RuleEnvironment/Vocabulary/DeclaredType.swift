import FoundationEssentials
package import Qualifiers

/// A type that a rule file can give to a key that it declares.
package struct DeclaredType: Sendable {
  /// The name of the type in messages and in `d2t keys`: `number`, `list of text`, `date or null`.
  package let name: String
  private let make: @Sendable (Value, String) -> (any AnyKey)?

  private init<V: ValueConvertible>(_ type: V.Type) {
    name = V.typeName
    make = { value, summary in
      V.convert(value).map { Key($0, summary, category: Vocabulary.declared, forRules: true) }
    }
  }

  /// A key of the type; `nil` when the default is of another.
  package func key(defaultingTo value: Value, _ summary: String) -> (any AnyKey)? {
    make(value, summary)
  }

  /// The type called `name`, as `d2t keys` calls it or as models do: `string`, `integer or null`, `list`.
  package init?(named name: String) {
    var words = name.lowercased()
    let suffix = words.hasSuffix(Self.orNull) ? Self.orNull : ""
    words.removeLast(suffix.count)
    var prefix = ""
    for whole in ["list", "dictionary"] {
      if words == whole { words += " of any value" }
      let start = whole + " of "
      guard words.hasPrefix(start) else { continue }
      prefix = start
      words.removeFirst(start.count)
      break
    }
    let full = prefix + (Self.otherNames[words] ?? words) + suffix
    guard let type = Self.all.first(where: { $0.name == full }) else { return nil }
    self = type
  }

  /// The names of all types.
  package static var names: [String] { all.map(\.name) }

  private static let orNull = " or null"

  /// The type names of models, mapped to the type names of keys.
  private static let otherNames = [
    "string": "text", "integer": "whole number", "decimal": "number", "bool": "true or false",
    "boolean": "true or false", "any": "any value",
  ]

  private static let all: [DeclaredType] =
    shapes(of: String.self) + shapes(of: Decimal.self) + shapes(of: Int.self)
    + shapes(of: Bool.self) + shapes(of: Date.self)
    + [
      DeclaredType(Value.self), DeclaredType([Value].self), DeclaredType([Value]?.self),
      DeclaredType([String: Value].self), DeclaredType([String: Value]?.self),
    ]

  /// One of it, perhaps null, and lists and dictionaries of it.
  private static func shapes<V: ValueConvertible>(of type: V.Type) -> [DeclaredType] {
    [
      DeclaredType(V.self), DeclaredType(V?.self), DeclaredType([V].self), DeclaredType([V]?.self),
      DeclaredType([String: V].self), DeclaredType([String: V]?.self),
    ]
  }
}
