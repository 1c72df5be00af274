import EntityModel
import PropertyLists

/// The selection of the current version of a Core Data model: the one named in `.xccurrentversion`, else the newest.
enum CoreDataVersion {
  /// The folder of the current version: `Model 2.xcdatamodel`; `nil` when the file does not say.
  static func name(in bytes: [UInt8]) -> String? {
    let document = try? PropertyListDocument(reading: bytes, name: ".xccurrentversion")
    return document?.root["_XCCurrentVersionName"]?.text
  }

  /// The folders of versions from the oldest to the newest: by the number behind their names.
  static func sorted(_ folders: [String]) -> [String] {
    folders.map { (numbers: numbers(of: $0), name: $0) }.sorted { left, right in
      guard left.numbers == right.numbers else {
        return left.numbers.lexicographicallyPrecedes(right.numbers)
      }
      return left.name < right.name
    }.map(\.name)
  }

  /// `[10]` of `Model 10.xcdatamodel`, `[1, 2]` of `Model 1.2.xcdatamodel`; the first version has no number.
  private static func numbers(of folder: String) -> [Int] {
    let name = ModelFile(folder).stem
    let end = name.reversed().prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let numbers = String(end.reversed()).split(separator: ".").map { Int($0) ?? .max }
    return numbers.isEmpty ? [1] : numbers
  }
}
