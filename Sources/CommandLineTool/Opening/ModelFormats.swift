import EntityModel
import ModelImport

nonisolated extension ModelReader {
  /// Reads every format of models that the program knows.
  ///
  /// Attributes in files of our own may have these types of an application.
  static func all(_ types: [CustomType]) -> Self {
    Self(formats: [CoreDataFormat(), EOModelFormat()], customTypes: types)
  }
}

/// The programs whose databases are known.
nonisolated enum SchemaConventions {
  static let all: [any SchemaConvention] = [CoreDataConvention()]
}
