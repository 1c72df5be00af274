/// A JSON text that was read, with the place of every value, so that faults in it can be shown with a caret.
///
///     let (document, faults) = JSONDocument.read(SourceText(name: "Movies.json", text: text))
///     let name = document?.root["name"]?.string
package struct JSONDocument: Sendable {
  /// A value and where it stands.
  package struct Node: Sendable {
    /// The kinds of values.
    package enum Content: Sendable {
      case null
      case bool(Bool)
      /// A number as it is written.
      case number(String)
      case string(String)
      case array([Node])
      case object([Member])
    }

    /// The value.
    package let content: Content
    /// The range of the value, including quotes and brackets.
    package let span: SourceSpan
  }

  /// `"name": value`.
  package struct Member: Sendable {
    /// The name.
    package let name: String
    /// The range of the name.
    package let nameSpan: SourceSpan
    /// The value.
    package let value: Node
  }

  /// The outermost value.
  package let root: Node
  /// The text that the spans refer to.
  package let source: SourceText

  /// How deep arrays and objects may stand in each other.
  package static let depthLimit = 200

  /// Reads a text; `nil` with a fault when it is no JSON.
  ///
  /// A name that an object has twice is a fault too. `start` tells whoever gives an empty text how it begins.
  package static func read(
    _ source: SourceText,
    start: String? = nil
  ) -> (document: JSONDocument?, diagnostics: [Diagnostic]) {
    var reader = JSONReader(source: source, start: start)
    do throws(JSONReader.Malformed) {
      let root = try reader.document()
      return (JSONDocument(root: root, source: source), reader.diagnostics)
    } catch {
      return (nil, reader.diagnostics + [error.diagnostic])
    }
  }
}

extension JSONDocument.Node {
  /// The value of an object's member; `nil` when this is no object or has no such member.
  package subscript(name: String) -> JSONDocument.Node? {
    members?.first { $0.name == name }?.value
  }

  /// The members, when this is an object.
  package var members: [JSONDocument.Member]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The elements, when this is an array.
  package var elements: [JSONDocument.Node]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The text, when this is a string.
  package var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The truth value, when this is one.
  package var bool: Bool? {
    if case .bool(let flag) = content { flag } else { nil }
  }

  /// The whole number, when this is one.
  package var int: Int64? {
    if case .number(let digits) = content { Int64(digits) } else { nil }
  }

  /// Whether this is `null`.
  package var isNull: Bool {
    if case .null = content { true } else { false }
  }

  /// The kind of the value, as used in messages.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
