package import Diagnostics
import Glibc
package import RuleEngine

/// The rule files of a session by layer: named ones, those beside the database, and those of the site and the user.
package nonisolated struct RuleSources {
  /// A rule file found for the session: its path and the layer that its rules belong to.
  package struct File: Equatable {
    package let path: String
    package let layer: Layer
  }

  private var known: Set<FileIdentity> = []
  /// Lowest layer first; within one, in the order in which they count: of equal rules that of the earlier file wins.
  package private(set) var files: [File] = []
  /// Paths that the user named and that hold no rules.
  package private(set) var faults: [Diagnostic] = []
  /// The places in which files are looked for, whether they exist or not.
  private(set) var places = WatchedPaths()

  /// The files for a database at `path`: those named, those beside it, the site's and the user's.
  ///
  /// A database that is called by a link has the rules beside the file to which that leads, and then those beside the link.
  ///
  /// The rule files in `ownFolder`, which the program writes itself, count before the user's others.
  package init(
    named: [String],
    besideDatabase path: String?,
    in surroundings: HostEnvironment,
    and ownFolder: String? = nil
  ) {
    // What is named later is nearer to the user, and what stands beside the database is farthest.
    for name in named.reversed() { addNamed(name) }
    if let path {
      if let file = DirectoryEntryPath.linked(path) { addBeside(file) }
      addBeside(path)
    }
    for file in ruleFiles(in: surroundings.siteFolder) {
      add(file, .site)
    }
    for file in ownFolder.map({ Self.ruleFiles(in: $0).paths }) ?? [] { add(file, .user) }
    if let folder = Self.userFolder(in: surroundings.variables) {
      for file in ruleFiles(in: folder) {
        add(file, .user)
      }
    }
  }

  /// Returns the folder of the user's rules for all databases, such as `~/.config/d2t`.
  static func userFolder(in environment: [String: String]) -> String? {
    let home = environment["HOME"].map { "\($0)/.config" }
    let configuration = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? home
    return configuration.map { "\($0)/d2t" }
  }

  /// `movies.rules` beside `movies.sqlite`.
  static func mainFile(besideDatabase path: String) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[slash...].lastIndex(of: ".") ?? path.endIndex
    return path[..<dot] + ".rules"
  }

  /// Adds a file, unless it is there already under this or another name.
  private mutating func add(_ path: String, _ layer: Layer) {
    if let file = FileIdentity(path), !known.insert(file).inserted { return }
    files.append(File(path: path, layer: layer))
  }

  private mutating func addNamed(_ name: String) {
    guard Self.isDirectory(name) else {
      places.files.insert(name)
      add(name, .application)
      return
    }
    let found = ruleFiles(in: name)
    if found.isEmpty {
      faults.append(
        Diagnostic(
          .error,
          id: "file",
          "'\(name)' is a directory without rule files",
          source: SourceText(name: name, text: ""),
          suggestion: "name a file, or a directory with files that end in .rules or .d2wmodel"
        )
      )
    }
    for path in found { add(path, .application) }
  }

  /// `movies.rules` and `Rules/movies.rules` beside `movies.sqlite`; the same with `.d2wmodel`.
  private mutating func addBeside(_ database: String) {
    let nameStart = database.lastIndex(of: "/").map(database.index(after:)) ?? database.startIndex
    let (prefix, name) = (database[..<nameStart], database[nameStart...])
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    let candidates = Set([String(stem), String(name)]).sorted()
    let paths = candidates.flatMap { candidate in
      ["rules", "d2wmodel"].flatMap { ending in
        ["\(prefix)\(candidate).\(ending)", "\(prefix)Rules/\(candidate).\(ending)"]
      }
    }
    places.files.formUnion(paths)
    for path in paths where access(path, F_OK) == 0 && !Self.isDirectory(path) {
      add(path, .application)
    }
  }

  private mutating func ruleFiles(in folder: String) -> [String] {
    places.folders.insert(folder)
    return Self.ruleFiles(in: folder).paths
  }

  /// The rule files of a folder in the order of their names, none when nothing is called so; with what went wrong when
  /// something is that cannot be read as a folder, as an error number.
  package static func ruleFiles(in folder: String) -> (paths: [String], errorCode: Int32) {
    guard let directory = opendir(folder) else {
      let code = errno
      var status = stat()
      return ([], lstat(folder, &status) != 0 && errno == ENOENT ? 0 : code)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if WatchedPaths.isRuleFile(name) { names.append(name) }
    }
    return (names.sorted().map { "\(folder)/\($0)" }, 0)
  }

  private static func isDirectory(_ path: String) -> Bool { FileIdentity(path)?.isFolder == true }
}
