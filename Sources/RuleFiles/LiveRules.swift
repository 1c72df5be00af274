package import Diagnostics
import DirectToWebRules
package import RuleEngine
package import RuleEnvironment

/// The rules typed behind `--set` and while the program runs: the layer above all others, forgotten when it ends.
package nonisolated struct LiveRules: Sendable {
  /// One line that was typed.
  package struct Entry: Sendable {
    /// The key, when it was set for every place; setting it again replaces the entry.
    package let key: String?
    /// The rule.
    package let text: String
  }

  /// The source name of typed rules, in messages and explanations.
  package static let name = "live"

  /// The last typed first: of equal rules the earlier counts.
  package private(set) var entries: [Entry] = []

  /// Nothing was typed.
  package init() {}

  /// Adds a rule.
  package mutating func add(_ text: String) {
    entries.insert(Entry(key: nil, text: text), at: 0)
  }

  /// Answers `key` everywhere with the value written in `text`.
  package mutating func set(_ key: String, to text: String) {
    entries.removeAll { $0.key == key }
    entries.insert(Entry(key: key, text: Self.rule(setting: key, to: text)), at: 0)
  }

  /// Takes an entry out.
  package mutating func remove(at index: Int) { entries.remove(at: index) }

  /// Takes out what was set for `key`.
  ///
  /// - Returns: Whether there was anything.
  package mutating func unset(_ key: String) -> Bool {
    let count = entries.count
    entries.removeAll { $0.key == key }
    return entries.count < count
  }

  /// Takes everything out.
  mutating func removeAll() { entries = [] }

  /// The rule by which `key` is set everywhere.
  package static func rule(setting key: String, to text: String) -> String {
    "*true* => \(key) = \(text)"
  }

  /// Adds the rules to those being loaded.
  func load(into loading: inout RuleLoading) {
    guard !entries.isEmpty else { return }
    let text = entries.map(\.text).joined(separator: "\n")
    Self.load(SourceText(name: Self.name, text: text), into: &loading)
  }

  private static func load(_ source: SourceText, into loading: inout RuleLoading) {
    loading.read = { path, faults in
      faults.append(Diagnostic(.error, id: "include", "rules typed here cannot include files"))
      return nil
    }
    loading.add([source], layer: .live)
  }

  /// Checks typed text.
  ///
  /// - Returns: the faults, and how many effective rules and key declarations the text holds.
  package static func check(
    _ text: String,
    vocabulary: Vocabulary,
    names: KnownNames
  ) -> (faults: [Diagnostic], ruleCount: Int) {
    var loading = RuleLoading(
      vocabulary: vocabulary,
      names: names,
      formats: [DirectToWebFormat.builtIn]
    )
    load(SourceText(name: name, text: text), into: &loading)
    let (model, faults) = loading.finish()
    let count = model.rules.count { $0.layer == .live }
    return (faults, count + model.declarations.count { $0.layer == .live })
  }
}
