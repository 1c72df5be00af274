import AccessControl
import RuleFiles
import Diagnostics
import EntityModel
import Qualifiers
import RuleEngine
import RuleEnvironment
import Widgets
import Workspace

/// The commands for rules typed on the command line: `set`, `unset` and `rule`.
///
/// Typed rules override all others and last until the program ends.
struct RuleCommands: PagePart {
  let page: PageContext

  /// The words with which a line about rules begins.
  static let verbs = ["set", "unset", "rule"]

  private var model: Model { page.work.model }
  private var vocabulary: Vocabulary { page.work.resolver.model.vocabulary }
  private var reloader: RuleReloader? { page.work.rules.reloader }

  /// Does what a line such as `set look = 'light'` says; `false` when it is no line about rules.
  func run(_ text: String, _ context: CommandContext) -> Bool {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let verb = words.first.map(String.init), Self.verbs.contains(verb) else {
      return false
    }
    let rest = words.count > 1 ? words[1].trimmed : ""
    // A table may be called so, too.
    if rest.isEmpty, model.entity(matching: verb) != nil { return false }
    if work.lockedSession != nil {
      let verdict = LockedModePolicy.typedWords[verb] ?? .unjudged
      context.say("\(verb): \(verdict.refusal ?? "locked mode has no such rules")", .warning)
      return true
    }
    guard reloader != nil else {
      context.say("\(verb): the rules of this program are fixed", .warning)
      return true
    }
    switch verb {
    case "set": set(rest, typed: text, context)
    case "unset": unset(rest, context)
    default:
      if rest.isEmpty { showTypedRules(context) } else { add(rest, typed: text, context) }
    }
    return true
  }

  /// The words that may come next in a line about rules; `nil` when it is none.
  func words(for typed: String) -> [String]? {
    guard let verb = typed.split(separator: " ").first.map(String.init), typed.contains(" ") else {
      return nil
    }
    guard work.lockedSession == nil else { return nil }
    let names = vocabulary.declaredNames
    let assignable = names.filter { name in
      vocabulary[name].map { $0.isAssignable && !$0.isOfSite } ?? false
    }
    switch verb {
    case "set":
      let parts = typed.dropFirst(verb.count).split(separator: "=", maxSplits: 1)
      guard typed.contains("="), let name = parts.first else { return assignable }
      return values(ofKey: name.trimmed)
    case "unset": return reloader?.live.entries.compactMap(\.key) ?? []
    case "rule": return names + (work.root.catalog.names(with: model)[.entity] ?? [])
    default: return nil
    }
  }

  /// The values of a key that can be listed, as they are written.
  private func values(ofKey name: String) -> [String] {
    guard let key = vocabulary[name] else { return [] }
    if !key.allowedValues.isEmpty { return key.allowedValues.map(\.literal) }
    let names =
      key.names.flatMap { work.root.catalog.names(with: model)[$0.listed ?? $0] }
      ?? []
    return names.map { Value.string($0).literal }
  }

  // MARK: One key

  private func set(_ text: String, typed line: String, _ context: CommandContext) {
    let parts = text.split(separator: "=", maxSplits: 1)
    let name = parts.first?.trimmed ?? ""
    guard let key = vocabulary[name] else {
      let known = vocabulary.declaredNames
      let near = likelyName(by: name, in: known).map { "; did you mean '\($0)'?" } ?? ""
      let problem =
        name.isEmpty ? "set takes a key: set look = 'light'" : "unknown key '\(name)'\(near)"
      return refuse(line, for: problem, context)
    }
    guard parts.count == 2, !parts[1].trimmed.isEmpty else {
      let place = page.placeUnderCursor(
        focused: context.host.focusedEnvironment,
        page: context.environment
      )
      let why = work.resolver.explain(key, in: place)
      let origin = why.rule.map { "\($0.file):\($0.line)" } ?? why.origin.rawValue
      return context.say("\(name) = \(why.value.literal)  (\(origin))")
    }
    var value = parts[1].trimmed
    var faults = faults(inTyped: LiveRules.rule(setting: name, to: value))
    if !faults.isEmpty, key.decode(.string(value)) != nil {
      // As with `--set`, a text needs no quotes where nothing else is meant.
      let quoted = Value.string(value).literal
      let others = self.faults(inTyped: LiveRules.rule(setting: name, to: quoted))
      if others.isEmpty { (value, faults) = (quoted, []) }
    }
    if let fault = faults.first { return refuse(line, for: fault.sentence, context) }
    reloader?.change { $0.set(name, to: value) }
    context.say("\(name) = \(value) from now on; `:unset \(name)` takes it back", .success)
  }

  private func unset(_ name: String, _ context: CommandContext) {
    let set = reloader?.live.entries.compactMap(\.key) ?? []
    guard set.contains(name) else {
      let list = set.isEmpty ? "no key is set" : "keys set: \(set.joined(separator: ", "))"
      let problem = name.isEmpty ? "unset needs a key" : "'\(name)' was not set"
      return context.say("\(problem); \(list)", .warning)
    }
    reloader?.change { _ = $0.unset(name) }
    context.say("\(name) is set by the rules again", .success)
  }

  // MARK: Rules

  private func add(_ rule: String, typed line: String, _ context: CommandContext) {
    if let fault = faults(inTyped: rule).first { return refuse(line, for: fault.sentence, context) }
    reloader?.change { $0.add(rule) }
    context.say("the rule applies from now on; `:rule` removes it", .success)
  }

  /// Lists what was typed; what is chosen is taken out.
  private func showTypedRules(_ context: CommandContext) {
    let entries = reloader?.live.entries ?? []
    guard !entries.isEmpty else {
      return context.say("no rule typed yet; `:rule condition => key = value` adds one")
    }
    let items = entries.indices.map { index in
      MenuItem(entries[index].text, detail: "take out") { context in
        reloader?.change { $0.remove(at: index) }
        context.say("taken out: \(entries[index].text)", .success)
      }
    }
    context.present { Menu("Rules typed here", items: items, width: 90) }
  }

  /// The errors in a rule that was typed, or why it does nothing.
  private func faults(inTyped rule: String) -> [Diagnostic] {
    let names = work.root.catalog.names(with: model)
    let (faults, count) = LiveRules.check(rule, vocabulary: vocabulary, names: names)
    let errors = faults.filter { $0.severity == .error }
    guard errors.isEmpty, count == 0 else { return errors }
    if let reason = faults.first { return [reason] }
    let fault = RuleFault("syntax", "this is no rule").advising("write: condition => key = value")
    return [fault.diagnostic(of: nil)]
  }

  /// Says what is wrong and lets the line be mended.
  private func refuse(_ line: String, for problem: String, _ context: CommandContext) {
    context.say(problem, .warning)
    CommandLine(page: page).prompt(context, text: line)
  }
}

extension Diagnostic {
  /// The message with its suggestion, without the location.
  fileprivate var sentence: String { message + (suggestion.map { "; \($0)" } ?? "") }
}
