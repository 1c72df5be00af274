import Glibc

/// The steps that resolve a path through folders and symbolic links: each name looked up, its folder, and the final file.
///
/// File watching uses it to watch every link or folder whose change would put another file at the path.
nonisolated struct PathResolution {
  /// Names whose meaning can change: the last one, links on the way, and the first that does not exist.
  private(set) var lookups: [(folder: String, name: String)] = []
  /// The folders on the way, which could be moved or removed as a whole.
  private(set) var folders: [String] = []
  /// The path with all links followed; `nil` if nothing is there.
  private(set) var end: String?

  /// Links that lead to links are followed this far, as the kernel does.
  private static let mostLinks = 40

  /// The way to `path`, which is taken from the current folder on unless it begins at the root.
  init(_ path: String) {
    let start = path.hasPrefix("/") ? path : Self.currentFolder + "/" + path
    var rest = Self.names(in: start)
    var here: [String] = []
    var links = 0
    folders.append("/")
    while let name = rest.popLast() {
      if name == "." { continue }
      if name == ".." {
        _ = here.popLast()
        continue
      }
      let folder = "/" + here.joined(separator: "/")
      let next = here + [name]
      var status = stat()
      guard lstat("/" + next.joined(separator: "/"), &status) == 0 else {
        lookups.append((folder, name))
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        lookups.append((folder, name))
        links += 1
        guard links <= Self.mostLinks,
          let target = Self.target(of: "/" + next.joined(separator: "/"))
        else { return }
        if target.hasPrefix("/") { here = [] }
        rest += Self.names(in: target)
      case S_IFDIR:
        here = next
        folders.append("/" + here.joined(separator: "/"))
      default:
        lookups.append((folder, name))
        here = next
        if !rest.isEmpty { return }
      }
    }
    end = "/" + here.joined(separator: "/")
  }

  /// The names in a path, the first one last.
  private static func names(in path: String) -> [String] {
    path.split(separator: "/").reversed().map(String.init)
  }

  private static var currentFolder: String {
    guard let folder = getcwd(nil, 0) else { return "" }
    defer { free(folder) }
    return String(cString: folder)
  }

  private static func target(of link: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { readlink(link, $0, characters.count) } ?? -1
      }
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
