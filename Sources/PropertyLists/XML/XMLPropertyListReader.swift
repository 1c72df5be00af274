import Diagnostics

/// Reads the values of an XML property list.
struct XMLPropertyListReader {
  private let source: SourceText

  /// The value of the document.
  static func read(_ source: SourceText) throws(MalformedDocument) -> PropertyList {
    let root = try XMLDocument(reading: source).root
    let reader = Self(source: source)
    guard root.name == "plist" else { return try reader.value(of: root, depth: 1) }
    let elements = root.elements
    try reader.expectNoText(in: root)
    guard let first = elements.first else {
      throw reader.fault("the property list is empty", root.nameSpan)
    }
    guard elements.count == 1 else {
      throw reader.fault("a property list holds one value, not several", elements[1].nameSpan)
    }
    return try reader.value(of: first, depth: 1)
  }

  private func value(of element: XMLElement, depth: Int) throws(MalformedDocument) -> PropertyList {
    guard depth <= PropertyList.depthLimit else {
      throw fault(PropertyList.tooDeep, element.nameSpan)
    }
    return PropertyList(try content(of: element, depth: depth), span: element.span)
  }

  private func content(
    of element: XMLElement,
    depth: Int
  ) throws(MalformedDocument) -> PropertyList.Content {
    switch element.name {
    case "dict": return .dictionary(try dictionary(of: element, depth: depth))
    case "array":
      try expectNoText(in: element)
      var values: [PropertyList] = []
      for child in element.elements { values.append(try value(of: child, depth: depth + 1)) }
      return .array(values)
    case "string": return .string(try text(of: element))
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "integer":
      return .integer(try parsed(element, as: "a whole number of 64 bits", Self.integer))
    case "real": return .real(try parsed(element, as: "a number", Self.real))
    case "date":
      return .date(try parsed(element, as: "a date like 2001-09-17T08:00:00Z", DateText.seconds))
    case "data": return .data(try parsed(element, as: "base 64", Base64.decoded))
    default:
      throw fault(
        "`<\(element.name)>` is not an element of property lists",
        element.nameSpan,
        suggestion: nearestName(to: element.name, in: Self.names).map { "did you mean `<\($0)>`?" }
      )
    }
  }

  private static let names = [
    "array", "data", "date", "dict", "false", "integer", "key", "plist", "real", "string", "true",
  ]

  private func dictionary(
    of element: XMLElement,
    depth: Int
  ) throws(MalformedDocument) -> PropertyListDictionary {
    try expectNoText(in: element)
    var entries: [PropertyListDictionary.Entry] = []
    var key: XMLElement?
    for child in element.elements {
      if let name = key {
        guard child.name != "key" else {
          throw fault("the key `\(try text(of: name))` has no value", name.span)
        }
        let value = try value(of: child, depth: depth + 1)
        entries.append(.init(try text(of: name), value, keySpan: name.span))
        key = nil
      } else {
        guard child.name == "key" else {
          throw fault("`<key>` was expected here", child.nameSpan)
        }
        key = child
      }
    }
    if let key { throw fault("the key `\(try text(of: key))` has no value", key.span) }
    return PropertyListDictionary(entries)
  }

  private func text(of element: XMLElement) throws(MalformedDocument) -> String {
    if let inner = element.elements.first {
      throw fault("`<\(inner.name)>` is not allowed in `<\(element.name)>`", inner.nameSpan)
    }
    return element.text
  }

  private func parsed<Value>(
    _ element: XMLElement,
    as what: String,
    _ parse: (String) -> Value?
  ) throws(MalformedDocument) -> Value {
    let text = try text(of: element)
    if let value = parse(text) { return value }
    throw fault("`<\(element.name)>` must hold \(what), not `\(text.prefix(40))`", element.span)
  }

  private func expectNoText(in element: XMLElement) throws(MalformedDocument) {
    for case .text(let text, let span) in element.children where !text.utf8.allSatisfy(isSpace) {
      let start = source.bytes[span.start..<span.end].firstIndex { !isSpace($0) } ?? span.start
      throw fault(
        "text is not allowed directly in `<\(element.name)>`",
        SourceSpan(start, span.end),
        suggestion: "write `<string>…</string>`"
      )
    }
  }

  private static func integer(_ text: String) -> Int64? {
    let text = trimmed(text)
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      return Int64((isNegative ? "-" : "") + digits.dropFirst(2), radix: 16)
    }
    return Int64(text)
  }

  private static func real(_ text: String) -> Double? {
    let text = trimmed(text).lowercased()
    return switch text {
    case "nan": .nan
    case "inf", "infinity", "+infinity", "+inf": .infinity
    case "-inf", "-infinity": -.infinity
    default: Double(text)
    }
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  private func fault(
    _ message: String,
    _ span: SourceSpan,
    suggestion: String? = nil
  ) -> MalformedDocument {
    MalformedDocument(message, in: source, at: span, suggestion: suggestion)
  }
}
