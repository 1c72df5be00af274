import FoundationEssentials

/// The files of Sources with their texts, for tests of what nobody may have forgotten there.
enum SourceTexts {
  /// The texts by the path from Sources on.
  static func all() throws -> [String: String] { try read.get() }

  private static let read = Result {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    var texts: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where [".swift", ".c", ".h"].contains(where: name.hasSuffix) {
      texts[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    return texts
  }
}
