import FoundationEssentials

/// Models that other people made, beside the package; not everybody has them.
enum ModelCorpus {
  static let isRequired = ProcessInfo.processInfo.environment["D2T_REQUIRE_CORPUS"] == "1"

  private static let root: String = {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(package)/../shared/corpus"
  }()

  /// The path of one of the files.
  static func path(_ name: String) -> String { "\(root)/\(name)" }

  /// Whether the corpus is there, or has to be.
  static var isExpected: Bool { isRequired || FileManager.default.fileExists(atPath: root) }

  /// The paths below a folder that end so, relative to the corpus.
  static func models(in folder: String, endingIn suffixes: String...) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path(folder))) ?? []
    return names.filter { name in suffixes.contains { name.hasSuffix($0) } }
      .map { "\(folder)/\($0)" }.sorted()
  }

  /// The text of a file; empty when there is none.
  static func text(_ name: String) -> String {
    FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
      ?? ""
  }
}
