import Diagnostics

/// Reads a property list that was converted to JSON, which has neither dates nor data.
enum JSONPropertyListReader {
  /// Whether the text begins as JSON does and no old-style list: `[`, or `{` and a text with a colon behind it.
  static func isJSON(_ source: SourceText) -> Bool {
    var rest = source.bytes[...].drop(while: isSpace)
    guard let start = rest.popFirst() else { return false }
    if start == UInt8(ascii: "[") { return true }
    rest = rest.drop(while: isSpace)
    guard start == UInt8(ascii: "{"), rest.popFirst() == UInt8(ascii: "\"") else { return false }
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
    }
    return rest.first { !isSpace($0) } == UInt8(ascii: ":")
  }

  static func read(_ source: SourceText) throws(MalformedDocument) -> PropertyList {
    let (document, faults) = JSONDocument.read(source)
    if let fault = faults.first { throw MalformedDocument(fault) }
    guard let document else { return PropertyList(.dictionary(.init())) }
    return try value(of: document.root, source)
  }

  private static func value(
    of node: JSONDocument.Node,
    _ source: SourceText
  ) throws(MalformedDocument) -> PropertyList {
    let content: PropertyList.Content
    switch node.content {
    case .null:
      throw MalformedDocument(
        "a property list has no null",
        in: source,
        at: node.span,
        suggestion: "leave the key out"
      )
    case .bool(let flag): content = .boolean(flag)
    case .number(let digits):
      content = Int64(digits).map { .integer($0) } ?? .real(Double(digits) ?? .infinity)
    case .string(let text): content = .string(text)
    case .array(let nodes):
      var elements: [PropertyList] = []
      for node in nodes { elements.append(try value(of: node, source)) }
      content = .array(elements)
    case .object(let members):
      var entries: [PropertyListDictionary.Entry] = []
      for member in members {
        entries.append(
          .init(member.name, try value(of: member.value, source), keySpan: member.nameSpan)
        )
      }
      content = .dictionary(PropertyListDictionary(entries))
    }
    return PropertyList(content, span: node.span)
  }
}
