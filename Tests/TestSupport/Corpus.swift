import FoundationEssentials

/// Databases that other people made, beside the package; not everybody has them.
package enum Corpus {
  package static let isRequired = ProcessInfo.processInfo.environment["D2T_REQUIRE_CORPUS"] == "1"

  private static let root: String = {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(package)/../shared/corpus"
  }()

  /// The path of one of the files.
  package static func path(_ name: String) -> String { "\(root)/\(name)" }

  /// Whether the corpus is there.
  package static var exists: Bool { FileManager.default.fileExists(atPath: root) }

  /// The names of the SQLite files in the folders, `sample/chinook.sqlite`.
  package static func databases(in folders: [String]) -> [String] {
    folders.flatMap { folder -> [String] in
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: path(folder))) ?? []
      return names.map { "\(folder)/\($0)" }.filter(isDatabase)
    }.sorted()
  }

  /// The paths of the models of Core Data and WebObjects in the folders.
  package static func models(in folders: [String]) -> [String] {
    folders.flatMap { folder -> [String] in
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: path(folder))) ?? []
      return names.filter { name in
        [".xcdatamodel", ".eomodeld", ".eomodel"].contains { name.hasSuffix($0) }
          && !name.hasSuffix("/index.eomodeld")
      }.map { "\(folder)/\($0)" }
    }.sorted()
  }

  /// The bytes of a file; 0 for a missing one.
  package static func size(of name: String) -> Int {
    FileManager.default.contents(atPath: path(name))?.count ?? 0
  }

  private static func isDatabase(_ name: String) -> Bool {
    guard let file = FileManager.default.contents(atPath: path(name))?.prefix(16) else {
      return false
    }
    return file.starts(with: "SQLite format 3".utf8)
  }
}
