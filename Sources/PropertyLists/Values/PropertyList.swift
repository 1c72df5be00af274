package import Diagnostics

/// A value in a property list, with its position in the file's text for error messages.
///
///     let document = try PropertyListDocument(reading: bytes, name: "d2w.d2wmodel")
///     for rule in document.root["rules"]?.array ?? [] { print(rule["author"]?.text ?? "") }
package struct PropertyList: Sendable {
  /// How deep arrays and dictionaries may stand in each other.
  static let depthLimit = 200
  static let tooDeep = "arrays and dictionaries nest more than \(depthLimit) deep"

  /// The value of a property list: a string, number, Boolean, date or data, or an array or dictionary of others.
  ///
  /// Old-style lists know only strings, data, arrays and dictionaries.
  package enum Content: Sendable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    /// Seconds since 1970-01-01 00:00:00 UTC.
    case date(Double)
    case data([UInt8])
    case array([PropertyList])
    case dictionary(PropertyListDictionary)
  }

  /// The value.
  package var content: Content
  /// The position of the value in the source text.
  package var span: SourceSpan

  /// A value that stands at `span`, or nowhere.
  package init(_ content: Content, span: SourceSpan = SourceSpan(0, 0)) {
    (self.content, self.span) = (content, span)
  }

  /// The value of a dictionary's key; `nil` when this is no dictionary or has no such key.
  package subscript(key: String) -> PropertyList? { dictionary?[key] }

  /// The string, when this is one.
  package var string: String? {
    if case .string(let string) = content { string } else { nil }
  }

  /// The elements, when this is an array.
  package var array: [PropertyList]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The dictionary, when this is one.
  package var dictionary: PropertyListDictionary? {
    if case .dictionary(let dictionary) = content { dictionary } else { nil }
  }

  /// A string, number or boolean as text; booleans are `YES` and `NO`, as old-style lists write them.
  package var text: String? {
    switch content {
    case .string(let string): string
    case .integer(let number): "\(number)"
    case .real(let number): Self.text(of: number)
    case .boolean(let flag): flag ? "YES" : "NO"
    case .date, .data, .array, .dictionary: nil
    }
  }

  /// The whole number, also one that is written as a string.
  package var integer: Int64? {
    switch content {
    case .string(let string): Int64(string)
    case .integer(let number): number
    case .real(let number): Int64(exactly: number)
    case .boolean, .date, .data, .array, .dictionary: nil
    }
  }

  /// The boolean, also one written `YES`, `NO`, `Y`, `N`, `true`, `false`, `1` or `0`.
  package var boolean: Bool? {
    switch content {
    case .boolean(let flag): flag
    case .integer(1): true
    case .integer(0): false
    case .string(let string):
      switch string.lowercased() {
      case "yes", "y", "true", "1": true
      case "no", "n", "false", "0": false
      default: nil
      }
    case .integer, .real, .date, .data, .array, .dictionary: nil
    }
  }

  /// The kind of the value for messages: `a string`.
  package var kind: String {
    switch content {
    case .string: "a string"
    case .integer, .real: "a number"
    case .boolean: "a boolean"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }

  /// A number as the shortest text that reads back the same; whole ones without a fraction.
  static func text(of number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-infinity" : "+infinity" }
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension PropertyList: Equatable {
  /// Whether both hold the same values in the same order, wherever they stand.
  package static func == (left: Self, right: Self) -> Bool {
    switch (left.content, right.content) {
    case (.string(let left), .string(let right)):
      // Not `==`, which holds letters equal that are composed differently.
      left.utf8.elementsEqual(right.utf8)
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right || left.isNaN && right.isNaN
    case (.boolean(let left), .boolean(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    default: false
    }
  }
}
