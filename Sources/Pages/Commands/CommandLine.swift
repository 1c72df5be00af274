import Diagnostics
import EntityModel
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The `:` prompt of a page, which runs a command by name, accepts a rule, or goes to an entity.
struct CommandLine: PagePart {
  let page: PageContext

  private var model: Model { page.work.model }
  private var rules: RuleCommands { RuleCommands(page: page) }

  /// Takes a command by its name, or a rule, or goes to an entity; the line begins with `text`.
  func prompt(_ context: CommandContext, text: String = "") {
    let active = context.host.activeCommands
    let names = active.map(\.command.definition).filter { !$0.isInternal }.map(\.name.rawValue)
    let verbs = work.lockedSession == nil ? RuleCommands.verbs : []
    let words = names + shownEntities.map(\.name) + verbs
    let completeWord = Completion.word { rules.words(for: $0) ?? words }
    context.prompt(
      ":",
      text: text,
      history: .command,
      completions: { typed in
        if let ordered = completionsOfOrder(typed) { return ordered }
        let found = completeWord(typed)
        return found + commandNames(alsoCalled: typed, among: active).filter { !found.contains($0) }
      }
    ) { text throws(PromptRefusal) in
      try run(text, active: active, context)
    }
  }

  /// The names of the commands whose label or other words begin with what is typed; none for one or two letters.
  private func commandNames(alsoCalled typed: String, among active: [ActiveCommand]) -> [String] {
    let begun = typed.lowercased()
    guard begun.count > 2 else { return [] }
    return commands(among: active) { $0.otherNames.contains { $0.hasPrefix(begun) } }
      .map(\.command.definition.name.rawValue)
  }

  /// The command whose label or other word is `text`, in any letter case.
  private func command(alsoCalled text: String, among active: [ActiveCommand])
    throws(PromptRefusal) -> ActiveCommand?
  {
    let word = text.lowercased()
    let labeled = commands(among: active) { $0.label.lowercased() == word }
    let found = labeled.isEmpty ? commands(among: active) { $0.otherNames.contains(word) } : labeled
    guard found.count > 1 else { return found.first }
    let names = found.map { "'\($0.command.definition.name)'" }.joined(separator: ", ")
    throw PromptRefusal("'\(text)' may be several commands: \(names)")
  }

  /// The first command of each name that users know and that meets a condition.
  private func commands(
    among active: [ActiveCommand],
    where isMeant: (CommandDefinition) -> Bool
  ) -> [ActiveCommand] {
    var names: Set<CommandName> = []
    return active.filter { active in
      let definition = active.command.definition
      return !definition.isInternal && isMeant(definition) && names.insert(definition.name).inserted
    }
  }

  /// Returns the completions of an order typed after `sort `, or of groups after `group `; `nil` for other lines.
  private func completionsOfOrder(_ typed: String) -> [String]? {
    let page = ui.navigator.current
    if typed.hasPrefix("group "), let list = page.list ?? page.groups?.list {
      return GroupSentence.completions(for: list)(String(typed.dropFirst(6))).map { "group " + $0 }
    }
    guard let list = ui.navigator.current.list, typed.hasPrefix("sort ") else { return nil }
    let completion = FilterCompletion(entity: list.entity, scope: list.scope)
    return completion.completions(of: String(typed.dropFirst(5))).map { "sort " + $0 }
  }

  /// The entities that can be gone to from anywhere.
  var entityItems: [MenuItem] {
    shownEntities.map { entity in
      MenuItem(displayName(of: entity), detail: "go to") { _ in jump(to: entity) }
    }
  }

  /// Goes to the list of an entity, which has nothing to do with the page here.
  private func jump(to entity: Entity) {
    let next = PageState(task: .list, subject: .entity(entity))
    next.isJump = true
    page.push(next)
  }

  private func displayName(of entity: Entity) -> String {
    work.root.scoped(to: entity)[ModelKeys.shared.displayNameForEntity]
  }

  /// The entity that has a name on the screen, in any letter case.
  private func entity(shownAs text: String) throws(PromptRefusal) -> Entity? {
    let words = text.joinedWords
    let found =
      words.isEmpty ? [] : shownEntities.filter { displayName(of: $0).joinedWords == words }
    guard found.count > 1 else { return found.first }
    let names = found.map { "'\($0.name)'" }.joined(separator: ", ")
    throw PromptRefusal("'\(text)' matches several entities: \(names)")
  }

