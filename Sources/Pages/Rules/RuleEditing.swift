import RuleFiles
import Diagnostics
import EntityModel
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The commands of the `why` panel that open a rule's source in an editor, or write a new rule for a key.
struct RuleEditing: InterfacePart {
  let ui: UserInterface

  private var resolver: RuleResolver { work.resolver }
  private var reloader: RuleReloader? { work.rules.reloader }

  /// Why the text of a rule cannot be opened; `nil` when it can.
  func openingRefusal(of source: SourceText?) -> String? {
    guard let file = source?.name else { return "no rule sets it; add a new one" }
    if file == LiveRules.name { return "it was typed here; `:rule` lists it" }
    guard reloader?.hasRead(file) == true else {
      return "\(file) is built in; a new rule overrides it"
    }
    return nil
  }

  /// Opens a place in a rule file with the editor.
  func openRule(in source: SourceText, at offset: Int, _ context: CommandContext) {
    edit(source.name, atLine: source.position(at: offset).line, context)
  }

  /// Why no rule for a key can be written; `nil` when one can.
  func newRuleRefusal(for key: String) -> String? {
    guard resolver.model.vocabulary[key]?.isAssignable == true else {
      return "only the program sets \(key)"
    }
    if resolver.model.vocabulary[key]?.isOfSite == true {
      return "only rules of the site set \(key)"
    }
    return reloader == nil ? "the rules of this program are fixed" : nil
  }

  /// Opens the application's rule file with a rule for `key` at its end that says for this place what holds already.
  func writeRule(for key: String, in scope: EnvironmentValues, _ context: CommandContext) {
    if let reason = ScreenSettings(work: work).lockedRefusal(of: .newRule) {
      return context.say(reason, .warning)
    }
    guard let path = reloader?.fileForNewRules, let why = resolver.explain(key, in: scope)
    else {
      return context.say("there is no place for a rule file; name one with --rules", .warning)
    }
    do throws(RuleDraft.Failure) {
      let draft = try RuleDraft(suggestion(why, in: scope), appendedTo: path)
      let isOpened = edit(path, atLine: draft.line + 1, context)
      // Why no editor was opened is said already.
      if draft.withdrawIfUnchanged(), isOpened { context.say("nothing was changed") }
    } catch {
      context.say(error.message, .error)
    }
  }

  /// A rule that answers what is answered already, for this place alone.
  private func suggestion(_ why: Explanation, in scope: EnvironmentValues) -> String {
    var parts: [String] = []
    if let entity = scope[ModelKeys.shared.entity] {
      parts.append("entity.name = \(Value.string(entity.name).literal)")
    }
    let property = scope[ModelKeys.shared.propertyKey]
    if !property.isEmpty { parts.append("propertyKey = \(Value.string(property).literal)") }
    parts.append("task = \(Value.string(scope[TaskKeys.shared.task]).literal)")
    let origin = why.rule.map { "\($0.file):\($0.line)" } ?? why.defaultTitle
    let condition = parts.joined(separator: " and ")
    return
      "// \(why.keyName) is \(why.value.literal) by \(origin)\n\(condition)\n  => \(why.keyName) = \(written(why))\n"
  }

  /// The value as a rule can say it.
  private func written(_ why: Explanation) -> String {
    let names = ui.catalog.names(with: work.model)
    // The text of a call is no text for rules.
    let texts = [why.value.literal] + [why.value.string].compactMap(\.self)
    return texts.first { text in
      let rule = LiveRules.rule(setting: why.keyName, to: text)
      let vocabulary = resolver.model.vocabulary
      return LiveRules.check(rule, vocabulary: vocabulary, names: names).faults
        .allSatisfy { $0.severity != .error || $0.id == "widens-permission" }
    } ?? "null"
  }

  /// - Returns: whether there was an editor.
  @discardableResult
  private func edit(_ path: String, atLine line: Int, _ context: CommandContext) -> Bool {
    ui.runEditor(on: path, atLine: line, for: .openRule, context) != nil
  }
}
