import AccessControl
import Editing
package import EntityModel
import EntityStore
import Observation
import Qualifiers
package import RuleEnvironment
package import StandardKeys
import Widgets
import Workspace

/// One page in the navigation stack: its task and subject, and the state to restore when the user returns.
@Observable
package final class PageState: Identifiable {
  /// The subject of a page: the database, an entity or an object.
  ///
  /// Kept in the `PageState` for navigation, rules and commands.
  enum Subject {
    /// The database as a whole.
    case database
    /// The objects of an entity, perhaps only some.
    case entity(Entity)
    /// One object.
    case object(ManagedObject)
  }

  /// The task of the page, such as `list` or `edit`.
  package let task: TaskName
  /// The database, entity or object that the page shows.
  private(set) var subject: Subject
  /// Only these objects are listed: those at the other end of a relationship.
  let auxiliaryQualifier: Qualifier?
  /// The object whose relationship led here, and that relationship.
  let source: (object: ManagedObject, relationship: Relationship)?
  /// Called with the chosen object on a page of the task `select`.
  let onSelect: ((Record?) -> Void)?
  /// The page's name in the breadcrumbs, used when rules give none.
  let name: String?

  /// The object was made on the way here: one that is made next takes its place.
  var isMade = false
  /// Whether a person has gone to the page by its name, wherever they were: it belongs to no page before it.
  @ObservationIgnored var isJump = false
  /// Whether the save of another new object has opened the page.
  @ObservationIgnored var isContinued = false
  /// The object on whose row the list begins, when it is made.
  @ObservationIgnored var startID: RecordID?
  /// How the list is narrowed and ordered, when it is made; `nil` as the rules say.
  @ObservationIgnored var listStart: ListQuery?
  /// The tab that was opened, if one was.
  var tab: String?
  /// The page configuration under which rules are asked here; `nil` for the rule's choice.
  var pageConfiguration: String?

  /// The models that views keep with the page, one of each type.
  ///
  /// A page made of several views (``ListPage`` beside ``QueryPage``) has one for each of them.
  private var models: [ObjectIdentifier: Any] = [:]
  /// The forms being edited on the page, one for each object; the form of the page's own object comes first.
  private(set) var forms: [FormModel] = []
  /// The last focused view, to restore the focus when the page is shown again.
  let focusPlace = FocusRestoration()
  /// The property under the cursor of a page about an object.
  @ObservationIgnored var focusedKey: String?
  /// Called with all chosen objects on a page of the task `select` on which several can be.
  @ObservationIgnored var onSelectAll: (([RecordID]) -> Void)?
  /// Called with a chosen object that is not saved yet, on a page of the task `select` that offers those too.
  @ObservationIgnored var onSelectNew: ((ManagedObject) -> Void)?
  /// The rows of the to-many relationships that the page shows, by owner and name.
  @ObservationIgnored private var relatedModels: [FieldFocusID: AnyObject] = [:]
  /// The scope of the property that a page before the others is about; `nil` where it is about the page behind it.
  @ObservationIgnored var frontScope: EnvironmentValues?
  /// How deep the JSON of properties is unfolded, where somebody has said so.
  var unfoldedDepths: [String: Int] = [:]
  /// The object that ``UserInterface/prepare()`` or a save reads for the page, which does not read it again when it appears.
  @ObservationIgnored var preparedObject: ManagedObject?

  init(
    task: TaskName,
    subject: Subject,
    auxiliaryQualifier: Qualifier? = nil,
    source: (object: ManagedObject, relationship: Relationship)? = nil,
    name: String? = nil,
    onSelect: ((Record?) -> Void)? = nil
  ) {
    self.task = task
    self.subject = subject
    self.auxiliaryQualifier = auxiliaryQualifier
    self.source = source
    self.name = name
    self.onSelect = onSelect
  }

  /// The entity the page is about, if any.
  package var entity: Entity? {
    switch subject {
    case .database: nil
    case .entity(let entity): entity
    case .object(let object): object.entity
    }
  }

  /// The object the page is about, if any.
  var object: ManagedObject? {
    if case .object(let object) = subject { object } else { nil }
  }

  /// Shows another object of the same entity.
  func show(_ object: ManagedObject) {
    subject = .object(object)
    forms = []
  }

  /// The fields of the page's own object, else those of the first that is edited on it; `nil` where nothing is.
  var form: FormModel? { forms.first { $0.object === object } ?? forms.first }

  /// The fields of `object`, if they are on the page.
  func form(of object: ManagedObject) -> FormModel? { forms.first { $0.object === object } }

  /// Counts a form among those of the page.
  func adopt(_ form: FormModel) {
    if self.form(of: form.object) == nil { forms.append(form) }
  }

  /// Takes the fields of `object` from the page.
  func drop(_ object: ManagedObject) { forms.removeAll { $0.object === object } }

  /// Whether the page is about `object`, or asks what a field of it is to refer to.
  func isAbout(_ object: ManagedObject) -> Bool {
    self.object === object || task == .select && source?.object === object
  }

  /// The model of a type that the page keeps; views that read it follow it.
  subscript<Model>(_ type: Model.Type) -> Model? {
    get { models[ObjectIdentifier(type)] as? Model }
    set { models[ObjectIdentifier(type)] = newValue }
  }

  /// Returns the model of a type, made and kept when it is first asked for.
  func model<Model>(make: () -> Model) -> Model {
    if let model = self[Model.self] { return model }
    let model = make()
    self[Model.self] = model
    return model
  }

  /// Returns the model for a relationship of `owner`; it is created by `make` on first use and kept with the page.
  func related<Model: AnyObject>(
    _ relationship: Relationship,
    of owner: ManagedObject,
    make: () -> Model
  ) -> Model {
    let name = FieldFocusID(object: ObjectIdentifier(owner), key: relationship.name)
    if let model = relatedModels[name] as? Model { return model }
    let model = make()
    relatedModels[name] = model
    return model
  }

  /// Forgets the models for relationships of all owners but one.
  func forgetRelated(except owner: ManagedObject) {
    relatedModels = relatedModels.filter { $0.key.object == ObjectIdentifier(owner) }
  }

  /// The scope of the page within `root`.
  package func scope(in root: EnvironmentValues) -> EnvironmentValues {
    if let frontScope { return frontScope.scoped(toTask: task) }
    var scope = root.scoped(toTask: task)
    if let pageConfiguration { scope[ComponentKeys.shared.pageConfiguration] = pageConfiguration }
    switch subject {
    case .database: break
    case .entity(let entity): scope = scope.scoped(to: entity)
    case .object(let object): scope = scope.scoped(to: object.snapshot)
    }
    var tabs = object == nil ? [] : scope[ComponentKeys.shared.tabs]
    if tabs.isEmpty, object != nil {
      tabs = scope.markedProperties.tabNames
      if !tabs.isEmpty { scope[ComponentKeys.shared.tabs] = tabs }
    }
    if let first = tabs.first {
      scope[ComponentKeys.shared.tab] = tab.flatMap { tabs.contains($0) ? $0 : nil } ?? first
    }
    if let auxiliaryQualifier {
      scope[FetchingKeys.shared.auxiliaryQualifier] = auxiliaryQualifier
    }
    return scope
  }
}

extension PageState {
  /// Ends what is being read for the page.
  func leave() {
    list?.leave()
    summary?.read.end()
  }

  /// The kind of the page's subject.
  var kind: Page.Subject {
    switch subject {
    case .database: .database
    case .entity: .entity
    case .object: .object
    }
  }
}

extension PageState {
  /// The list of the page, once it was made.
  var list: ListModel? {
    get { self[ListModel.self] }
    set { self[ListModel.self] = newValue }
  }

  /// The summary of the rows of a list, if the page shows one.
  var summary: (any SummaryModel)? {
    get { self[(any SummaryModel).self] }
    set { self[(any SummaryModel).self] = newValue }
  }

  /// The entities of the page, if it lists them.
  var entityList: EntityListModel? {
    get { self[EntityListModel.self] }
    set { self[EntityListModel.self] = newValue }
  }
}
