import Glibc

/// A new folder, removed with everything in it when the test that made it is over.
///
/// Is in memory where there is room: thousands of small databases would wait for a disk otherwise.
public final class TemporaryFolder {
  /// The path of the folder, without a slash at the end.
  public let path: String

  /// Makes the folder.
  public init() { path = Self.make() }

  /// A file of the folder that is not there, or cannot be read.
  public struct MissingFile: Error {
    /// The expected path of the file.
    public let path: String
  }

  /// Makes an empty folder that nobody removes.
  public static func make() -> String {
    var template = Array("\(parent)/d2t-XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) } ?? "\(parent)/d2t"
  }

  /// Whether every account may make files in a folder: a test may go on as another one than it began.
  public static func isForEverybody(_ folder: String) -> Bool {
    var status = stat()
    let rights = mode_t(0o003)
    return stat(folder, &status) == 0 && status.st_mode & rights == rights
      && access(folder, W_OK | X_OK) == 0
  }

  /// The folder of shared memory when there are two gigabytes left in it, else that of temporary files.
  private static let parent: String = {
    var status = statvfs()
    guard isForEverybody("/dev/shm"), statvfs("/dev/shm", &status) == 0,
      UInt64(status.f_bavail) * UInt64(status.f_frsize) >= 2 << 30
    else { return "/tmp" }
    return "/dev/shm"
  }()

  /// The names of what is in the folder, sorted.
  public var names: [String] { Self.names(in: path) }

  /// Writes a file, in a folder of this one if its name says so, and gives its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) -> String {
    let file = "\(path)/\(name)"
    let parts = name.split(separator: "/")
    for end in 1..<max(parts.count, 1) {
      mkdir("\(path)/\(parts[..<end].joined(separator: "/"))", 0o755)
    }
    guard let stream = fopen(file, "w") else { return file }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    return file
  }

  /// Writes a text file and gives its path.
  @discardableResult
  public func write(_ text: String, to name: String) -> String {
    write(Array(text.utf8), to: name)
  }

  /// Returns the text of a file in the folder; empty when the file is missing.
  public func text(of name: String) -> String {
    String(decoding: (try? Self.bytes(of: "\(path)/\(name)")) ?? [], as: UTF8.self)
  }

  /// Returns the text of the file at any path.
  ///
  /// - Throws: ``MissingFile`` when it is not there or cannot be read.
  public static func text(at path: String) throws -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
  }

  /// Removes a file.
  public func remove(_ name: String) { unlink("\(path)/\(name)") }

  /// Copies a file from elsewhere and gives the path of the copy.
  @discardableResult
  public func copy(_ original: String, to name: String) throws -> String {
    write(try Self.bytes(of: original), to: name)
  }

  /// Copies a database with the files that belong to it, and gives the path of the copy.
  public func copyDatabase(_ original: String) throws -> String {
    let path = try copy(original, to: "copy.db")
    for suffix in ["-wal", "-journal"] where access(original + suffix, R_OK) == 0 {
      try copy(original + suffix, to: "copy.db" + suffix)
    }
    return path
  }

  deinit { Self.remove(path) }

  private static func bytes(of path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw MissingFile(path: path) }
    defer { fclose(file) }
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      contents += chunk[..<count]
    }
    return contents
  }

  /// The names of what is in a folder, sorted.
  public static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func remove(_ folder: String) {
    for name in names(in: folder) where unlink("\(folder)/\(name)") != 0 {
      remove("\(folder)/\(name)")
    }
    rmdir(folder)
  }
}
