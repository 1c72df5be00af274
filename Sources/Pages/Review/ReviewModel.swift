import Editing
import EntityStore
import Widgets
import Workspace

/// The outline of the review page: entity headings, objects with unsaved changes, and their changed properties.
///
/// Lines are made as they come on screen.
final class ReviewModel {
  /// A line of the page that reviews unsaved changes: an entity heading, a changed object, or one changed property.
  enum Line {
    case heading(String)
    case entry(ManagedObject)
    case change(ManagedObject, String)

    /// The object that it is about.
    var object: ManagedObject? {
      switch self {
      case .heading: nil
      case .entry(let object), .change(let object, _): object
      }
    }

    /// The property that it is about.
    var property: String? { if case .change(_, let name) = self { name } else { nil } }
  }

  /// The identity of a line: the object and, for a change, its property.
  private struct Key: Hashable {
    let object: ObjectIdentifier
    var property: String?
  }

  private let work: WorkContext
  private let objects: () -> [ManagedObject]
  let rows = OutlineModel<Line>()
  /// Headings and entries that are not among the lines yet.
  private var waiting: ArraySlice<Line> = []
  /// The changed properties of each object, cached by its snapshot.
  private var names: [ObjectIdentifier: (snapshot: Record, names: [String])] = [:]
  /// The scope and faults for which the lines were made.
  private var seen = (root: -1, faults: -1)

  /// The lines about what was entered, or about other objects.
  init(work: WorkContext, of objects: (() -> [ManagedObject])? = nil) {
    self.work = work
    self.objects = objects ?? { UnsavedChanges(work: work).entered }
  }

  private var review: PendingReview { PendingReview(work: work) }

  /// Makes the lines anew when something else is pending.
  func follow() {
    let now = (root: work.rootRevision, faults: work.saveFaults.revision)
    guard seen != now else { return }
    seen = now
    let groups = review.groups(of: self.objects())
    let objects = Set(groups.flatMap(\.objects).map { ObjectIdentifier($0) })
    names = names.filter { objects.contains($0.key) }
    waiting =
      groups.flatMap { group in
        [.heading("\(group.title): \(group.objects.count)")] + group.objects.map(Line.entry)
      }[...]
    rows.begin { [weak self] in self?.layOut(upTo: $0) }
  }

  private func layOut(upTo count: Int) {
    while rows.outline.count < count, let next = waiting.popFirst() {
      guard let object = next.object else {
        rows.outline.append([OutlineRow(next, depth: 0, isHeading: true)])
        continue
      }
      var key = Key(object: ObjectIdentifier(object))
      rows.outline.append([OutlineRow(next, depth: 1, id: AnyID(key))])
      for name in names(of: object) {
        key.property = name
        rows.outline.append([OutlineRow(.change(object, name), depth: 2, id: AnyID(key))])
      }
    }
    if waiting.isEmpty { rows.more = nil }
  }

  private func names(of object: ManagedObject) -> [String] {
    let known = names[ObjectIdentifier(object)]
    var found = known?.snapshot === object.snapshot ? known?.names : nil
    if found == nil { found = review.names(of: object) }
    names[ObjectIdentifier(object)] = (object.snapshot, found ?? [])
    let faulty = work.saveFaults[object].keys.filter { name in
      !name.isEmpty && found?.contains(name) == false && review.shows(name, of: object)
    }
    return (found ?? []) + faulty.sorted()
  }
}
