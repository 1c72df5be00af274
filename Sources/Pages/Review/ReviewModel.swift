import Editing
import EntityStore
import Observation
import Widgets
import Workspace

/// The row source of the review page: entity headings, objects with unsaved changes, and their changed properties.
///
/// Lines are made as they come on screen.
@Observable
final class ReviewModel: @MainActor RowSource {
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

    fileprivate var id: AnyID? { object.map { AnyID(Key(ObjectIdentifier($0), property)) } }
  }

  /// The identity of a line on the review page: the object and, for a change, its property.
  private struct Key: Hashable {
    let object: ObjectIdentifier
    let property: String?

    init(_ object: ObjectIdentifier, _ property: String?) {
      (self.object, self.property) = (object, property)
    }
  }

  private let work: WorkContext
  private let objects: () -> [ManagedObject]
  @ObservationIgnored let cursor = ListCursor()
  /// Counts changes of the lines, so that views notice.
  private var revision = 0
  @ObservationIgnored private var lines: [Line] = []
  @ObservationIgnored private var positions: [AnyID: Int] = [:]
  /// Headings and entries that are not among the lines yet.
  @ObservationIgnored private var waiting: ArraySlice<Line> = []
  /// The changed properties of each object, cached by its snapshot.
  @ObservationIgnored private var names: [ObjectIdentifier: (snapshot: Record, names: [String])] =
    [:]
  /// The scope and faults for which the lines were made.
  @ObservationIgnored private var seen = (root: -1, faults: -1)

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
    (lines, positions) = ([], [:])
    waiting =
      groups.flatMap { group in
        [.heading("\(group.title): \(group.objects.count)")] + group.objects.map(Line.entry)
      }[...]
    layOut(upTo: cursor.position + Self.stretch)
    // The cursor stands on no heading, also where what was under it is gone.
    let isKnown = cursor.rowID.flatMap(position(of:)) != nil
    if !isKnown, !isSelectable(cursor.position) { cursor.go(to: cursor.position, in: self) }
  }

  /// The number of lines laid out ahead.
  private static let stretch = 200

  private func layOut(upTo count: Int) {
    while lines.count < count, let next = waiting.popFirst() {
      add(next)
      guard case .entry(let object) = next else { continue }
      for name in names(of: object) { add(.change(object, name)) }
    }
  }

  private func add(_ line: Line) {
    if let id = line.id { positions[id] = lines.count }
    lines.append(line)
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

  /// The line at `position`.
  func line(at position: Int) -> Line? {
    lines.indices.contains(position) ? lines[position] : nil
  }

  /// The line under the cursor.
  var currentLine: Line? { line(at: cursor.position) }

  var bounds: RowBounds {
    _ = revision
    return RowBounds(0..<lines.count, reachesEnd: waiting.isEmpty)
  }

  func ensure(_ positions: Range<Int>) {
    guard positions.upperBound > lines.count, !waiting.isEmpty else { return }
    layOut(upTo: positions.upperBound + Self.stretch)
    revision += 1
  }

  func jump(to end: RowEnd) {
    guard end == .end, !waiting.isEmpty else { return }
    layOut(upTo: .max)
    revision += 1
  }

  func id(at position: Int) -> AnyID? { line(at: position)?.id }
  func position(of id: AnyID) -> Int? { positions[id] }
  func isSelectable(_ position: Int) -> Bool { line(at: position)?.object != nil }
}

extension PageState {
  /// The unsaved changes, if the page shows them.
  var review: ReviewModel? { self[ReviewModel.self] }
}
