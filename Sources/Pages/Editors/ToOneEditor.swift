import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets

/// The object at the other end: what is typed is looked for in what objects are called, Enter goes to the page on which another
/// is chosen.
struct ToOneEditor: View {
  @Environment(\.pageContext) private var page
  @Environment(\.form) private var form
  @Environment(\.relationship) private var relationship
  @Environment(\.propertyKey) private var key
  @Environment(\.displayNameForProperty) private var name
  @Environment(\.choices) private var choices

  var body: some View {
    let scope = ownScope
    let left = relationship.flatMap { relationship in
      form?.leftDefault(of: relationship.name, in: scope)
        .map { CellText.toOne($0, of: relationship) }
    }
    let content = left ?? CellText.toOne(in: scope)
    // Read now: commands are asked for outside of the scope.
    let choices = choices
    let typing = own.map {
      ToOneTyping(page: page, form: $0.form, relationship: $0.relationship, name: name)
    }
    (Text(content.text).role(content.role) + Text("  ›").role(.link))
      .focusable()
      .commands { commands(choices, typing) }
      .onEvent { event, context in
        guard let typing, let text = event.typedWord else { return false }
        typing.begin(text, from: scope.picking(choices), context)
        return true
      }
  }

  /// The form and the relationship of its object; `nil` where nothing can be chosen.
  private var own: (form: FormModel, relationship: Relationship)? {
    guard let relationship, let form,
      form.object.entity.relationship(named: relationship.name) === relationship
    else { return nil }
    return (form, relationship)
  }

  /// The scope of the relationship in the object that refers to another one, where a path leads to that.
  private var ownScope: EnvironmentValues {
    let scope = EnvironmentValues.current
    guard let form, let relationship, relationship.name != key else { return scope }
    return scope.scoped(to: form.object.snapshot).scoped(toProperty: relationship.name)
  }

  @CommandBuilder private func commands(_ choices: Choices, _ typing: ToOneTyping?) -> [Command] {
    let scope = ownScope
    if let typing, let (form, relationship) = own {
      Command(.open, title: "choose") { _ in
        page.select(for: relationship, in: form, named: name, from: scope.picking(choices))
      }
      Command(.openChoices, title: "type to find") { context in
        typing.begin("", from: scope.picking(choices), context)
      }
      Command(
        .setNull,
        disabledReason: relationship.definition.isMandatory ? "\(name) needs a value" : nil
      ) { context in
        form.object.setToOne(relationship, to: nil)
        form.clearProblem(at: relationship.name)
        if let sentence = form.nullSentence(of: relationship.name, in: scope) {
          context.say(sentence)
        }
      }
    }
  }
}

extension TerminalEvent {
  /// What begins a word that is typed: other signs are commands here.
  fileprivate var typedWord: String? {
    switch self {
    case .key(let key): key.typedCharacter.flatMap { $0.isLetter || $0.isNumber ? "\($0)" : nil }
    case .paste(let text): String(text.map { $0.isNewline ? " " : $0 })
    default: nil
    }
  }
}

/// Choosing the object at the other end of a relationship by what it is called.
struct ToOneTyping {
  let page: PageContext
  let form: FormModel
  let relationship: Relationship
  /// What people call the relationship.
  let name: String

  /// Offers what fits a text that is typed on.
  func begin(_ text: String, from choices: Qualifier?, _ context: CommandContext) {
    guard let destination = relationship.destination,
      let search = ToOneSearch(relationship, of: form.object, from: choices, in: page.session)
    else { return }
    if let reason = page.session.visibilityRefusal(of: destination) {
      return context.say("\(name): \(reason)", .warning)
    }
    context.present(.overFocus) {
      Menu(
        name,
        text: text,
        look: search.look,
        items: { items(search, destination) },
        emptyText: { "searching …" },
        onFound: { choose in
          page.session.loads.act { if await search.settle() { choose() } }
        }
      )
      .onDisappear { search.stop() }
    }
  }

