package import Diagnostics

/// A parsed property list file: its root value, its format, and its source text for error positions.
package struct PropertyListDocument: Sendable {
  /// The file format of a property list: OpenStep text, XML, binary or JSON.
  ///
  /// Detected when a document is read.
  package enum Format: String, Sendable, CaseIterable {
    /// `{ key = value; }`, also called old-style or ASCII.
    case openStep
    case xml, binary
    /// JSON, as `plutil -convert json` writes it.
    case json
  }

  /// The value of the file; an empty old-style file is an empty dictionary.
  package let root: PropertyList
  /// How the file is written.
  package let format: Format
  /// The source text for the spans of the values; for a binary file, its XML form.
  package let source: SourceText

  /// Reads a file of any format; the contents tell which it is.
  package init(reading bytes: [UInt8], name: String) throws(MalformedDocument) {
    if bytes.starts(with: "bplist".utf8) {
      let value = try BinaryPropertyListReader.read(bytes, name: name)
      try self.init(reading: SourceText(name: name, text: value.xmlText), format: .binary)
    } else {
      let text = try TextDecoding.text(of: bytes, name: name)
      try self.init(reading: SourceText(name: name, text: text))
    }
  }

  /// Reads a text that is old-style, XML or JSON.
  package init(reading source: SourceText) throws(MalformedDocument) {
    let start = source.bytes.first { !isSpace($0) }
    let format: Format =
      if start == UInt8(ascii: "<"), XMLReader.isDocument(source) {
        .xml
      } else {
        JSONPropertyListReader.isJSON(source) ? .json : .openStep
      }
    try self.init(reading: source, format: format)
  }

  private init(reading source: SourceText, format: Format) throws(MalformedDocument) {
    (self.source, self.format) = (source, format)
    switch format {
    case .openStep: root = try OpenStepReader.read(source)
    case .json: root = try JSONPropertyListReader.read(source)
    case .xml, .binary: root = try XMLPropertyListReader.read(source)
    }
  }
}
