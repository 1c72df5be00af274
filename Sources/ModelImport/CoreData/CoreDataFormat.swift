package import Diagnostics
package import EntityModel

/// Models of Core Data: `.xcdatamodeld` folders of versions, single versions, and the `contents` of one.
package struct CoreDataFormat: ModelFormat {
  /// The format.
  package init() {}

  package var notation: ManagedColumnsNotation? { .coreData }

  package func read(
    named file: ModelFile
  ) -> (model: ModelDeclaration?, diagnostics: [Diagnostic])? {
    switch (file.suffix, file.entries) {
    case ("xcdatamodeld", let entries?): return currentVersion(of: file, entries)
    case ("xcdatamodel", _?): return version(file, name: file.stem)
    case ("momd", _), ("mom", _):
      return (
        nil,
        [file.fault("'\(file.name)' is compiled; give the .xcdatamodeld it was made from")]
      )
    default: return nil
    }
  }

  package func read(
    _ file: ModelFile,
    beginning start: String
  ) -> (model: ModelDeclaration?, diagnostics: [Diagnostic])? {
    start.contains("<model") ? version(file.folder, name: file.stem) : nil
  }

  /// The current version of a model of several.
  private func currentVersion(
    of file: ModelFile,
    _ entries: [String]
  ) -> (model: ModelDeclaration?, diagnostics: [Diagnostic]) {
    let versions = entries.filter { $0.hasSuffix(".xcdatamodel") }.sorted()
    var current = versions.count == 1 ? versions.first : nil
    var faults: [Diagnostic] = []
    let marker = file.file(".xccurrentversion")
    let mark = marker.bytes
    if let mark {
      let named = CoreDataVersion.name(in: mark)
      if let named, versions.contains(named) {
        current = named
      } else {
        faults.append(
          marker.fault("the current version '\(named ?? "")' is not there", severity: .warning)
        )
      }
    }
    // Without a word of the current one, the version called like the model is the first and the last.
    current =
      current ?? versions.first { $0 == "\(file.stem).xcdatamodel" && versions.count == 1 }
      ?? versions.last
    guard let current else {
      return (
        nil,
        [file.fault("'\(file.path)' has no version: no folder ending in .xcdatamodel")]
      )
    }
    if versions.count > 1, mark == nil {
      faults.append(
        file.fault(
          "no version is marked as current; '\(current)' is taken",
          severity: .warning
        )
      )
    }
    let (model, found) = version(file.file(current), name: file.stem)
    return (model, faults + found)
  }

  private func version(
    _ folder: ModelFile,
    name: String
  ) -> (model: ModelDeclaration?, diagnostics: [Diagnostic]) {
    let contents = folder.file("contents")
    guard let bytes = contents.bytes else {
      let isOld = folder.entries?.contains("elements") ?? false
      let reason =
        isOld
        ? "is in Xcode's old binary format; save it with a newer Xcode" : "has no file 'contents'"
      return (nil, [folder.fault("'\(folder.path)' \(reason)")])
    }
    return CoreDataModelReader.read(bytes, path: contents.path, name: name)
  }
}
