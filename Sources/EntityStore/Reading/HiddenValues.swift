import EntityModel
package import Qualifiers

/// The values of a row that the user may not see.
///
/// They are never shown, only compared to detect conflicts at a save.
package struct HiddenValues: Sendable {
  package let values: [String: Value]
}

extension EntityStore {
  /// Reads a row's values of the attributes that are not in `seen`, without blobs; `nil` where there is no such row.
  package func readHiddenValues(
    of id: RecordID,
    besides seen: Set<String>
  ) async throws(StoreError) -> HiddenValues? {
    guard let entity = model.entity(named: id.entityName) else { return nil }
    let hidden = entity.attributes.filter {
      $0.type.kind != .blob && $0.definition.derivation == nil && !seen.contains($0.name)
        // What a virtual table hides it computes for each query anew.
        && !(entity.definition.kind == .virtual && $0.definition.isHidden)
    }
    guard !hidden.isEmpty else { return HiddenValues(values: [:]) }
    // Whether the row is there for the person is asked as always.
    var fetch = try await narrowed(FetchSpecification(entityName: id.entityName, paths: []))
    fetch.paths = hidden.map { PropertyPath(components: [$0.name]) }
    fetch.shownConditions = [:]
    let read = fetch
    let record = try await worker.perform(nil) { adaptor throws(StoreError) in
      try adaptor.record(id, read)
    }
    return record.map { record in
      HiddenValues(
        values: Dictionary(
          uniqueKeysWithValues: hidden.compactMap { attribute in
            record.value(forKey: attribute.name).map { (attribute.name, $0) }
          }
        )
      )
    }
  }
}
