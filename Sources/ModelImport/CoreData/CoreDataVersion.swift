import PropertyLists

/// The file beside the versions of a Core Data model that names the current one.
enum CoreDataVersion {
  /// The folder of the current version: `Model 2.xcdatamodel`; `nil` when the file does not say.
  static func name(in bytes: [UInt8]) -> String? {
    let document = try? PropertyListDocument(reading: bytes, name: ".xccurrentversion")
    return document?.root["_XCCurrentVersionName"]?.text
  }
}
