import AccessControl
import Diagnostics
import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Widgets

// The command line.
extension Session {
  /// Takes a command by its name, or a rule, or goes to an entity; the line begins with `text`.
  func promptCommand(_ context: CommandContext, text: String = "") {
    let active = context.host.activeCommands
    let names = active.map(\.command.definition.name.rawValue)
    let entities = model.entities
      .filter { !$0.definition.isHidden && visibilityRefusal(of: $0) == nil }.map(\.name)
    let words = names + entities + (confinement == nil ? Self.ruleVerbs : [])
    let completeWord = Completion.word { [self] in wordsForRuleLine($0) ?? words }
    context.prompt(
      ":",
      text: text,
      history: .command,
      completions: { [self] in completionsOfOrder($0) ?? completeWord($0) }
    ) { [self] text throws(PromptRefusal) in
      try run(text, active: active, context)
    }
  }

  /// What the order that is being typed behind `sort ` can go on with; `nil` for other lines.
  private func completionsOfOrder(_ typed: String) -> [String]? {
    guard let list = navigator.current.list, typed.hasPrefix("sort ") else { return nil }
    let completion = FilterCompletion(entity: list.entity, scope: list.scope)
    return completion.completions(of: String(typed.dropFirst(5))).map { "sort " + $0 }
  }

  /// The entities that can be gone to from anywhere.
  var entityItems: [MenuItem] {
    model.entities.filter { !$0.definition.isHidden && visibilityRefusal(of: $0) == nil }
      .map { entity in
        let name = root.scoped(to: entity)[ModelKeys.shared.displayNameForEntity]
        return MenuItem(name, detail: "go to") { [self] _ in showList(of: entity) }
      }
  }

  private func showList(of entity: Entity) {
    navigator.push(PageState(task: "list", subject: .entity(entity)))
  }

  private func run(_ text: String, active: [ActiveCommand], _ context: CommandContext)
    throws(PromptRefusal)
  {
    switch text {
    case "": return
    case "q", "quit": return quit(context)
    case "q!": return onQuit()
    case "w", "wq", "x":
      return saveAll(context, then: text == "w" ? nil : { [self] in onQuit() })
    default: break
    }
    if runRuleLine(text, context) { return }
    if let list = navigator.current.list, text.hasPrefix("sort ") {
      return try sort(list, by: String(text.dropFirst(5)))
    }
    if let list = navigator.current.list, text.hasPrefix("fetch ") {
      return try showFetch(text.dropFirst(6).trimmed, in: list)
    }
    if text == "page" || text.hasPrefix("page ") {
      return showPage(text.dropFirst(5).trimmed)
    }
    if let command = active.first(where: { $0.command.definition.name.rawValue == text }) {
      return command.run()
    }
    if let entity = model.entity(matching: text) {
      if let reason = visibilityRefusal(of: entity) {
        throw PromptRefusal("\(entity.name): \(reason)")
      }
      return showList(of: entity)
    }
    let names = active.map(\.command.definition.name.rawValue) + model.entities.map(\.name)
    let near = nearestName(to: text, in: names).map { "; did you mean '\($0)'?" } ?? ""
    throw PromptRefusal("no command or entity '\(text)'\(near)")
  }

  /// Asks the rules of this page anew under a page configuration; under their own choice when it is empty.
  private func showPage(_ configuration: String) {
    let page = navigator.current
    page.pageConfiguration = configuration.isEmpty ? nil : configuration
    // Its columns are those of the rules that held before.
    page.list?.leave()
    page.list = nil
    page.entityList = nil
  }

  /// What a name that was typed leads to, in a sentence.
  static func sentence(of error: any Error) -> String {
    switch error {
    case let error as UsageError: error.message
    case let error as StoreError: error.sentence
    default: "\(error)"
    }
  }

  /// Puts a list in an order that was typed: `title natural, -price nulls last`.
  private func sort(_ list: ListModel, by text: String) throws(PromptRefusal) {
    do {
      let keys = try text.split(separator: ",").map {
        try list.scope.sortKey(namedByUser: $0.trimmed)
      }
      loading { await list.sort(by: keys) }
    } catch {
      throw PromptRefusal(Self.sentence(of: error))
    }
  }
}
