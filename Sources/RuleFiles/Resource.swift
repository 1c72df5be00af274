import CResources
package import Diagnostics

/// Files that are inside the binary.
package nonisolated enum Resource {
  /// The text of the file at `path` below the package.
  package static func text(_ path: String) -> String {
    var index = 0
    while let resource = d2t_resource_at(index) {
      if String(cString: resource.pointee.path) == path {
        let bytes = UnsafeBufferPointer(
          start: resource.pointee.bytes,
          count: resource.pointee.count
        )
        return String(decoding: bytes, as: UTF8.self)
      }
      index += 1
    }
    preconditionFailure("\(path) is not embedded; add it to Sources/CResources/resources.c")
  }

  /// Returns an embedded text with its name, for rules and messages about them.
  package static func source(_ path: String) -> SourceText {
    SourceText(name: path, text: text(path))
  }
}