  private var shownEntities: [Entity] {
    model.entities.filter {
      !$0.definition.isHidden && work.visibilityRefusal(of: $0) == nil
    }
  }

  private func run(_ text: String, active: [ActiveCommand], _ context: CommandContext)
    throws(PromptRefusal)
  {
    switch text {
    case "": return
    case "q", "quit": return ApplicationCommands(page: page).quit(context)
    case "q!": return ui.screen.onQuit()
    case "w", "wq", "x":
      let quit: (() -> Void)? = text == "w" ? nil : { ui.screen.onQuit() }
      return SaveFlow(page: page, context: context).saveAll(then: quit)
    default: break
    }
    if rules.run(text, context) { return }
    if let list = ui.navigator.current.list, text.hasPrefix("sort ") {
      return try sort(list, by: String(text.dropFirst(5)))
    }
    if let list = ui.navigator.current.list, text.hasPrefix("fetch ") {
      return try ListCommands(page: page, list: list).showFetch(text.dropFirst(6).trimmed)
    }
    if let values = ui.navigator.current.summary as? ValuesModel {
      let commands = ValuesCommands(page: page, model: values)
      if text.hasPrefix("step ") { return try commands.divide(text.dropFirst(5).trimmed) }
      if text.hasPrefix("total ") { return try commands.addUp(text.dropFirst(6).trimmed) }
    }
    if text.hasPrefix("group ") {
      do throws(PromptRefusal) {
        return try GroupCommands.show(written: String(text.dropFirst(6)), on: page)
      } catch { throw PromptRefusal(error.sentence, at: error.place.map { $0 + 6 }) }
    }
    if text.hasPrefix("chart ") {
      return try ChartLine(text.dropFirst(6)).run(on: page, active, context)
    }
    if text == "page" || text.hasPrefix("page ") {
      return showPage(text.dropFirst(5).trimmed)
    }
    if let command = active.first(where: { $0.command.definition.name.rawValue == text }) {
      return command.run()
    }
    var meant = model.entity(matching: text)
    if meant == nil { meant = try entity(shownAs: text) }
    if let entity = meant {
      if let reason = work.visibilityRefusal(of: entity) {
        throw PromptRefusal("\(displayName(of: entity)): \(reason)")
      }
      return jump(to: entity)
    }
    if let command = try command(alsoCalled: text, among: active) { return command.run() }
    if MissingCommand.tell(of: text, on: page, context) { return }
    let names = active.map(\.command.definition.name.rawValue) + shownEntities.map(\.name)
    let near = nearestName(to: text, in: names).map { "; did you mean '\($0)'?" } ?? ""
    throw PromptRefusal("no command or entity '\(text)'\(near)")
  }

  /// Asks the rules of this page anew under a page configuration; under their own choice when it is empty.
  private func showPage(_ configuration: String) {
    let page = ui.navigator.current
    page.pageConfiguration = configuration.isEmpty ? nil : configuration
    // Its columns are those of the rules that held before.
    page.list?.leave()
    page.list = nil
    page.entityList = nil
  }

  /// Puts a list in an order that was typed: `title natural, -price nulls last`.
  private func sort(_ list: ListModel, by text: String) throws(PromptRefusal) {
    var (keys, rest): ([String], Substring) = ([], text[...])
    for part in text.listedParts {
      let start = rest.firstRange(of: part)?.lowerBound ?? rest.startIndex
      do { keys.append(try list.scope.sortKey(namedByUser: part)) } catch {
        let place = "sort ".utf8.count + text.utf8.distance(from: text.startIndex, to: start)
        let inside = (error as? UsageError)?.span?.start ?? 0
        throw PromptRefusal(typedSentence(of: error), at: place + inside)
      }
      rest = text[start...].dropFirst(part.count)
    }
    work.loads.run { await list.sort(by: keys) }
  }
}

extension CommandDefinition {
  /// The label and the synonyms in small letters, as they are typed.
  fileprivate var otherNames: [String] { ([label] + synonyms).map { $0.lowercased() } }
}
