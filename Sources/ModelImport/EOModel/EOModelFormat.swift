package import EntityModel

/// Models of WebObjects: folders with an `index.eomodeld`, and the single files of older ones.
package struct EOModelFormat: ModelFormat {
  /// The format.
  package init() {}

  package var notation: ManagedColumnsNotation? { nil }

  package func read(named file: ModelFile) -> ModelReading? {
    if let entries = file.entries { return folder(file, entries) }
    switch file.suffix {
    case "eomodel", "plist": return single(file)
    case "eomodeld" where file.name == Self.index: return folder(of: file)
    default: return nil
    }
  }

  package func read(_ file: ModelFile, beginning start: String) -> ModelReading? {
    start.contains("<plist") || start.contains("<!DOCTYPE plist") ? single(file) : nil
  }

  /// The name of the file that says what is in the folder of a model.
  private static let index = "index.eomodeld"

  private func folder(of index: ModelFile) -> ModelReading {
    let folder = index.folder
    guard let entries = folder.entries else {
      return (nil, [folder.fault("'\(folder.path)' cannot be read")])
    }
    return self.folder(folder, entries)
  }

  private func folder(_ folder: ModelFile, _ entries: [String]) -> ModelReading {
    var files: [String: [UInt8]] = [:]
    for entry in entries where Self.isPart(entry) { files[entry] = folder.file(entry).bytes }
    guard files[Self.index] != nil else {
      return (
        nil,
        [folder.fault("'\(folder.path)' is not a model: the folder has no \(Self.index)")]
      )
    }
    var reader = EOModelReader(
      files: files,
      path: folder.path,
      prototypes: Self.prototypes(beside: folder)
    )
    let model = reader.folder(name: folder.stem)
    return (model, reader.diagnostics)
  }

  private func single(_ file: ModelFile) -> ModelReading {
    guard let bytes = file.bytes else {
      return (nil, [file.fault("'\(file.path)' cannot be read")])
    }
    var reader = EOModelReader(
      files: [file.name: bytes],
      path: file.path,
      prototypes: Self.prototypes(beside: file)
    )
    let model = reader.file(file.name, name: file.stem)
    return (model, reader.diagnostics)
  }

  private static func isPart(_ name: String) -> Bool {
    name == index || name.hasSuffix(".plist") || name.hasSuffix(".fspec")
  }

  /// The prototypes of models in the same folder, as `erprototypes.eomodeld`.
  private static func prototypes(beside file: ModelFile) -> EOPrototypes {
    var prototypes = EOPrototypes()
    let folder = file.folder
    for name in (folder.entries ?? []).sorted()
    where name.lowercased().hasSuffix("prototypes.eomodeld") {
      let model = folder.file(name)
      for entry in (model.entries ?? []).sorted().map(model.file)
      where EOPrototypes.isPrototypeEntity(entry.stem) {
        if let bytes = entry.bytes { prototypes.add(bytes, name: entry.name) }
      }
    }
    return prototypes
  }
}
