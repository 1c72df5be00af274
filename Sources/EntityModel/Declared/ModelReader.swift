package import Diagnostics

/// Reads model files: the program's own format, and others that it is given.
package struct ModelReader: Sendable {
  private let formats: [any ModelFormat]
  private let customTypes: [CustomType]

  /// Reads files of other formats too, of which the first that knows a file reads it; the program's own may name these
  /// types of an application.
  package init(formats: [any ModelFormat] = [], customTypes: [CustomType] = []) {
    (self.formats, self.customTypes) = (formats, customTypes)
  }

  /// Reads the model at `path`; `nil` when nothing of it can be used.
  ///
  /// - Parameter path: a file or folder.
  /// - Returns: What it says, and every fault found.
  package func read(_ path: String) -> (model: ModelDeclaration?, diagnostics: [Diagnostic]) {
    let file = ModelFile(path)
    guard file.exists else { return (nil, [file.fault("there is no file '\(file.path)'")]) }
    for format in formats {
      if let found = format.read(named: file) { return found }
    }
    guard let bytes = file.bytes else {
      return (nil, [file.fault("'\(file.path)' cannot be read")])
    }
    let start = String(decoding: bytes.prefix(400), as: UTF8.self)
    for format in formats {
      if let found = format.read(file, beginning: start) { return found }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return (nil, [file.fault("'\(file.path)' is not a model: it is not UTF-8 text")])
    }
    var (model, faults) = read(SourceText(name: file.path, text: text))
    if model?.name.isEmpty == true { model?.name = file.stem }
    return (model, faults)
  }

  /// Reads a text in our own format.
  ///
  /// - Returns: What it says, and every fault found.
  package func read(_ text: SourceText) -> (model: ModelDeclaration?, diagnostics: [Diagnostic]) {
    ModelJSONReader.read(
      text,
      notations: formats.compactMap(\.notation),
      customTypes: customTypes
    )
  }
}
