import Diagnostics
import EntityModel
import Synchronization
import Workspace

/// The models of the application and the files named on the command line, to be laid over a database.
final class DeclaredModels: Sendable {
  /// The declarations of the model files, in the order given.
  let declarations: [ModelDeclaration]
  /// The errors found while reading the files.
  private let readingFaults: [Diagnostic]
  private let overlayFaults = Mutex<[Diagnostic]>([])

  /// Reads texts of our own format, then the files; attributes may have these types of an application.
  ///
  /// - Throws: ``UsageError`` for one that is no model at all.
  init(
    _ paths: [String],
    texts: [(name: String, text: String)] = [],
    _ types: [CustomType]
  ) throws(UsageError) {
    var declarations: [ModelDeclaration] = []
    var faults: [Diagnostic] = []
    let reader = ModelReader.all(types)
    let read = texts.map { reader.read(SourceText(name: $0.name, text: $0.text)) }
    for (model, found) in read + paths.map({ reader.read($0) }) {
      guard let model else {
        throw UsageError("--model: " + found.map(\.modelSentence).joined(separator: "\n"))
      }
      declarations.append(model)
      faults += found
    }
    (self.declarations, readingFaults) = (declarations, faults)
  }

  /// Everything that is wrong with the files, once they are laid over the database.
  var faults: [Diagnostic] { readingFaults + overlayFaults.withLock { $0 } }

  /// The function that applies the declarations to a reflected model; `nil` without files.
  var shape: (@Sendable (Model) -> Model)? {
    guard !declarations.isEmpty else { return nil }
    return { [self] found in
      let (model, faults) = ModelOverlay.model(
        name: found.name,
        declarations: declarations,
        over: found
      )
      overlayFaults.withLock { $0 = faults }
      return model
    }
  }

  /// The model that the files make by themselves.
  func model(name: String) -> (model: Model, diagnostics: [Diagnostic]) {
    ModelOverlay.model(name: name, declarations: declarations, over: nil)
  }
}

extension Diagnostic {
  /// The fault with its place and caret, or the sentence alone when it is about a whole file.
  var modelSentence: String {
    guard let source else { return message }
    if !source.bytes.isEmpty { return rendered }
    return message.contains(source.name) ? message : "\(source.name): \(message)"
  }
}
