package import EntityModel
package import EntityStore
import Qualifiers

extension ManagedObject {
  /// The row as it is known, and as a save makes it.
  package var pendingRow: SaveRecord.Row {
    SaveRecord.Row(
      before: state == .inserted ? nil : base,
      after: state == .deleted ? nil : snapshot,
      cause: .direct
    )
  }

  /// The row to insert: what was set, null too, and what the database has no default for.
  package func insertion() -> Change {
    var values: [String: Value] = [:]
    let references = liveReferences
    for attribute in entity.attributes where !attribute.definition.isGenerated {
      guard let value = snapshot.value(forKey: attribute.name) else { continue }
      if value.isNull, isLeftToDatabase(attribute) || references[attribute.name] != nil { continue }
      values[attribute.name] = value
    }
    return .insert(
      entityName: entity.name,
      values: values,
      references: references.mapValues(\.destination.token),
      token: token
    )
  }

  /// Whether a new object leaves an attribute to the default of the database: nobody has given it a value, and nobody has said
  /// that it has none.
  package func isLeftToDatabase(_ attribute: Attribute) -> Bool {
    state == .inserted && attribute.definition.hasDefault
      && snapshot.value(forKey: attribute.name)?.isNull != false
      && !isSetToNull(attribute.name) && liveReferences[attribute.name] == nil
  }

  /// The attributes of which somebody said that a new object holds nothing in them, though the database has a default.
  package var keysWithoutDefault: Set<String> {
    guard state == .inserted else { return [] }
    return Set(
      entity.attributes.filter { $0.definition.hasDefault && isSetToNull($0.name) }.map(\.name)
    )
  }

  /// The changed attributes and the values they had; `nil` for an object without identity.
  package func update() -> Change? {
    guard let id = base.id else { return nil }
    var values: [String: Value] = [:]
    let references = liveReferences
    for key in changedKeys where references[key] == nil {
      values[key] = snapshot.value(forKey: key)
    }
    return .update(
      id,
      values: values,
      original: original(of: lockedKeys).merging(hiddenOriginals) { seen, _ in seen },
      references: references.mapValues(\.destination.token)
    )
  }

  /// The row to delete; `nil` for an object without identity.
  func deletion() -> Change? {
    base.id.map {
      .delete(
        $0,
        original: lockingPolicy == .none || versionKeys != nil
          ? readValues.filter {
            entity.recognitionKeys.contains($0.key) || versionKeys?.contains($0.key) == true
          }
          : readValues.merging(hiddenOriginals) { seen, _ in seen }
      )
    }
  }

  /// The hidden values that must also be unchanged in the database, for the locking policy `all`.
  private var hiddenOriginals: [String: Value] {
    lockingPolicy == .all ? unseen?.values ?? [:] : [:]
  }

  /// Whether something is to be written into a row that nothing finds again.
  var isLost: Bool { state != .inserted && hasChanges && base.id == nil }

  /// Why nothing of the object can be written.
  var lossSentence: NamedSentence {
    let isDeletion = state == .deleted
    let reason =
      entity.refusal(of: isDeletion ? .delete : .update)
      ?? "the row has no key that identifies it"
    return "\(entity: entity) cannot be \(isDeletion ? "deleted" : "changed"): \(reason)."
  }

  /// The attributes whose values are compared with those of the database.
  ///
  /// The last save may win, but not over another object.
  private var lockedKeys: Set<String> {
    switch lockingPolicy {
    case .version where versionKeys != nil:
      versionKeys?.union(changedKeys.filter(isPartlyShown)) ?? []
    case .changed, .version: changedKeys.union(entity.recognitionKeys)
    case .all: readKeys
    case .none:
      Set(entity.recognitionKeys).subtracting(changedKeys)
        .union(changedKeys.filter(isPartlyShown))
    }
  }

  /// The attributes that detect a conflict under the `version` locking policy.
  ///
  /// `nil` for other policies, and where no version attribute was read.
  var versionKeys: Set<String>? {
    guard lockingPolicy == .version, let versionKey, readKeys.contains(versionKey) else {
      return nil
    }
    return Set(entity.recognitionKeys).union([versionKey])
  }

  /// Whether an attribute may hold a text of which some bytes are shown as U+FFFD: over those nobody writes unseen.
  private func isPartlyShown(_ name: String) -> Bool {
    base.value(forKey: name)?.string?.unicodeScalars.contains("\u{FFFD}") == true
  }

  /// The values that were known when somebody said that the object is to go.
  private var readValues: [String: Value] {
    let record = readForDeletion ?? base
    let known = readKeys.compactMap { key in
      record.isTruncated([key]) ? nil : record.value(forKey: key).map { (key, $0) }
    }
    return Dictionary(known) { first, _ in first }
  }

  /// The attributes stored in columns, without blobs.
  var readKeys: Set<String> {
    // What a virtual table hides it computes for each query anew.
    let computesHidden = entity.definition.kind == .virtual
    return Set(
      entity.attributes.filter {
        $0.type.kind != .blob && $0.definition.derivation == nil
          && !(computesHidden && $0.definition.isHidden)
      }.map(\.name)
    )
  }

