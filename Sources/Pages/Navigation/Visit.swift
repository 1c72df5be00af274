import AccessControl
import Editing
import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// A list or an object that was shown in this session, to go to it again.
struct Visit {
  /// The most visits that are remembered.
  static let limit = 10

  private let task: TaskName
  private let subject: PageState.Subject
  private let auxiliaryQualifier: Qualifier?
  private let source: (object: ManagedObject, relationship: Relationship)?
  private let name: String?

  /// The visit of a page; `nil` for one that is neither a list nor about an object in the database.
  init?(_ page: PageState) {
    switch page.task {
    case .list: task = .list
    case .inspect, .edit: task = .inspect
    default: return nil
    }
    (subject, name, source) = (page.subject, page.name, page.source)
    auxiliaryQualifier = page.auxiliaryQualifier
    if case .database = subject { return nil }
    if page.object?.state == .inserted { return nil }
  }

  /// The object; `nil` for a list.
  var object: ManagedObject? { if case .object(let object) = subject { object } else { nil } }

  /// The entity of the list or the object.
  var entity: Entity? {
    switch subject {
    case .database: nil
    case .entity(let entity): entity
    case .object(let object): object.entity
    }
  }

  /// Whether both are of one list or object.
  func isSame(_ other: Visit) -> Bool {
    object === other.object && entity === other.entity && task == other.task
      && auxiliaryQualifier == other.auxiliaryQualifier && name == other.name
  }

  /// A page about it.
  func page() -> PageState {
    PageState(
      task: task,
      subject: subject,
      auxiliaryQualifier: auxiliaryQualifier,
      source: source,
      name: name
    )
  }

  /// The name of the list or object behind that of its entity or owner: `Deal › Rebrand Q3`.
  func title(in work: WorkContext) -> String {
    let entity = self.entity.map { work.shownName(of: $0) }
    let owner = source.map { work.root.scoped(to: $0.object.snapshot)[RenderingKeys.shared.title] }
    let own =
      name
      ?? object.map { work.root.scoped(to: $0.snapshot)[RenderingKeys.shared.title] }
    return [owner ?? entity, own].compactMap(\.self).joined(separator: " › ")
  }
}
