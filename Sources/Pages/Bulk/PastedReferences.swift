import AccessControl
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The lookup of the objects that pasted texts name in to-one columns, by label or key.
///
/// Texts must match exactly. A text that names several objects is refused.
struct PastedReferences {
  /// The lookup result for a pasted text in a reference column: one object, or several, which is refused.
  private enum Finding {
    case one(Record)
    case several
  }

  /// The findings by column and text.
  private var findings: [String: [String: Finding]] = [:]

  /// Finds the objects that rows name in columns of an entity, as long as that `isWanted`.
  init(
    in rows: [[String]],
    _ columns: [String],
    of entity: Entity,
    while isWanted: () -> Bool,
    in work: WorkContext
  ) async throws {
    for (index, key) in columns.enumerated() {
      guard let relationship = entity.relationship(named: key), !relationship.isToMany,
        let destination = relationship.destination,
        work.visibilityRefusal(of: destination) == nil
      else { continue }
      let texts = Set(rows.compactMap { $0.indices.contains(index) ? $0[index] : nil })
        .subtracting([""])
      guard !texts.isEmpty else { continue }
      let sought = ReferenceCandidates(
        relationship: relationship,
        destination: destination,
        work: work
      )
      let found = try await sought.ids(
        named: texts,
        from: sought.choices(of: entity),
        while: isWanted
      )
      guard isWanted() else { return }
      let single = found.values.compactMap { $0.count == 1 ? $0.first : nil }
      let records = try await sought.records(single)
      findings[key] = found.compactMapValues { ids in
        guard ids.count == 1, let id = ids.first else { return .several }
        return records[id].map(Finding.one)
      }
    }
  }

  /// Returns the object that a text names in a column.
  ///
  /// - Throws: Why none can be told.
  func record(called text: String, at key: String) throws(PromptRefusal) -> Record {
    switch findings[key]?[text] {
    case .one(let record): return record
    case .several:
      throw PromptRefusal("‘\(text.prefix(40))’ names several objects; choose one in the form")
    case nil: throw PromptRefusal("‘\(text.prefix(40))’ names no object, by label or key")
    }
  }
}

/// A lookup of the objects that a relationship may refer to, by the labels or keys in pasted texts.
///
/// `PastedReferences` makes one for each pasted column that holds references.
private struct ReferenceCandidates {
  let relationship: Relationship
  let destination: Entity
  let work: WorkContext

  private var scope: EnvironmentValues {
    work.root.scoped(toTask: .select).scoped(to: destination)
  }

  /// The condition for objects that rules offer in every row; `nil` for all.
  func choices(of entity: Entity) -> Qualifier? {
    let property = work.root.scoped(toTask: .edit).scoped(to: entity)
      .scoped(toProperty: relationship.name)
    let key = EditingKeys.shared.choices
    guard property.isOfAllRows(key) else { return nil }
    return property.picking(property[key])
  }

  /// Returns the objects that each text names; not all of them once that is not wanted any more.
  func ids(
    named texts: Set<String>,
    from choices: Qualifier?,
    while isWanted: () -> Bool
  ) async throws -> [String: Set<RecordID>] {
    var scope = scope
    if let choices { scope[FetchingKeys.shared.auxiliaryQualifier] = choices }
    var fetch = FetchSpecification(
      destination,
      named: nil,
      filters: [],
      sortKeys: [],
      scope: scope
    )
    if fetch.fetchLimit == nil { fetch.sortOrderings = [] }
    let label = work.labelPaths.label(of: destination, in: scope, root: work.root)
    let keys = relationship.definition.joins.map { PropertyPath(components: [$0.destination]) }
    let areKeysShown = keys.allSatisfy(scope.shows)
    let labelPaths = label?.paths ?? []
    fetch.paths = labelPaths + (areKeysShown ? keys.filter { !labelPaths.contains($0) } : [])
    var found: [String: Set<RecordID>] = [:]
    try await work.forEachWindow(of: fetch, timeLimit: scope.fetchTimeLimit) { records in
      for record in await work.store.seen(records) {
        guard let id = record.id else { continue }
        for text in names(of: record, label, areKeysShown ? keys : []) where texts.contains(text) {
          found[text, default: []].insert(id)
        }
      }
      return isWanted()
    }
    return found
  }

  /// The texts for an object: its label, and its key as lists show and copy it.
  private func names(of record: Record, _ label: LabelKey?, _ keys: [PropertyPath]) -> Set<String> {
    var names: Set<String> = []
    if let text = label?.text({ record.value(forPath: $0.components[...]) }) { names.insert(text) }
    let values = keys.map { record.value(forPath: $0.components[...]) ?? .null }
    if !values.isEmpty, !values.contains(where: \.isNull) {
      names.insert(KeyLabel(of: destination).reference(values))
      names.insert(values.map { $0.exactText(for: nil) }.joined(separator: ","))
    }
    return names
  }

  /// Reads objects whole.
  func records(_ ids: [RecordID]) async throws(StoreError) -> [RecordID: Record] {
    guard !ids.isEmpty else { return [:] }
    return try await work.store.records(
      ids,
      paths: work.fetchPaths(forObjectOf: destination, in: scope),
      maximumByteCount: EntityStore.pageByteCount
    )
  }
}
