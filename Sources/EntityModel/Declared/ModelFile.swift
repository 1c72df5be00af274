package import Diagnostics
import FoundationEssentials

/// A file or folder that may be a model.
package struct ModelFile: Sendable {
  /// The path as given, without a trailing slash.
  package let path: String
  /// The last part of the path.
  package let name: String
  /// The name up to its last dot.
  package let stem: String
  /// The name behind its last dot, in small letters; empty without a dot.
  package let suffix: String

  /// The file at `path`, which need not exist.
  package init(_ path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    name = self.path.split(separator: "/").last.map(String.init) ?? self.path
    if let dot = name.lastIndex(of: "."), dot > name.startIndex {
      stem = String(name[..<dot])
      suffix = name[name.index(after: dot)...].lowercased()
    } else {
      (stem, suffix) = (name, "")
    }
  }

  /// Whether there is such a file or folder.
  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// The contents; `nil` when the file cannot be read, or is a folder.
  package var bytes: [UInt8]? { FileManager.default.contents(atPath: path).map { [UInt8]($0) } }

  /// The names of what lies in a folder, in no order; `nil` for what is no folder.
  package var entries: [String]? { try? FileManager.default.contentsOfDirectory(atPath: path) }

  /// The folder in which it lies.
  package var folder: ModelFile {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.joined(separator: "/")
    return ModelFile(folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder)
  }

  /// Returns the file of that name in the folder.
  package func file(_ name: String) -> ModelFile { ModelFile("\(path)/\(name)") }

  /// A fault of the whole file.
  package func fault(
    _ message: String,
    severity: Diagnostic.Severity = .error
  ) -> Diagnostic {
    Diagnostic(severity, id: "file", message, source: SourceText(name: path, text: ""))
  }
}
