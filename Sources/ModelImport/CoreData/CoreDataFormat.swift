import Diagnostics
package import EntityModel

/// Models of Core Data: `.xcdatamodeld` folders of versions, single versions, and the `contents` of one.
package struct CoreDataFormat: ModelFormat {
  /// The format.
  package init() {}

  package var notation: ManagedColumnsNotation? { .coreData }

  package func read(named file: ModelFile) -> ModelReading? {
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

  package func read(_ file: ModelFile, beginning start: String) -> ModelReading? {
    start.contains("<model") ? version(file.folder, name: file.stem) : nil
  }

  /// The current version of a model of several.
  private func currentVersion(of file: ModelFile, _ entries: [String]) -> ModelReading {
    let versions = CoreDataVersion.sorted(entries.filter { $0.hasSuffix(".xcdatamodel") })
    guard let newest = versions.last else {
      return (nil, [file.fault("'\(file.path)' has no version: no folder ending in .xcdatamodel")])
    }
    var current = newest
    var faults: [Diagnostic] = []
    let marker = file.file(".xccurrentversion")
    if let mark = marker.bytes {
      let named = CoreDataVersion.name(in: mark)
      if let named, versions.contains(named) {
        current = named
      } else {
        let reason =
          named.map { "the current version '\($0)' is missing" } ?? "no current version is named"
        faults.append(marker.fault("\(reason); '\(newest)' is used", severity: .warning))
      }
    } else if versions.count > 1 {
      faults.append(
        file.fault("no version is marked as current; '\(newest)' is used", severity: .warning)
      )
    }
    let (model, found) = version(file.file(current), name: file.stem)
    return (model, faults + found)
  }

  private func version(_ folder: ModelFile, name: String) -> ModelReading {
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
