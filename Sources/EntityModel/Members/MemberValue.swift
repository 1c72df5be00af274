import Diagnostics
import FoundationEssentials
import Qualifiers

/// A value type of a ``Member``: its conversion for rules and its form in model files.
protocol MemberValue: Equatable, Sendable {
  /// The value for rules.
  var ruleValue: Value { get }
  /// How it stands in the JSON object of its owner.
  func fields(named name: String) -> [(String, JSON)]
  /// Reads it from such an object; `nil` when it is not there, or wrong and reported.
  static func read(
    _ name: String,
    in nodes: [String: JSONDocument.Node],
    _ reader: inout ModelJSONReader
  ) -> Self?
  /// Returns the JSON Schema of each of its fields.
  static func schema(_ name: String, _ documentation: String?) -> [(String, JSON)]
  /// Whether it may be nothing.
  static var isOptional: Bool { get }
}

extension MemberValue {
  static var isOptional: Bool { false }
}

/// A member value that is one field of a model file.
protocol ModelFieldValue: MemberValue {
  var json: JSON { get }
  static func read(_ node: JSONDocument.Node, _ reader: inout ModelJSONReader) -> Self?
  /// The JSON Schema of the values.
  static var schema: [(String, JSON)] { get }
}

extension ModelFieldValue {
  var json: JSON { JSON(ruleValue) }

  func fields(named name: String) -> [(String, JSON)] { [(name, json)] }

  static func read(
    _ name: String,
    in nodes: [String: JSONDocument.Node],
    _ reader: inout ModelJSONReader
  ) -> Self? {
    guard let node = nodes[name] else { return nil }
    return read(node, &reader)
  }

  static func schema(_ name: String, _ documentation: String?) -> [(String, JSON)] {
    let description = documentation.map { [("description", JSON.string($0))] } ?? []
    return [(name, .object(schema + description))]
  }
}

// MARK: - Plain values

extension Bool: ModelFieldValue {
  var ruleValue: Value { .bool(self) }
  static func read(_ node: JSONDocument.Node, _ reader: inout ModelJSONReader) -> Bool? {
    reader.flag(node)
  }
  static var schema: [(String, JSON)] { [("type", "boolean")] }
}

extension Int: ModelFieldValue {
  var ruleValue: Value { .int(Int64(self)) }
  static func read(_ node: JSONDocument.Node, _ reader: inout ModelJSONReader) -> Int? {
    reader.integer(node)
  }
  static var schema: [(String, JSON)] { [("type", "integer"), ("minimum", 0)] }
}

extension String: ModelFieldValue {
  var ruleValue: Value { .string(self) }
  static func read(_ node: JSONDocument.Node, _ reader: inout ModelJSONReader) -> String? {
    reader.string(node)
  }
  static var schema: [(String, JSON)] { [("type", "string")] }
}

/// A choice or bound of an attribute: text, a number, a truth value.
extension Value: ModelFieldValue {
  var ruleValue: Value { self }
  static func read(_ node: JSONDocument.Node, _ reader: inout ModelJSONReader) -> Value? {
    reader.value(node)
  }
  static var schema: [(String, JSON)] { [("type", ["string", "number", "boolean"])] }
}

extension Array: MemberValue where Element: ModelFieldValue {}

extension Array: ModelFieldValue where Element: ModelFieldValue {
  var ruleValue: Value { .list(map(\.ruleValue)) }
  var json: JSON { .array(map(\.json)) }
  static func read(_ node: JSONDocument.Node, _ reader: inout ModelJSONReader) -> [Element]? {
    var list: [Element] = []
    for node in reader.elements(node) {
      if let element = Element.read(node, &reader) { list.append(element) }
    }
    return list
  }
  static var schema: [(String, JSON)] {
    [("type", "array"), ("items", .object(Element.schema))]
  }
}

extension Optional: MemberValue where Wrapped: MemberValue {
  var ruleValue: Value { self?.ruleValue ?? .null }
  func fields(named name: String) -> [(String, JSON)] { self?.fields(named: name) ?? [] }
  static func read(
    _ name: String,
    in nodes: [String: JSONDocument.Node],
    _ reader: inout ModelJSONReader
  ) -> Wrapped?? {
    Wrapped.read(name, in: nodes, &reader).map { $0 }
  }
  static func schema(_ name: String, _ documentation: String?) -> [(String, JSON)] {
    Wrapped.schema(name, documentation)
  }
  static var isOptional: Bool { true }
}

/// Custom values of a model, in the order of their names.
extension Dictionary: MemberValue where Key == String, Value == Qualifiers.Value {}

extension Dictionary: ModelFieldValue where Key == String, Value == Qualifiers.Value {
  var ruleValue: Qualifiers.Value { .dictionary(self) }
  static func read(
    _ node: JSONDocument.Node,
    _ reader: inout ModelJSONReader
  ) -> [String: Qualifiers.Value]? {
    reader.values(node)
  }
  static var schema: [(String, JSON)] { [("type", "object")] }
}

// MARK: - Values of the model

