@testable import CommandLineTool  // what is said of a missing object
import Pages
import AccessControl
import SceneSupport
import Editing
import EntityStore
import Glibc
import SQLite
import TestSupport
import Workspace

/// Everything that the program shows somebody: subcommands, pages, and pages after keys.
///
/// Two databases that differ only in what may not be seen must give the very same.
@MainActor
struct RightsWalk {
  let world: RightsWorld
  /// The role that the rights of the world are for.
  let role: String
  /// The role of who looks.
  let looker: String
  let folder = TemporaryFolder()

  init(world: RightsWorld, role: String, looker: String? = nil) {
    (self.world, self.role, self.looker) = (world, role, looker ?? role)
  }

  private static let entities = [
    "Store", "Person", "Vip", "Secret", "Invoice", "Tag", RightsWorld.viewName,
  ]

  private static let paths = [
    "Store": ["city", "safe", "people.credit", "people.name"],
    "Person": [
      "name", "email", "credit", "note", "isVip", "store", "store.safe", "secrets.word",
      "invoices.memo", "tags.label", "invoices.amount",
    ],
    "Vip": ["name", "email", "credit", "note", "store.safe", "invoices.memo"],
    "Secret": ["word", "person", "person.note", "person.store.safe"],
    "Invoice": [
      "memo", "amount", "person", "secret", "person.credit", "person.email", "secret.word",
    ],
    "Tag": ["label", "people.name", "people.credit"],
    RightsWorld.viewName: ["name", "email", "credit", "note", "isVip"],
  ]

  // MARK: Subcommands

  /// The words of all subcommands that are tried.
  static let commands: [[String]] =
    entities.flatMap { entity -> [[String]] in
      var commands = [
        ["list", entity], ["list", entity, "--format", "json"],
        ["list", entity, "--format", "csv"],
        ["export", entity], ["export", entity, "--format", "json"],
        ["render", "--entity", entity], ["render", "--entity", entity, "--size", "50x30"],
        ["render", "--entity", entity, "--size", "150x30"],
        ["render", "--entity", entity, "--task", "select"],
        ["render", "--entity", entity, "--task", "create"],
        ["rules", "explain", "--all", "--entity", entity],
        ["rules", "explain", "restrictingQualifier", "--entity", entity],
        ["insert", entity, "id=1"],
      ]
      for id in ["1", "2", "3", "101"] {
        commands += [
          ["get", "\(entity)#\(id)"], ["get", "\(entity)#\(id)", "--format", "json"],
          ["render", "--entity", entity, "--task", "inspect", "--id", id],
          ["render", "--entity", entity, "--task", "edit", "--id", id],
          ["rules", "explain", "title", "--entity", entity, "--id", id],
          ["rules", "explain", "--all", "--entity", entity, "--id", id],
        ]
      }
      for path in paths[entity] ?? [] {
        commands += [
          ["list", "\(entity)?sort=\(path)"], ["list", "\(entity)?sort=-\(path)", "--limit", "2"],
          ["list", "\(entity)?\(path) > 50000"], ["list", "\(entity)?not (\(path) < 70000)"],
          ["list", "\(entity)?\(path) is null"], ["list", "\(entity)?\(path) ilike '*k*'"],
          ["list", "\(entity)?\(path) > 'R'&sort=\(path)"],
          ["list", "\(entity)?\(path).@count > 1"],
          ["list", entity, "--columns", path], ["list", entity, "--columns", path, "--distinct"],
          ["get", "\(entity)#2", path], ["set", "\(entity)#2", "\(path)=1"],
          ["rules", "explain", "--all", "--entity", entity, "--id", "2", "--property", path],
          [
            "rules", "explain", "component", "--entity", entity, "--id", "3", "--property", path,
            "--format", "json",
          ],
          [
            "rules", "explain", "choices", "--entity", entity, "--task", "edit", "--id", "1",
            "--property", path,
          ],
        ]
      }
      return commands
    } + [["rules", "init"], ["model", "show"], ["render"], ["render", "--set", "debug=true"]]
    + [
      "isPropertyVisible=true", "restrictingQualifier=null", "role=boss",
      "visibleEntityNames=['Secret']",
      "restrictingQualifier=where (credit > 50000)", "auxiliaryQualifier=where (credit > 50000)",
      "sortOrderings=['-credit']", "labelKey=note",
      "displayPropertyKeys=['note', 'credit', 'email']",
    ].map { ["list", "Person", "--set", $0] }

