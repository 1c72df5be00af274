package import Diagnostics
import FoundationEssentials

/// Reads model files of every format, by what they are called.
package enum ModelReader {
  /// Reads the model at `path`; `nil` when nothing of it can be used.
  ///
  /// - Parameter path: a file or folder.
  /// - Returns: What it says, and every fault found.
  package static func read(
    _ path: String
  ) -> (model: ModelDeclaration?, diagnostics: [Diagnostic]) {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let fileName = path.split(separator: "/").last.map(String.init) ?? path
    let (stem, suffix) = split(fileName)
    guard FileManager.default.fileExists(atPath: path) else {
      return (nil, [fault(path, "there is no file '\(path)'")])
    }
    let isFolder = entries(of: path) != nil
    switch suffix {
    case "xcdatamodeld" where isFolder: return coreDataVersion(path, name: stem)
    case "xcdatamodel" where isFolder: return coreData(path, name: stem)
    case "momd", "mom":
      return (
        nil, [fault(path, "'\(fileName)' is compiled; give the .xcdatamodeld it was made from")]
      )
    case _ where isFolder: return eoFolder(path, name: stem)
    case "eomodel", "plist": return eoFile(path, fileName, name: stem)
    case "eomodeld": return read(folder(of: path))
    default: break
    }
    guard let bytes = bytes(path) else { return (nil, [fault(path, "'\(path)' cannot be read")]) }
    let start = String(decoding: bytes.prefix(400), as: UTF8.self)
    if start.contains("<model") { return coreData(folder(of: path), name: stem) }
    if start.contains("<plist") || start.contains("<!DOCTYPE plist") {
      return eoFile(path, fileName, name: stem)
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      return (nil, [fault(path, "'\(path)' is no model: it is not text in UTF-8")])
    }
    var (model, faults) = ModelJSONReader.read(
      SourceText(name: path, text: String(decoding: bytes, as: UTF8.self))
    )
    if model?.name.isEmpty == true { model?.name = stem }
    return (model, faults)
  }

  // MARK: WebObjects

  private static func eoFolder(
    _ path: String,
    name: String
  ) -> (model: ModelDeclaration?, diagnostics: [Diagnostic]) {
    var files: [String: [UInt8]] = [:]
    for entry in entries(of: path) ?? [] where isEOFile(entry) {
      files[entry] = bytes("\(path)/\(entry)")
    }
    guard files["index.eomodeld"] != nil else {
      return (nil, [fault(path, "'\(path)' is a folder, and no model: it has no index.eomodeld")])
    }
    var reader = EOModelReader(files: files, path: path, prototypes: prototypes(beside: path))
    let model = reader.folder(name: name)
    return (model, reader.diagnostics)
  }

  private static func eoFile(
    _ path: String,
    _ fileName: String,
    name: String
  ) -> (model: ModelDeclaration?, diagnostics: [Diagnostic]) {
    guard let bytes = bytes(path) else { return (nil, [fault(path, "'\(path)' cannot be read")]) }
    var reader = EOModelReader(
      files: [fileName: bytes],
      path: path,
      prototypes: prototypes(beside: path)
    )
    let model = reader.file(fileName, name: name)
    return (model, reader.diagnostics)
  }

  private static func isEOFile(_ name: String) -> Bool {
    name == "index.eomodeld" || name.hasSuffix(".plist") || name.hasSuffix(".fspec")
  }

  /// The prototypes of models in the same folder, as `erprototypes.eomodeld`.
  private static func prototypes(beside path: String) -> EOPrototypes {
    var prototypes = EOPrototypes()
    let folder = folder(of: path)
    for model in (entries(of: folder) ?? []).sorted()
    where model.lowercased().hasSuffix("prototypes.eomodeld") {
      for entry in entries(of: "\(folder)/\(model)") ?? []
      where EOPrototypes.isPrototypeEntity(split(entry).stem) {
        if let bytes = bytes("\(folder)/\(model)/\(entry)") { prototypes.add(bytes, name: entry) }
      }
    }
    return prototypes
  }

  // MARK: Core Data

  /// The current version of a model of several.
  private static func coreDataVersion(
    _ path: String,
    name: String
  ) -> (model: ModelDeclaration?, diagnostics: [Diagnostic]) {
    let versions = (entries(of: path) ?? []).filter { $0.hasSuffix(".xcdatamodel") }.sorted()
    var current = versions.count == 1 ? versions.first : nil
    var faults: [Diagnostic] = []
    if let bytes = bytes("\(path)/.xccurrentversion") {
      let named = CoreDataVersion.name(in: bytes)
      if let named, versions.contains(named) {
        current = named
      } else {
        faults.append(
          fault(
            "\(path)/.xccurrentversion",
            "the current version '\(named ?? "")' is not there",
            .warning
          )
        )
      }
    }
    // Without a word of the current one, the version called like the model is the first and the last.
    current =
      current ?? versions.first { $0 == "\(name).xcdatamodel" && versions.count == 1 }
      ?? versions.last
    guard let current else {
      return (nil, [fault(path, "'\(path)' has no version: no folder ending in .xcdatamodel")])
    }
    if versions.count > 1, faults.isEmpty, bytes("\(path)/.xccurrentversion") == nil {
      faults.append(fault(path, "no version is marked as current; '\(current)' is taken", .warning))
    }
    let (model, found) = coreData("\(path)/\(current)", name: name)
    return (model, faults + found)
  }

  private static func coreData(
    _ path: String,
    name: String
  ) -> (model: ModelDeclaration?, diagnostics: [Diagnostic]) {
    guard let bytes = bytes("\(path)/contents") else {
      let isOld = entries(of: path)?.contains("elements") ?? false
      let reason =
        isOld
        ? "is in Xcode's old binary format; save it with a newer Xcode" : "has no file 'contents'"
      return (nil, [fault(path, "'\(path)' \(reason)")])
    }
    return CoreDataModelReader.read(bytes, path: "\(path)/contents", name: name)
  }

  // MARK: Files

  private static func entries(of path: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: path)
  }

  private static func bytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }

  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.joined(separator: "/")
    return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
  }

  private static func split(_ fileName: String) -> (stem: String, suffix: String) {
    guard let dot = fileName.lastIndex(of: "."), dot > fileName.startIndex else {
      return (fileName, "")
    }
    return (String(fileName[..<dot]), fileName[fileName.index(after: dot)...].lowercased())
  }

  private static func fault(
    _ path: String,
    _ message: String,
    _ severity: Diagnostic.Severity = .error
  ) -> Diagnostic {
    Diagnostic(severity, id: "file", message, source: SourceText(name: path, text: ""))
  }
}
