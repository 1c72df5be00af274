import Glibc

/// One run of the real program, without a terminal.
struct ProgramRun {
  let output: String
  let messages: String
  let code: Int32

  /// Where the program is: beside the tests.
  static let path: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    return own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/d2t"
  }()

  /// Runs the program to its end in `folder`, where it finds no configuration of anybody's.
  init(_ arguments: [String], in folder: ScratchFolder, environment: [String: String] = [:]) throws
  {
    // A shell puts the streams in their places and goes there first; nothing of the arguments is read by it.
    let words = environment.map { "\($0)=\($1)" } + [Self.path] + arguments
    let script =
      "cd \"$0\" && exec timeout 60 env -u XDG_CONFIG_HOME HOME=\"$0\" \"$@\" >.out 2>.err </dev/null"
    var pid = pid_t()
    let strings = ["/bin/sh", "-c", script, folder.path] + words
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    guard posix_spawn(&pid, "/bin/sh", nil, nil, &pointers, environ) == 0 else {
      throw PseudoTerminal.Failure(description: "the shell does not start")
    }
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    output = folder.text(of: ".out")
    messages = folder.text(of: ".err")
    folder.remove(".out")
    folder.remove(".err")
  }
}

/// A new folder, removed with everything in it.
final class ScratchFolder {
  let path: String

  init() {
    var template = Array("/tmp/d2t-tests-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/d2t-tests"
  }

  /// Writes a file, in a folder of this one if its name says so.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) -> String {
    let parts = name.split(separator: "/")
    for end in 1..<max(parts.count, 1) {
      mkdir("\(path)/\(parts[..<end].joined(separator: "/"))", 0o755)
    }
    guard let file = fopen("\(path)/\(name)", "w") else { return name }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return "\(path)/\(name)"
  }

  /// Writes a text file.
  @discardableResult
  func write(_ text: String, to name: String) -> String { write(Array(text.utf8), to: name) }

  /// What is in a file.
  func text(of name: String) -> String {
    String(decoding: bytes(of: "\(path)/\(name)"), as: UTF8.self)
  }

  /// Copies a file from elsewhere.
  func copy(_ original: String, to name: String) { write(bytes(of: original), to: name) }

  func remove(_ name: String) { unlink("\(path)/\(name)") }

  /// The names of what is in the folder, sorted.
  var names: [String] {
    guard let directory = opendir(path) else { return [] }
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

  private func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      contents += chunk[..<count]
    }
    return contents
  }

  deinit { remove(folder: path) }

  private func remove(folder: String) {
    guard let directory = opendir(folder) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      if unlink("\(folder)/\(name)") != 0 { remove(folder: "\(folder)/\(name)") }
    }
    closedir(directory)
    rmdir(folder)
  }
}
