package import Diagnostics
import Glibc
package import RuleEngine
import Synchronization

/// All rules of a session by where they come from, so that they can be read again while it runs.
///
/// A file with a mistake counts as it last was without one; one that never was counts without its wrong rules.
package nonisolated struct RuleBase: Sendable {
  /// The result of reading all rule files: the rules in effect, the faults and the changed files.
  package struct Reading: Sendable {
    /// The rules that count.
    package let model: RuleModel
    /// All that is wrong with the files as they are now.
    package let faults: [Diagnostic]
    /// The files that count as they were before, because of what is wrong with them now.
    package let kept: Set<String>
    /// The files that hold something else than when they were first read.
    package let changed: Set<String>
  }

  /// The inputs from which the rule files of a session are found: named paths, the database path and the process environment.
  package struct Origin: Sendable {
    /// Files and folders named on the command line.
    package var named: [String]
    /// The database, beside which files may stand.
    package var database: String?
    /// The process environment, which gives the folders of the site's and the user's rules.
    package var surroundings: HostEnvironment
    /// The folder of rule files that the program writes itself, read as the user's and not watched; `nil` for none.
    package var ownFolder: String?

    /// Files that were named, and those beside a database and in the folders of site and user.
    package init(named: [String], database: String?, surroundings: HostEnvironment) {
      (self.named, self.database, self.surroundings) = (named, database, surroundings)
    }

    /// The files that are there now.
    fileprivate var sources: RuleSources {
      RuleSources(named: named, besideDatabase: database, in: surroundings, and: ownFolder)
    }
  }

  private let origin: Origin
  /// The rules inside the program that name nothing of a database, read already.
  private let start: RuleLoading
  /// The names that the other rules may use.
  private let names: KnownNames
  /// Texts inside the program, or made from the database, that stand before the files of their layer.
  private let included: [(layer: Layer, text: SourceText)]
  /// The application's rules written in Swift.
  private let written: [SwiftRule]
  /// Files as they were when nothing was wrong with them.
  private var sound: [String: SourceText] = [:]
  /// Files as they were read last; `nil` for those that could not be.
  private var texts: [String: String?] = [:]
  /// Files as they were read first.
  private var firstTexts: [String: String?] = [:]
  /// The rule files found by the last reading, and the places searched.
  private var sources: RuleSources
  /// The files of each layer that were read last, without those that they include.
  private var filesRead: [RuleSources.File] = []
  private var model: RuleModel?

  /// Rules of which nothing but `start` was read.
  package init(
    start: RuleLoading,
    names: KnownNames,
    included: [(layer: Layer, text: SourceText)],
    written: [SwiftRule] = [],
    origin: Origin
  ) {
    self.start = start
    self.names = names
    self.included = included
    self.written = written
    self.origin = origin
    sources = origin.sources
  }

  /// The files and folders to watch for changes of the rules.
  var places: WatchedPaths {
    var places = sources.places
    let own = origin.ownFolder.map { "\($0)/" }
    places.files.formUnion(texts.keys.filter { path in own.map { !path.hasPrefix($0) } ?? true })
    return places
  }

  /// Whether the file was read last.
  func hasRead(_ path: String) -> Bool { texts[path].flatMap(\.self) != nil }

  /// The file to which a rule for this database is added: one that is there, else one beside the database.
  var fileForNewRules: String? {
    let files = sources.files.filter { $0.layer == .application && $0.path.hasSuffix(".rules") }
    let beside = origin.database.map { RuleSources.mainFile(besideDatabase: $0) }
    if let beside, files.contains(where: { $0.path == beside }) { return beside }
    return files.first?.path ?? beside
      ?? RuleSources.userFolder(in: origin.surroundings.variables).map { "\($0)/my.rules" }
  }

  /// A file that takes long to read; `nil` where reading takes no time that anybody notices.
  package var longFile: String? {
    let sizes = sources.files.map { file in
      var status = stat()
      return stat(file.path, &status) == 0 ? Int(status.st_size) : 0
    }
    guard sizes.reduce(0, +) > Self.longSize, let most = sizes.max() else { return nil }
    return sizes.firstIndex(of: most).map { sources.files[$0].path }
  }

  /// Rule files of so many bytes are long.
  private static let longSize = 1 << 18

  /// Looks anew which files there are.
  mutating func look() { sources = origin.sources }

  /// Whether the files hold what they held when they were read last.
  var isCurrent: Bool {
    guard model != nil, sources.files == filesRead else { return false }
    var faults: [Diagnostic] = []
    return texts.allSatisfy { path, text in RuleFileReader.all.read(path, &faults)?.text == text }
  }

  /// Reads the files that were found and what was typed while the program runs.
  package mutating func read(_ live: LiveRules) -> Reading {
    let now = load(live, replacing: [:])
    var texts = now.texts
    var replaced: [String: SourceText] = [:]
    var result = now
    // What a file was before may include others that are broken as well.
    while case let broken = sound.filter({
      result.faulty.contains($0.key) && replaced[$0.key] == nil
    }), !broken.isEmpty {
      replaced.merge(broken) { first, _ in first }
      result = load(live, replacing: replaced)
      texts.merge(result.texts) { first, _ in first }
    }
    for (path, text) in now.texts where !now.faulty.contains(path) { sound[path] = text }
    sound = sound.filter { texts.keys.contains($0.key) }
    filesRead = sources.files
    self.texts = texts.mapValues { $0?.text }
    if model == nil { firstTexts = self.texts }
    // Even as they were before, files may not go together with what others are now.
    if model == nil || result.faulty.isDisjoint(with: replaced.keys) { model = result.model }
    return Reading(
      model: model ?? result.model,
      faults: now.faults,
      kept: Set(replaced.keys),
      changed: Set(self.texts.filter { firstTexts[$0.key] != .some($0.value) }.keys)
    )
  }

  /// The result of loading all rule files once: the model, its faults, the texts read and the files with errors.
  private struct Load {
    let model: RuleModel
    let faults: [Diagnostic]
    let texts: [String: SourceText?]
    /// The files with errors, and those that could not be read.
    let faulty: Set<String>
  }

  private func load(_ live: LiveRules, replacing replaced: [String: SourceText]) -> Load {
    let reader = CachingReader(replacing: replaced)
    var loading = start
    loading.names = names
    loading.reuse(model?.declarations ?? [])
    loading.read = { reader.read($0, &$1) }
    var faults = sources.faults
    for layer in Layer.allCases where layer > .builtIn {
      let inside = included.filter { $0.layer == layer }.map(\.text)
      let files = sources.files.filter { $0.layer == layer }
      let texts = inside + files.compactMap { reader.read($0.path, &faults) }
      if layer == .application { loading.add(written, layer: layer) }
      if !texts.isEmpty { loading.add(texts, layer: layer) }
    }
    live.load(into: &loading)
    let (model, found) = loading.finish()
    faults += found
    let texts = reader.texts
    let errors = faults.filter { $0.severity == .error }.compactMap(\.file)
    let unread = texts.filter { $0.value == nil }.keys
    return Load(model: model, faults: faults, texts: texts, faulty: Set(errors).union(unread))
  }
}

/// A reader of rule files that remembers the text of each, and takes some texts as given instead of from disk.
///
/// `RuleBase` gives it the earlier text of files to read as they were before.
private nonisolated final class CachingReader: Sendable {
  private let replaced: [String: SourceText]
  private let known = Mutex<[String: SourceText?]>([:])

  init(replacing replaced: [String: SourceText]) { self.replaced = replaced }

  /// All that was read; `nil` for files that could not be.
  var texts: [String: SourceText?] { known.withLock { $0 } }

  func read(_ path: String, _ faults: inout [Diagnostic]) -> SourceText? {
    let text = replaced[path] ?? RuleFileReader.all.read(path, &faults)
    known.withLock { _ = $0.updateValue(text, forKey: path) }
    return text
  }
}
