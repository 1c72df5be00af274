import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// An object that others changed or deleted after it was read: the kind of conflict, and the properties to decide on.
struct RecordConflict {
  /// The kind of conflict: changed, replaced or deleted by others, or changed by others and deleted by the user.
  enum Kind {
    /// Others have stored other values.
    case changed
    /// Another record has the key, or this one has another name, which is given.
    case another(String)
    /// The user deletes the record, and others have stored other values.
    case deleting
    /// Others have deleted it.
    case gone
  }

  /// One property: what was read, what is stored by now, and what was entered.
  struct Row {
    let name: String
    let title: String
    /// The attributes that it writes.
    let keys: Set<String>
    let base: CellText
    /// `nil` where it may not be seen.
    let theirs: CellText?
    /// `nil` where nothing was entered: what others have stored stays.
    let mine: CellText?
  }

  let object: ManagedObject
  let kind: Kind
  let rows: [Row]
  /// The state of the object when the conflict was found.
  ///
  /// If the object changes afterwards, the user must decide again.
  private let moment: ManagedObject.ObjectState

  /// A conflict about an object that was read anew, or of which the row is gone.
  ///
  /// `read` is what was known of it when it was entered.
  init(_ object: ManagedObject, isGone: Bool = false, asRead read: Record, in work: WorkContext) {
    self.object = object
    moment = ManagedObject.ObjectState(object)
    guard !isGone else {
      (kind, rows) = (.gone, [])
      return
    }
    let review = PendingReview(work: work)
    let first = object.mergeBase(read)
    let now = review.scope(of: object.base)
    if object.state == .deleted {
      kind = .deleting
    } else if object.isAnother {
      kind = .another(now[ObjectKeys.shared.objectLabel] ?? object.entity.name)
    } else {
      kind = .changed
    }
    let contested = object.conflictingKeys
    let isWhole = contested.isEmpty || object.isAnother
    let decided = object.state == .deleted ? [] : isWhole ? object.changedKeys : Set(contested)
    let merged = Set(object.keysChangedElsewhere(since: first))
    rows = Self.rows(of: object, decided, merged, asRead: first, in: review)
  }

  private static func rows(
    of object: ManagedObject,
    _ decided: Set<String>,
    _ merged: Set<String>,
    asRead first: Record,
    in review: PendingReview
  ) -> [Row] {
    let (before, now) = (review.scope(of: first), review.scope(of: object.base))
    let mine = review.scope(of: object.snapshot)
    var keys: [String: Set<String>] = [:]
    var names: [String] = []
    for attribute in object.entity.attributes
    where decided.contains(attribute.name) || merged.contains(attribute.name) {
      let shown = object.entity.propertyNames(writing: attribute.name).first {
        before.showsColumn(PropertyPath($0)) && mine.showsColumn(PropertyPath($0))
      }
      guard let name = shown else { continue }
      if keys[name] == nil { names.append(name) }
      keys[name, default: []].insert(attribute.name)
    }
    return names.map { name in
      let attributes = keys[name] ?? []
      let isSeen = now.showsColumn(PropertyPath(name))
      let isMine = !attributes.isDisjoint(with: decided)
      return Row(
        name: name,
        title: mine.displayName(of: name),
        keys: attributes,
        base: review.text(in: before.scoped(toProperty: name)),
        theirs: isSeen ? review.text(in: now.scoped(toProperty: name)) : nil,
        mine: isMine ? review.text(in: mine.scoped(toProperty: name)) : nil
      )
    }
  }

  /// The properties to decide about; the record as a whole, which has no name, where there is none.
  var decisions: [String] {
    let names = rows.filter { $0.mine != nil }.map(\.name)
    return names.isEmpty ? [""] : names
  }

  /// Whether others have deleted the row.
  var isGone: Bool { if case .gone = kind { true } else { false } }

  /// Whether the object is still as it was when the conflict was met.
  var isCurrent: Bool { object.stands(as: moment) }

  /// The description of the conflict, shown behind the record's name.
  var remark: String {
    switch kind {
    case .changed: "changed elsewhere"
    case .another(let label):
      "is \(label) now: renamed elsewhere, or \(label) has its key"
    case .deleting: "changed elsewhere; mine deletes it, theirs keeps it"
    case .gone: "deleted elsewhere; mine inserts it again, theirs drops your changes"
    }
  }
}
