import EntityModel
import ModelImport

nonisolated extension ModelReader {
  /// Reads every format of models that the program knows.
  static let all = Self(formats: [CoreDataFormat(), EOModelFormat()])
}
