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

/// The conventions of other programs, such as Core Data, that the reflection of a database's schema recognizes.
nonisolated enum SchemaConventions {
  static let all: [any SchemaConvention] = [CoreDataConvention()]
}