  private func items(_ search: ToOneSearch, _ destination: Entity) -> [MenuItem] {
    let found = search.hits.map { hit in
      let id = hit.record.id
      return MenuItem(
        search.title(of: hit),
        detail: detail(of: hit, in: search),
        isChecked: id != nil && id == search.current
      ) { _ in
        switch hit {
        case .new(let object):
          form.object.setToOne(relationship, toNew: object)
          form.clearProblem(at: relationship.name)
        case .stored(let record, _):
          if let obstacle = form.choose(record, for: relationship) {
            page.say("\(name): \(obstacle)", .warning)
          }
        }
      }
    }
    // Nobody is to make what is only not found yet.
    guard !search.isSearching else { return found }
    let making = making(search, destination)
    // Enter takes the first line: nobody is to make what he has only misspelt.
    let isNothingFound = found.isEmpty && making.disabledReason == nil
    return (isNothingFound ? [Self.nothingFound] : found) + [making]
  }

  private static let nothingFound = MenuItem("nothing found", disabledReason: "↓ for a new one") {
    _ in
  }

  private func detail(of hit: ToOneSearch.Hit, in search: ToOneSearch) -> String {
    switch hit {
    case .new: "new"
    case .stored(let record, let isRecent):
      [isRecent ? "recent" : nil, search.keyText(of: record)].compactMap(\.self)
        .joined(separator: "  ")
    }
  }

  /// Makes an object that is called what is typed, and goes to its page.
  private func making(_ search: ToOneSearch, _ destination: Entity) -> MenuItem {
    let session = page.session
    let scope = session.root.scoped(toTask: .create).scoped(to: destination)
    let entity = scope[ModelKeys.shared.displayNameForEntity]
    let text = search.text[...].trimmed
    let naming = search.namingAttribute.flatMap { attribute -> Attribute? in
      let property = scope.scoped(toProperty: attribute.name)
      let isEntered = Permissions(session: session, scope: property).propertyRefusal == nil
      return isEntered && !text.isEmpty ? attribute : nil
    }
    return MenuItem(
      "new \(entity)" + (naming == nil ? "" : " “\(text)”"),
      detail: search.obstacle ?? "",
      disabledReason: Permissions(session: session, scope: scope).creationRefusal
    ) { _ in
      var made: ManagedObject?
      session.editing.group("new \(entity) in \(name)", of: form.object, at: relationship.name) {
        let object = NewObjects.make(destination, in: session)
        if let naming { object.set(.string(text), forAttribute: naming.name) }
        form.object.setToOne(relationship, toNew: object)
        made = object
      }
      form.clearProblem(at: relationship.name)
      if let made { page.push(.create, about: made) }
    }
  }
}

extension FormModel {
  /// Points a relationship of the object to a row that was chosen.
  ///
  /// - Returns: Why nothing can refer to that.
  func choose(_ record: Record?, for relationship: Relationship) -> String? {
    if let record, let obstacle = relationship.obstacle(to: record) { return obstacle }
    object.setToOne(relationship, to: record)
    clearProblem(at: relationship.name)
    if let id = record?.id { forms?.noteChosen(id) }
    return nil
  }
}

extension EnvironmentValues {
  /// What picks the objects that the rules offer for the scope's relationship; `nil` for all.
  ///
  /// A condition of the user's own rules looks at nothing but what he sees of every object itself.
  func picking(_ choices: Choices) -> Qualifier? {
    guard let qualifier = choices.qualifier else { return nil }
    guard isOwnAnswer(EditingKeys.shared.choices) else { return qualifier }
    guard let relationship = self[ModelKeys.shared.relationship] else { return nil }
    let isSeen = qualifier.paths.allSatisfy {
      $0.components.count == 1 && showsProperty("\(relationship.name).\($0)")
    }
    return isSeen ? qualifier : nil
  }
}