  /// Returns the output of a subcommand on a new file.
  func run(_ words: [String]) async throws -> String {
    try await invoke(words, on: try makeDatabase())
  }

  /// A new file with the rows of the world.
  func makeDatabase() throws -> String {
    let path = folder.path + "/world.db"
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    try Connection(path: path, mode: .create).execute(world.script)
    return path
  }

  /// Returns the output of a subcommand on the file at `path`.
  func invoke(_ words: [String], on path: String) async throws -> String {
    let rules = folder.write(Array(world.rights.ruleText(of: role).utf8), to: "my.rules")
    var arguments = words
    arguments.insert(path, at: ["rules", "model"].contains(words[0]) ? 2 : 1)
    if words[0] == "rules", words.count > 2, !words[2].hasPrefix("--") {
      arguments = [words[0], words[1], path] + words.dropFirst(2)
    }
    arguments +=
      ["--role", looker] + (words[0] == "model" ? [] : ["--rules", rules]) + modelOption
    do {
      let invocation = try Invocation(arguments: arguments)
      guard words[0] != "render" else { return try await page(invocation) }
      let outcome = await Program(invocation, application: application).run()
      return neutral("\(outcome.code)\n\(outcome.output)\n\(outcome.messages)")
    } catch { return neutral("\(error)") }
  }

  /// The program with the rules of the world, where these are in Swift.
  private var application: Application {
    var application = Application.d2t
    application.catalog = world.rights.catalog(of: role)
    return application
  }

  var modelOption: [String] {
    world.model.map { ["--model", folder.write(Array($0.utf8), to: "model.json")] } ?? []
  }

  /// Replaces the path of the test folder, which differs from walk to walk.
  private func neutral(_ text: String) -> String {
    text.split(separator: folder.path).joined(separator: "…")
  }

  private func page(_ invocation: Invocation) async throws -> String {
    let session = try await Program(invocation, application: application).session()
    let page = try RenderedPage(session: session, invocation: invocation)
    while !page.advance() { await Task.yield() }
    let text = neutral(page.text)
    await session.close()
    session.release()
    return text
  }

  // MARK: Pages

  /// The arguments of the pages from which walks start.
  static let starts =
    entities.map { "--entity \($0)" } + entities.map { "--entity \($0) --task select" }
    + entities.map { "--entity \($0) --task create" }
    + entities.flatMap { entity in
      ["inspect", "edit"].flatMap { task in
        ["1", "2", "4"].map { "--entity \(entity) --task \(task) --id \($0)" }
      }
    } + [""]

  /// The keys to press; a text in braces is typed.
  static let keys =
    [
      "j", "k", "h", "l", "j j", "right", "left", "enter", "esc", "s", "f", "esc", "=", "B", "j",
      "enter", "esc", "B", "enter", "y", "!",
      "?", "g", "G",
      "tab", "e", "esc", "enter", "i", "u", "U", "n", "N", "ctrl-p", "o", "ctrl-r", "d", "j",
      "enter", "/ {K} enter", "/ {9} enter", "/ {note} enter", "F {1} enter", "F {x} enter",
      ": {Invoice} enter",
      ": {Person} enter", ": {Vip} enter", ": {Secret} enter", ": {Tag} enter", ": {pending} enter",
      "{5}", "{K}",
    ]
    + paths.values.joined().flatMap { path in
      [
        ": {sort \(path)} enter", ": {sort -\(path)} enter", "F {\(path) > 50000} enter",
        ": {group \(path)} enter", ": {group id max(\(path))} enter",
        "F {not (\(path) > 50000)} enter", "F {\(path) is null} enter", "F {\(path) > 'R'} enter",
      ]
    }

