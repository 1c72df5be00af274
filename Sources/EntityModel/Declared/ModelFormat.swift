package import Diagnostics

/// A foreign format of model files, such as Core Data or EOModel: how its files are recognised and read.
package protocol ModelFormat: Sendable {
  /// How the program's own JSON writes what the program of the format manages in tables; `nil` when that is nothing.
  var notation: ManagedColumnsNotation? { get }

  /// Reads a file or folder whose name says that it is of this format; `nil` for any other.
  ///
  /// - Returns: What it says, or nothing when nothing of it can be used, and every fault found.
  func read(named file: ModelFile) -> (model: ModelDeclaration?, diagnostics: [Diagnostic])?

  /// Reads a file that begins as this format does, whatever it is called; `nil` for any other.
  func read(
    _ file: ModelFile,
    beginning start: String
  ) -> (model: ModelDeclaration?, diagnostics: [Diagnostic])?
}
