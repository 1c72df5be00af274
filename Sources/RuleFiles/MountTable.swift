/// The mounted file systems of this process, by path.
nonisolated struct MountTable {
  private var kinds: [(path: String, kind: String)] = []

  /// File systems that other machines change without this kernel hearing of it.
  private static let silent: Set<String> = [
    "9p", "afs", "ceph", "cifs", "nfs", "nfs4", "smb3", "smbfs", "vboxsf", "virtiofs",
  ]

  /// The table of this process.
  init() {
    self.init(
      String(decoding: DirectoryEntryPath.bytes(of: "/proc/self/mountinfo") ?? [], as: UTF8.self)
    )
  }

  /// Reads the lines of `/proc/self/mountinfo`: the fifth word is the place, the one behind the dash the kind.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 4, let dash = words.firstIndex(of: "-"), dash + 1 < words.count else {
        continue
      }
      kinds.append((Self.unescaped(words[4]), String(words[dash + 1])))
    }
  }

  /// A place as paths have it: blanks and the like are written in octal, `\\040`.
  private static func unescaped(_ word: Substring) -> String {
    // The backslash last: what stands behind one is no code.
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\043", "#"), ("\\134", "\\")]
      .reduce(String(word)) { $0.replacing($1.0, with: $1.1) }
  }

  /// The kind of file system at a path without links.
  func kind(at path: String) -> String? {
    let around = kinds.filter {
      $0.path == "/" || path == $0.path || path.hasPrefix($0.path + "/")
    }
    // Of equally long ones the last was mounted over the others.
    return around.enumerated().max {
      ($0.element.path.count, $0.offset) < ($1.element.path.count, $1.offset)
    }?
    .element.kind
  }

  /// Whether changes at some of the places would not be told by the kernel.
  func isSilent(at places: WatchedPaths) -> Bool {
    places.files.union(places.folders).contains { path in
      let trace = PathResolution(path)
      guard let place = trace.end ?? trace.lookups.last?.folder, let kind = kind(at: place) else {
        return false
      }
      return Self.silent.contains(kind) || kind.hasPrefix("fuse.")
    }
  }
}
