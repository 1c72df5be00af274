package import Diagnostics

/// An element of an XML document: its name, attributes and contents, and where they stand.
///
///     let document = try XMLDocument(reading: bytes, name: "contents")
///     for entity in document.root.elements(named: "entity") { print(entity["name"] ?? "") }
package struct XMLElement: Sendable {
  /// An attribute in the start tag of an XML element, such as `name="value"`, with the position of its value.
  package struct Attribute: Sendable {
    /// The name as written, with its prefix if it has one.
    package let name: String
    /// The value with its entities resolved.
    package let value: String
    /// The position of the value, without its quotes.
    package let span: SourceSpan
  }

  /// A child of an XML element: another element, or text with its position.
  package enum Node: Sendable {
    case element(XMLElement)
    /// Characters with their entities resolved; what stands in CDATA sections is part of it.
    case text(String, SourceSpan)
  }

  /// The name as written, with its prefix if it has one.
  package let name: String
  /// In the order of the file; each name is there once.
  package let attributes: [Attribute]
  /// Elements and texts in the order of the file, without comments and processing instructions.
  package internal(set) var children: [Node] = []
  /// The whole element, from its start tag to the end of its end tag.
  package internal(set) var span: SourceSpan
  /// The name in the start tag.
  package let nameSpan: SourceSpan

  /// The value of an attribute.
  package subscript(name: String) -> String? { attribute(name)?.value }

  /// An attribute with its place.
  package func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// The elements directly inside this one.
  package var elements: [XMLElement] {
    children.compactMap { child in
      guard case .element(let element) = child else { return nil }
      return element
    }
  }

  /// The elements of that name directly inside this one.
  package func elements(named name: String) -> [XMLElement] { elements.filter { $0.name == name } }

  /// The first element of that name directly inside this one.
  package func element(named name: String) -> XMLElement? { elements.first { $0.name == name } }

  /// The characters directly inside this element, one after the other.
  package var text: String {
    children.reduce(into: "") { text, child in
      if case .text(let part, _) = child { text += part }
    }
  }
}

/// A parsed XML document: its root element, and its source text for error positions.
package struct XMLDocument: Sendable {
  /// The outermost element.
  package let root: XMLElement
  /// The source text to which the spans refer.
  package let source: SourceText

  /// Reads a document in UTF-8, UTF-16, ISO 8859-1, Windows 1252 or Mac OS Roman.
  ///
  /// Entities that a document declares for itself are not expanded, and nothing outside it is ever read.
  package init(reading bytes: [UInt8], name: String) throws(MalformedDocument) {
    try self.init(
      reading: SourceText(name: name, text: try TextDecoding.text(of: bytes, name: name))
    )
  }

  /// Reads a document that is a text already.
  package init(reading source: SourceText) throws(MalformedDocument) {
    var reader = XMLReader(source: source, bytes: source.bytes)
    self.source = source
    root = try reader.readDocument()
  }
}