/// An enumeration of words that is a value in model files and rules, such as ``DeleteRule``.
protocol ChoiceValue: ModelFieldValue, RawRepresentable<String>, CaseIterable {}

extension ChoiceValue {
  var ruleValue: Value { .string(rawValue) }
  static func read(_ node: JSONDocument.Node, _ reader: inout ModelJSONReader) -> Self? {
    reader.choice(node)
  }
  static var schema: [(String, JSON)] {
    [("enum", .array(allCases.map { .string($0.rawValue) }))]
  }
}

extension AttributeType: ChoiceValue {
  static func read(_ node: JSONDocument.Node, _ reader: inout ModelJSONReader) -> Self? {
    reader.choice(node, besides: reader.customTypes.map(\.name))
  }
}

/// A type of an application by its name, under that of the built-in ones.
extension CustomType: MemberValue {
  var ruleValue: Value { .string(name) }
  func fields(named _: String) -> [(String, JSON)] { [] }
  static func read(
    _ name: String,
    in nodes: [String: JSONDocument.Node],
    _ reader: inout ModelJSONReader
  ) -> Self? {
    nodes[name].flatMap { reader.customType($0) }
  }
  static func schema(_: String, _: String?) -> [(String, JSON)] { [] }
}

extension StorageFormat: ChoiceValue {}
extension DeleteRule: ChoiceValue {}

/// The value, and beside it whether that itself is not allowed.
extension Bound: MemberValue {
  var ruleValue: Value { value }

  func fields(named name: String) -> [(String, JSON)] {
    [(name, value.json)] + (isIncluded ? [] : [(Self.exclusion(of: name), .bool(true))])
  }

  static func read(
    _ name: String,
    in nodes: [String: JSONDocument.Node],
    _ reader: inout ModelJSONReader
  ) -> Bound? {
    let isExcluded = reader.flag(nodes[exclusion(of: name)])
    return Value.read(name, in: nodes, &reader).map { Bound($0, isIncluded: isExcluded != true) }
  }

  static func schema(_ name: String, _ documentation: String?) -> [(String, JSON)] {
    let excluded = documentation.map { "\($0.dropLast()) itself is not allowed." }
    return Value.schema(name, documentation) + Bool.schema(exclusion(of: name), excluded)
  }

  private static func exclusion(of name: String) -> String { name + "Excluded" }
}

/// Under names of its own, whatever the member is called.
extension Attribute.Derivation: MemberValue {
  var ruleValue: Value { .bool(true) }

  func fields(named name: String) -> [(String, JSON)] {
    switch self {
    case .path(let path): [("path", .string(path.description))]
    case .expression(let expression): [("expression", .string(expression.description))]
    }
  }

  static func read(
    _ name: String,
    in nodes: [String: JSONDocument.Node],
    _ reader: inout ModelJSONReader
  ) -> Self? {
    let path = reader.string(nodes["path"]).map { Self.path(PropertyPath($0)) }
    guard let node = nodes["expression"], let text = reader.string(node) else { return path }
    if path != nil {
      reader.report("conflict", "an attribute has a path or an expression, not both", at: node.span)
      return path
    }
    let (expression, faults) = Qualifiers.Expression.parse(text)
    reader.take(faults, in: node)
    let start = ModelJSONReader.isPlain(node) ? node.span.start + 1 : nil
    // One that cannot be read is null, and no column.
    return .expression(
      expression?.movingSpans(by: start) ?? Qualifiers.Expression(.literal(.null))
    )
  }

  static func schema(_ name: String, _ documentation: String?) -> [(String, JSON)] {
    String.schema("path", "The value at the end of to-one relationships: studio.name.")
      + String.schema("expression", "A value of the rule language: `price - cost`.")
  }
}

extension Relationship.Join: ModelFieldValue {
  var ruleValue: Value { .list([.string(source), .string(destination)]) }
  var json: JSON { ["source": .string(source), "destination": .string(destination)] }

  static func read(_ node: JSONDocument.Node, _ reader: inout ModelJSONReader) -> Self? {
    reader.join(node)
  }

  static var schema: [(String, JSON)] {
    let ends =
      String.schema("source", "An attribute of this entity.")
      + String.schema("destination", "An attribute of the other.")
    return [
      ("type", "object"), ("required", ["source", "destination"]),
      ("additionalProperties", false), ("properties", .object(ends)),
    ]
  }
}

extension Entity.Kind: ChoiceValue {}

extension Entity.Write: ChoiceValue {}

extension Qualifier: ModelFieldValue {
  var ruleValue: Value { .string(description) }

  static func read(_ node: JSONDocument.Node, _ reader: inout ModelJSONReader) -> Qualifier? {
    reader.qualifier(node)
  }

  static var schema: [(String, JSON)] { String.schema }
}

extension ManagedColumns: ModelFieldValue {
  var ruleValue: Value { .string(manager) }
  var json: JSON { .object(notation.map { ($0.name, .int($0.number)) }) }

  static func read(_ node: JSONDocument.Node, _ reader: inout ModelJSONReader) -> Self? {
    reader.managedColumns(node)
  }

  static var schema: [(String, JSON)] { [("type", "object")] }
}
