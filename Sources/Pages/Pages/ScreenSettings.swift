import AccessControl
import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleFiles
import Terminal
import Widgets
import Workspace

/// The screen settings that rules give: colours, key bindings and the commands allowed in locked mode.
struct ScreenSettings {
  let work: WorkContext

  private var root: EnvironmentValues { work.root }
  private var resolver: RuleResolver { work.resolver }

  /// Why locked mode does not let a command run; `nil` when it does, and outside of that mode.
  func lockedRefusal(of command: CommandDefinition) -> String? {
    work.lockedSession == nil ? nil : LockedModePolicy.of(command).refusal
  }

  /// Writes rules to the application's rule file, in the place of what was written for the same before, and reads them.
  ///
  /// - Returns: Whether they are written; what happened is said, with `hint` where they are.
  @discardableResult
  func write(rules: String, saying hint: String = "", _ context: CommandContext) -> Bool {
    guard let path = work.rules.reloader?.fileForNewRules else {
      context.say("there is no place for a rule file; name one with --rules", .warning)
      return false
    }
    do throws(RuleDraft.Failure) {
      let line = try RuleDraft.put(block: rules, into: path)
      context.say("written to \(path):\(line)\(hint)", .success)
      work.rules.reloader?.readAgain()
      return true
    } catch {
      context.say(error.message, .error)
      return false
    }
  }

  /// The styles of the look that the rules choose; without colours none of them counts.
  func palette(colorCount: Int) -> Palette {
    let look = work.root.catalog.looks[root[MiscKeys.shared.look]] ?? .dark
    return look.limited(toColors: colorCount)
  }

  /// The keys of commands as the rules change them; what is wrong with them becomes a fault.
  func keyBindings() -> KeyBindings {
    let texts = boundTexts()
    guard !texts.isEmpty else {
      if !work.rules.bindingFaults.isEmpty { work.rules.bindingFaults = [] }
      return KeyBindings()
    }
    let commands = work.root.catalog.commandDefinitions
    let (bindings, problems) = KeyBindings.reading(texts, known: commands)
    let rule = problems.isEmpty ? nil : resolver.explain(MiscKeys.shared.keyBindings, in: root).rule
    work.rules.bindingFaults = problems.map { problem in
      let problem = problem.valueProblem
      return RuleFault(problem.lint, problem.message).advising(problem.advice)
        .diagnostic(.warning, of: rule)
    }
    return bindings
  }

  /// The keys of commands as they are written; the site's stand whatever other layers say.
  private func boundTexts() -> [String: String] {
    let key = MiscKeys.shared.keyBindings
    let texts = root[key].mapValues(\.description)
    guard resolver.trustedRule(key, in: root)?.layer == .site,
      case .dictionary(let fixed) = resolver.trustedAnswer(key, in: root)
    else { return texts }
    let site = fixed.mapValues(\.description)
    let taken = Set(site.values.flatMap { KeyEvent.sequence($0) ?? [] })
    let others = texts.compactMapValues { text -> String? in
      guard let keys = KeyEvent.sequence(text), !taken.isDisjoint(with: keys) else { return text }
      let free = text.split(separator: " ").filter { word in
        taken.isDisjoint(with: KeyEvent.sequence(String(word)) ?? [])
      }
      return free.isEmpty ? nil : free.joined(separator: " ")
    }
    return others.merging(site) { _, site in site }
  }
}
