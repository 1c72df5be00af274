import Glibc

/// A file path split into its folder and the name in it, with helpers for real paths and for reading a file's bytes.
package nonisolated struct DirectoryEntryPath {
  /// The folder; `.` where the path has none.
  package let folder: String
  /// The last part.
  let name: String

  package init(_ path: String) {
    guard let end = path.lastIndex(of: "/") else {
      (folder, name) = (".", path)
      return
    }
    folder = end == path.startIndex ? "/" : String(path[..<end])
    name = String(path[path.index(after: end)...])
  }

  /// Returns a path with all symbolic links resolved; `nil` if nothing is there.
  package static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The bytes of a file; `nil` when it cannot be read to its end.
  package static func bytes(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      contents += chunk[..<count]
    }
    return ferror(file) == 0 ? contents : nil
  }

  /// Returns the target if `path` is a symbolic link; `nil` for the file itself.
  static func linked(_ path: String) -> String? {
    guard let real = real(path) else { return nil }
    let (own, other) = (DirectoryEntryPath(path), DirectoryEntryPath(real))
    let isItself = own.name == other.name && FileIdentity(own.folder) == FileIdentity(other.folder)
    return isItself ? nil : real
  }
}