  /// Rules of the user's own.
  static let typedRules = [
    "set title = object.note",
    "set hint = object.credit",
    "set title = `{object.person.note} {object.name}`",
    "rule object.credit > 50000 => color = 'warning', title = 'rich'",
    "rule object.note is null => displayStringForNil = 'nothing'",
    "rule entity.name = 'Person' => restrictingQualifier = where (credit > 50000)",
    "rule entity.name = 'Invoice' => auxiliaryQualifier = where (person.credit > 50000)",
    "rule entity.name = 'Person' => isObjectEditable = object.credit > 50000",
    "rule propertyKey = 'isVip' => isPropertyVisible = object.note > 'R'",
    "set labelKey = 'note credit'",
    "set sortOrderings = ['-credit', 'memo']",
    "set displayPropertyKeys = ['note', 'credit', 'store.safe', 'person.credit', 'memo']",
    "set restrictingQualifier = null",
    "rule 2000: *true* => isPropertyVisible = not false",
    "rule 2000: *true* => restrictingQualifier = where (*true*)",
    "rule 2000: *true* => restrictingQualifier = where (not (id = 0))",
    "set visibleEntityNames = ['Store', 'Person', 'Secret', 'Invoice', 'Tag']",
  ]

  /// Returns the screens of a program opened with `options`: the first, after typing `rule`, and after each key.
  ///
  /// Each screen after a key ends with the texts copied so far. The walk uses a copy of the file `original` if one is given.
  /// `act` handles the parts that are no keys, and returns whether it did.
  func screens(
    _ options: String,
    on original: String? = nil,
    rule: String? = nil,
    _ keys: [String],
    atEnd: (Scene) throws -> Void = { _ in },
    act: (String, Scene) async throws -> Bool = { _, _ in false }
  ) async throws -> [String] {
    var copied: [String] = []
    let scene: Scene
    do {
      scene = try await Scene(
        original == nil ? world.script : "",
        copyOf: original,
        rules: world.rights.ruleText(of: role),
        (["--role", looker] + modelOption + [options]).joined(separator: " "),
        width: 130,
        catalog: world.rights.catalog(of: role),
        before: { $0.ui.screen.onCopy = { copied.append($0) } }
      )
    } catch let error as StoreError {
      let words = error.sentence.split(separator: " ").filter { !$0.contains("/my.rules:") }
      return [words.joined(separator: " ")]
    } catch let error as UsageError {
      return [error.message]
    } catch let error as MissingObject {
      return [error.message]
    }
    // Both folders have names of the same length.
    let place = String(scene.path.dropLast("test.db".count))
    let start = time(nil)
    func text() -> String {
      var text = scene.text.split(separator: place).joined(separator: "…")
      // Where a line ends behind the hyphen, the rest of the name is left.
      if let rest = place.split(separator: "-").last {
        text = text.split(separator: String(rest)).joined(separator: "…")
      }
      return Self.withoutSeconds(text, since: start)
    }
    var screens = [text()]
    if let rule {
      let counts = try await scene.apply(rule)
      screens.append("\(counts)\n" + text())
    }
    for key in keys where !scene.isFinished {
      for part in Self.parts(of: key) {
        if try await act(part, scene) { continue }
        if part.hasPrefix("{") {
          try await scene.paste(String(part.dropFirst().dropLast()))
        } else {
          try await scene.send(part)
        }
      }
      // Keys of the panel would open an editor, and a deletion is another where rows that are not seen hold it.
      if key == "!" || key == "d" {
        screens.append(text())
        if key == "!" { try await scene.send("c") }
        screens.append(text())
        try await scene.send("esc")
      }
      screens.append(text() + copied.joined(separator: "\n"))
    }
    try atEnd(scene)
    await scene.end()
    return screens
  }

  /// The text with no minutes and seconds of the time that has gone by: one twin comes after the other.
  private static func withoutSeconds(_ text: String, since start: time_t) -> String {
    let text = text.replacing(/\b\d\d:\d\d\b/, with: "hh:mm")
    return (start...max(start, time(nil))).reduce(text) { text, second in
      let parts = [second / 60 % 60, second % 60].map { ":\($0 < 10 ? "0" : "")\($0)" }
      return text.split(separator: parts.joined(), omittingEmptySubsequences: false)
        .joined(separator: ":mm:ss")
    }
  }

  /// A key, or a text in braces, one after the other.
  private static func parts(of keys: String) -> [String] {
    if keys.hasPrefix("=") { return [keys] }
    guard let open = keys.firstIndex(of: "{"), let close = keys.lastIndex(of: "}") else {
      return [keys]
    }
    let before = keys[..<open]
    let after = keys[keys.index(after: close)...]
    return [before, keys[open...close], after].map(\.trimmingSpaces).filter { !$0.isEmpty }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