  private func original(of keys: Set<String>) -> [String: Value] {
    Dictionary(
      keys.compactMap { key in
        if let original = originals[PropertyPath(components: [key])] { return (key, original) }
        return base.isTruncated([key]) ? nil : base.value(forKey: key).map { (key, $0) }
      },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension Record {
  /// A value of a record with what merging needs: whether it is whole or truncated, and the number of its read.
  ///
  /// A higher number means a later read; see ``Record/mergingNewest(_:)``.
  private nonisolated struct Reading {
    var value: Value
    var isWhole: Bool
    var size: Int?
    let number: Int

    init?(of record: Record, at path: [String]) {
      guard let position = record.layout.position(of: path) else { return nil }
      value = record.value(at: position)
      isWhole = !record.isTruncated(path)
      size = isWhole ? nil : record.size(ofBytesAt: path)
      number = record.readNumber(at: position)
    }

    /// Whether it began later than another one; what was made counts as older than what was read.
    func isLater(than other: Reading) -> Bool {
      number > other.number || number == 0 && other.number == 0
    }

    /// Returns the whole value from another reading where this one is truncated and matches its beginning.
    func completed(by other: Reading?) -> Reading {
      guard let other, completes(other) else { return self }
      var whole = self
      (whole.value, whole.isWhole, whole.size) = (other.value, true, nil)
      return whole
    }

    private func completes(_ other: Reading) -> Bool {
      !isWhole && other.isWhole && other.value.begins(with: value)
    }

    /// Whether it says nothing of its value that `known` does not say, or says as it was read later.
    func isKnown(from known: Reading) -> Bool { !isLater(than: known) && !known.completes(self) }
  }

  /// This record if it holds all that `other` holds, else `other` with this one's values laid over it.
  ///
  /// A value that was read in part is replaced by the whole one while that still begins alike.
  package func covering(_ other: Record) -> Record {
    covers(other) ? self : joined(with: other) { own, other in own.completed(by: other) }
  }

  /// Whether it holds all that `other` holds, and whole.
  private func covers(_ other: Record) -> Bool {
    truncatedPositions.isEmpty
      && other.layout.paths.allSatisfy { layout.position(of: $0.components) != nil }
  }

  /// Returns a record with the latest reading of each value from this record and `known`; `known` itself if nothing is newer.
  func mergingNewest(_ known: Record) -> Record {
    let pairs = layout.paths.map { path in
      (Reading(of: self, at: path.components), Reading(of: known, at: path.components))
    }
    if pairs.allSatisfy({ own, old in old.map { own?.isKnown(from: $0) != false } ?? false }) {
      return known
    }
    let isNew = pairs.allSatisfy { own, old in old.map { own?.isLater(than: $0) == true } ?? true }
    if isNew, covers(known) { return self }
    return joined(with: known) { own, old in
      guard let old, !own.isLater(than: old) else { return own.completed(by: old) }
      return old.completed(by: own)
    }
  }

  /// All that this record and another hold, of this one's values what `choose` makes of both readings.
  private func joined(
    with other: Record,
    _ choose: (Reading, Reading?) -> Reading
  ) -> Record {
    let missing = other.layout.paths.filter { layout.position(of: $0.components) == nil }
    let whole =
      missing.isEmpty ? layout : RecordLayout(entity: entity, paths: layout.paths + missing)
    let readings = whole.paths.compactMap { path -> Reading? in
      let old = Reading(of: other, at: path.components)
      return Reading(of: self, at: path.components).map { choose($0, old) } ?? old
    }
    let partial = readings.indices.filter { !readings[$0].isWhole }
    return Record(
      layout: whole,
      id: id,
      values: readings.map(\.value),
      truncatedPositions: Set(partial),
      sizes: Dictionary(
        uniqueKeysWithValues: partial.compactMap { place in
          readings[place].size.map { (place, $0) }
        }
      ),
      readNumbers: readings.map(\.number)
    )
  }

  /// Returns a copy with the identity `id` and new read numbers, as after a save; `id` is `nil` for a row without a key.
  func stored(as id: RecordID?) -> Record {
    Record(
      layout: layout,
      id: id,
      values: values,
      truncatedPositions: truncatedPositions,
      sizes: truncatedSizes,
      readNumbers: Array(repeating: ReadSequence.next(), count: layout.paths.count)
    )
  }
}

nonisolated extension Value {
  /// Whether both are the same to a database, which compares texts byte by byte.
  func isStoredLike(_ other: Value) -> Bool {
    if case .string(let text) = self, case .string(let otherText) = other {
      return text.isExactly(otherText)
    }
    return self == other
  }

  /// Whether this text or these bytes begin with `other`.
  fileprivate func begins(with other: Value) -> Bool {
    switch (self, other) {
    case (.string(let text), .string(let start)): text.utf8.starts(with: start.utf8)
    case (.data(let bytes), .data(let start)): bytes.starts(with: start)
    default: false
    }
  }
}
