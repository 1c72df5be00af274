import EntityModel
import ModelImport

nonisolated extension ModelReader {
  /// Reads every format of models that the program knows.
  static let all = Self(formats: [CoreDataFormat(), EOModelFormat()])
}

/// The programs whose databases are known.
nonisolated enum SchemaConventions {
  static let all: [any SchemaConvention] = [CoreDataConvention()]
}
