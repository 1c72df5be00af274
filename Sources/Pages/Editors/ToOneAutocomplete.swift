import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The menu of matching objects while a user types in a to-one field, on the bulk edit page or in a chooser.
struct ToOneAutocomplete {
  let page: PageContext
  /// The display name of the property that refers to the object.
  let name: String
  let destination: Entity
  /// Begins a search of its own for each menu.
  let search: () -> ToOneSearch?
  /// Takes what was chosen, and tells whether the field refers to it then.
  let take: (ToOneSearch.Hit, CommandContext) -> Bool
  /// Makes an object, named by a text in an attribute; `nil` where none can be made.
  var make: ((_ naming: (attribute: Attribute, text: String)?) -> Void)?

  /// Offers what fits a text that is typed on.
  func begin(_ text: String, _ context: CommandContext) {
    if let reason = page.work.visibilityRefusal(of: destination) {
      return context.say("\(name): \(reason)", .warning)
    }
    guard let search = search() else { return }
    context.present(.overFocus) {
      Menu(
        name,
        text: String(text.map { $0.isNewline ? " " : $0 }),
        look: search.look,
        items: { items(search) },
        emptyText: { "searching …" },
        onFound: { choose in
          page.work.loads.act { if await search.settle() { choose() } }
        }
      )
      .fillingField()
      .onDisappear { search.stop() }
    }
  }

  /// Opens the menu without a text.
  var command: Command {
    Command(.openChoices, title: "type to find") { begin("", $0) }
  }

  private func items(_ search: ToOneSearch) -> [MenuItem] {
    let found = search.hits.map { hit in
      let id = hit.record.id
      return MenuItem.value(
        search.title(of: hit),
        detail: detail(of: hit, in: search),
        isChecked: id != nil && id == search.current,
        fill: { take(hit, $0) }
      )
    }
    // Nobody is to make what is only not found yet.
    guard !search.isSearching else { return found }
    guard let making = making(search) else {
      let reason = search.obstacle ?? "try other words"
      return found.isEmpty ? [MenuItem("nothing found", disabledReason: reason) { _ in }] : found
    }
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

  /// Makes an object that is called what is typed.
  private func making(_ search: ToOneSearch) -> MenuItem? {
    guard let make else { return nil }
    let work = page.work
    let scope = work.root.scoped(toTask: .create).scoped(to: destination)
    let entity = scope[ModelKeys.shared.displayNameForEntity]
    let text = search.text[...].trimmed
    let naming = search.namingAttribute.flatMap { attribute -> Attribute? in
      let property = scope.scoped(toProperty: attribute.name)
      let isEntered = Permissions(work: work, scope: property).propertyRefusal == nil
      return isEntered && !text.isEmpty ? attribute : nil
    }
    return MenuItem(
      "new \(entity)" + (naming == nil ? "" : " “\(text)”"),
      detail: search.obstacle ?? "",
      disabledReason: Permissions(work: work, scope: scope).creationRefusal
    ) { _ in make(naming.map { ($0, text) }) }
  }
}

extension ToOneAutocomplete {
  /// Choosing for a relationship of a form's object, where the model has its entity.
  init?(
    page: PageContext,
    form: FormModel,
    relationship: Relationship,
    name: String,
    from choices: Qualifier?
  ) {
    guard let destination = relationship.destination else { return nil }
    self.init(page: page, name: name, destination: destination) {
      ToOneSearch(relationship, of: form.object, from: choices, in: page.work)
    } take: { hit, _ in
      switch hit {
      case .new(let object):
        form.object.setToOne(relationship, toNew: object)
        form.clearProblem(at: relationship.name)
      case .stored(let record, _):
        if let obstacle = form.choose(record, for: relationship, in: page.work) {
          page.say("\(name): \(obstacle)", .warning)
          return false
        }
      }
      return true
    }
    make = { naming in
      let work = page.work
      let entity = work.root.scoped(toTask: .create).scoped(to: destination)[
        ModelKeys.shared.displayNameForEntity
      ]
      var made: ManagedObject?
      work.editing.group("new \(entity) in \(name)", of: form.object, at: relationship.name) {
        let object = NewObjects.make(destination, in: work)
        if let naming { object.set(.string(naming.text), forAttribute: naming.attribute.name) }
        form.object.setToOne(relationship, toNew: object)
        made = object
      }
      form.clearProblem(at: relationship.name)
      if let made { page.push(.create, about: made) }
    }
  }
}
