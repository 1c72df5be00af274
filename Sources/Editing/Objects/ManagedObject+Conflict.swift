import EntityModel
package import EntityStore
import Qualifiers

extension ManagedObject {
  /// Whether the row was changed by somebody else in a way about which a person has to be asked before it is written.
  ///
  /// `read` is what was known of the row before it was read again.
  package func isConflicting(since read: Record) -> Bool {
    if readBeforeConflict != nil || isAnother || !conflictingKeys.isEmpty { return true }
    if state == .deleted {
      let names = versionKeys ?? (lockingPolicy == .none ? Set(entity.recognitionKeys) : readKeys)
      return differs(from: readForDeletion ?? read, in: names) || hasDifferentHiddenProperties
    }
    switch lockingPolicy {
    case .none: return false
    case .changed, .version:
      return differs(from: mergeBase(read), in: versionKeys ?? Set(entity.recognitionKeys))
    case .all: return differs(from: mergeBase(read), in: readKeys) || hasDifferentHiddenProperties
    }
  }

  /// Whether others have changed what is to be written over, as far as it was read again.
  package var isChangedElsewhere: Bool {
    state != .inserted && hasChanges && needsConflictPrompt(since: base)
  }

  /// Whether saving asks about what others have changed since it was `read`; where the last one wins only about another record.
  package func needsConflictPrompt(since read: Record) -> Bool {
    isConflicting(since: read) && (lockingPolicy != .none || state == .deleted || isAnother)
  }

  /// The changed attributes that hold something else than when they were changed.
  package var conflictingKeys: [String] {
    changedKeys.filter { name in
      let path = PropertyPath(components: [name])
      return originals[path] != nil && originals[path] != base.value(forKey: name)
    }.sorted()
  }

  /// The attributes that nobody means to change here and that hold something else than was `read`.
  package func keysChangedElsewhere(since read: Record) -> [String] {
    entity.attributes.map(\.name).filter {
      (state == .deleted || !changedKeys.contains($0)) && differs(from: read, in: [$0])
    }
  }

  /// Lets attributes that were set to what was stored anyway follow what is stored now: nobody has changed them.
  func followStoredValues(_ record: Record, where isUnchanged: (PropertyPath) -> Bool) {
    let names = overlay.keys.filter { path in
      path.components.count == 1 && references[path.first] == nil && isUnchanged(path)
        && record.value(forKey: path.first).map { $0 != overlay[path] } == true
    }.map(\.first)
    guard state != .inserted, !names.isEmpty else { return }
    let pointing = entity.relationships.filter { relationship in
      relationship.definition.joins.contains { names.contains($0.source) }
    }
    let gone = Set(names + pointing.map(\.name))
    overlay = overlay.filter { !gone.contains($0.key.first) }
  }

  private func differs(from read: Record, in names: Set<String>) -> Bool {
    names.contains { name in
      // The beginning of a value says nothing about what is behind it.
      guard !read.isTruncated([name]), !base.isTruncated([name]),
        let before = read.value(forKey: name), let now = base.value(forKey: name)
      else { return false }
      return before != now
    }
  }

  private var hasDifferentHiddenProperties: Bool {
    lockingPolicy == .all && unseen?.values != latestHiddenProperties?.values
  }

  /// Whether nothing of the object is another than in this moment, be it read anew since: what was entered, what is stored.
  package func stands(as moment: ObjectState) -> Bool {
    func isSame(_ now: Record, _ then: Record) -> Bool {
      now === then
        || entity.attributes.allSatisfy {
          !now.isTruncated([$0.name]) && now.value(forKey: $0.name) == then.value(forKey: $0.name)
        }
    }
    return state == moment.state && latestHiddenProperties?.values == moment.unseen?.values
      && isSame(base, moment.base) && isSame(snapshot, moment.snapshot)
  }

  /// A copy of an object's state, for checking whether it changed before a conflict was resolved.
  package struct ObjectState {
    fileprivate let (state, base, snapshot): (State, Record, Record)
    fileprivate let unseen: HiddenValues?

    /// Copies the current state of an object.
    package init(_ object: ManagedObject) {
      (state, base, snapshot) = (object.state, object.base, object.snapshot)
      unseen = object.latestHiddenProperties
    }
  }
}

extension EditingContext {
  /// Takes what is stored of some objects now for what was known of them, whatever is taken back or done again: somebody has
  /// seen it, and the next save writes over it.
  package func acceptStored(of objects: [ManagedObject]) {
    let seen = Set(objects.map(\.token))
    for object in objects { object.acceptStored() }
    updateMoments { object, moment in
      if seen.contains(object.token) { moment.learn(object.base) { _, _ in true } }
    }
  }

  /// Takes over what the person's own hand has made of rows where what was known is as it was `before`: nobody has to be asked
  /// about that.
  package func learn(_ rows: [(object: ManagedObject, before: Record, after: Record)]) {
    let rows = Dictionary(rows.map { ($0.object.token, $0) }) { $1 }
    let learn: Update = { object, moment in
      guard let row = rows[object.token] else { return }
      moment.learn(row.after) { row.before.value(forKey: $0) == $1 }
    }
    for row in rows.values {
      var now = ManagedObject.Memento(row.object)
      learn(row.object, &now)
      row.object.takeStored(of: now)
    }
    updateMoments(learn)
  }

  private func updateMoments(_ update: Update) {
    steps.update(update)
    for changes in nested { changes.update(update) }
  }
}
