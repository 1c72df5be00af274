package import EntityModel
package import EntityStore
import Qualifiers

extension ManagedObject {
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
  func update() -> Change? {
    guard let id = base.id else { return nil }
    var values: [String: Value] = [:]
    let references = liveReferences
    for key in changedKeys where references[key] == nil {
      values[key] = snapshot.value(forKey: key)
    }
    return .update(
      id,
      values: values,
      original: original(of: lockedKeys).merging(unseenOriginals) { seen, _ in seen },
      references: references.mapValues(\.destination.token)
    )
  }

  /// The row to delete; `nil` for an object without identity.
  func deletion() -> Change? {
    base.id.map {
      .delete(
        $0,
        original: lockingPolicy == .none
          ? readValues.filter { entity.recognitionKeys.contains($0.key) }
          : readValues.merging(unseenOriginals) { seen, _ in seen }
      )
    }
  }

  /// What nobody saw and nobody else may have changed either.
  private var unseenOriginals: [String: Value] {
    lockingPolicy == .all ? unseen?.values ?? [:] : [:]
  }

  /// Whether something is to be written into a row that nothing finds again.
  var isLost: Bool { state != .inserted && hasChanges && base.id == nil }

  /// Why nothing of the object can be written.
  var lossSentence: String {
    let isDeletion = state == .deleted
    let reason =
      entity.refusal(of: isDeletion ? .delete : .update)
      ?? "the row has no key by which it could be found again"
    return "\(entity.name) cannot be \(isDeletion ? "deleted" : "changed"): \(reason)."
  }

  /// The attributes whose values are compared with those of the database.
  ///
  /// Whoever saves last may win, but not over another object.
  private var lockedKeys: Set<String> {
    switch lockingPolicy {
    case .changed: changedKeys.union(entity.recognitionKeys)
    case .all: readKeys
    case .none:
      Set(entity.recognitionKeys).subtracting(changedKeys)
        .union(changedKeys.filter(isPartlyShown))
    }
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

  /// What a column holds and a page shows whole.
  var readKeys: Set<String> {
    // What a virtual table hides it computes for each query anew.
    let computesHidden = entity.definition.kind == .virtual
    return Set(
      entity.attributes.filter {
        $0.type != .blob && $0.definition.derivation == nil
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
  /// This record if it holds all that `other` holds, else `other` with this one's values laid over it.
  ///
  /// Of a value that was read in part only the whole one stays, as long as it still begins like that.
  package func covering(_ other: Record) -> Record {
    let missing = other.layout.paths.indices.filter {
      layout.position(of: other.layout.paths[$0].components) == nil
    }
    let partial = truncatedPositions
    if missing.isEmpty, partial.isEmpty { return self }
    var values = values
    var truncated = partial
    var sizes = truncatedSizes
    for position in partial {
      let path = layout.paths[position].components
      guard let whole = other.layout.position(of: path), !other.isTruncated(path) else { continue }
      let value = other.value(at: whole)
      guard value.begins(with: values[position]) else { continue }
      values[position] = value
      truncated.remove(position)
      sizes[position] = nil
    }
    for position in missing {
      let path = other.layout.paths[position].components
      if other.isTruncated(path) {
        truncated.insert(values.count)
        sizes[values.count] = other.size(ofBytesAt: path)
      }
      values.append(other.value(at: position))
    }
    return Record(
      layout: missing.isEmpty
        ? layout
        : RecordLayout(
          entity: entity,
          paths: layout.paths + missing.map { other.layout.paths[$0] }
        ),
      id: id,
      values: values,
      truncatedPositions: truncated,
      sizes: sizes
    )
  }

  /// The same values as a stored row; without an identity when it has none.
  func stored(as id: RecordID?) -> Record {
    Record(
      layout: layout,
      id: id,
      values: values,
      truncatedPositions: truncatedPositions,
      sizes: truncatedSizes
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
