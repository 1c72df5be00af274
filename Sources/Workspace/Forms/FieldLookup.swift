import Editing
import EntityModel
package import EntityStore
package import Qualifiers
import StandardKeys

/// A check of entered values against the database while the user types: a unique key, or the target of a reference.
package struct FieldLookupRequest: Hashable {
  /// The attributes that may be there only once, or refer to an object.
  package let values: [String: Value]
  /// The properties at whose fields the answer stands.
  package let keys: [String]
  /// The name of the relationship; `nil` where others are looked for that have the same.
  package let relationship: String?

  /// Whether an object still holds the values.
  package nonisolated func stands(in record: Record) -> Bool {
    values.allSatisfy { record.value(forKey: $0) == $1 }
  }
}

/// The database checks of a form while the user types: duplicates of unique values, and references to missing objects.
///
/// Only marks fields; the database decides when the object is saved.
package struct FieldLookup {
  package let work: WorkContext
  package let form: FormModel

  package init(work: WorkContext, form: FormModel) {
    (self.work, self.form) = (work, form)
  }

  private var object: ManagedObject { form.object }
  private var entity: Entity { form.object.entity }

  /// The checks that the object's current values need.
  package var questions: [FieldLookupRequest] {
    let changed = object.changedKeys.union(object.carriedOver)
    guard !changed.isEmpty, object.state != .deleted else { return [] }
    let unique = entity.uniqueKeys.filter { !changed.isDisjoint(with: $0) }.compactMap {
      question($0, marking: $0.filter(changed.contains))
    }
    return unique + references(among: changed)
  }

  /// Returns the checks for references whose attributes are among `changed`.
  private func references(among changed: Set<String>) -> [FieldLookupRequest] {
    entity.relationships.compactMap { relationship in
      let sources = relationship.definition.joins.map(\.source)
      guard !relationship.isToMany, !changed.isDisjoint(with: sources) else { return nil }
      return question(sources, marking: [], relationship: relationship.name)
    }
  }

  /// `nil` where a value is missing, cannot be stored, or is that of an object to be made.
  private func question(
    _ names: [String],
    marking marked: [String],
    relationship: String? = nil
  ) -> FieldLookupRequest? {
    var values: [String: Value] = [:]
    for name in names {
      let isToBeMade = entity.relationships.contains {
        !$0.isToMany && object.newDestination(of: $0) != nil
          && $0.definition.joins.contains { $0.source == name }
      }
      guard let value = object.snapshot.value(forKey: name), !value.isNull, !isToBeMade,
        form.problems[name] == nil, !object.isPartlyRead(name)
      else { return nil }
      values[name] = value
    }
    let keys = relationship.map { [$0] } ?? marked.flatMap(entity.propertyNames)
    return FieldLookupRequest(values: values, keys: keys, relationship: relationship)
  }

  /// Looks for all of it, and marks fields that still hold it.
  package func answer(_ questions: [FieldLookupRequest]) async {
    for question in questions {
      guard let answer = await told(question), question.stands(in: object.snapshot) else {
        continue
      }
      let finding = answer.map { FieldLookupResult(values: question.values, sentence: $0) }
      for key in question.keys { form.take(finding, at: key) }
    }
  }

  /// The relationship that leads to an object which is not there; `nil` where none is known to.
  package func brokenReference() async -> String? {
    for question in references(among: object.changedKeys) {
      if let answer = await told(question), answer != nil { return question.relationship }
    }
    return nil
  }

  /// Returns the result of a check: a message, or `.some(nil)` for valid values.
  ///
  /// Is `nil` where the check failed.
  ///
  /// A failure is reported, except where the save reports it anyway.
  private func told(_ question: FieldLookupRequest) async -> String?? {
    do throws(StoreError) {
      return .some(try await sentence(answering: question))
    } catch {
      switch error {
      case .cancelled, .timedOut, .refused: break
      default:
        let title = work.root.scoped(to: entity).displayName(of: question.keys.first ?? "")
        work.readFaults.note(error, "\(title) cannot be compared with other objects")
      }
      return .none
    }
  }

  /// Returns the error message for the entered values.
  ///
  /// Is `nil` where they are valid, or where the error would reveal objects that are hidden from the user.
  private func sentence(answering question: FieldLookupRequest) async throws(StoreError) -> String?
  {
    guard let name = question.relationship else { return try await takingSentence(question) }
    guard let relationship = entity.relationship(named: name),
      let destination = relationship.destination, work.visibilityRefusal(of: destination) == nil,
      let qualifier = relationship.qualifier(from: object.snapshot)
    else { return nil }
    let fetch = FetchSpecification(entityName: destination.name, auxiliaryQualifier: qualifier)
    let count = try await work.store.count(
      fetch,
      upTo: 1,
      purpose: purpose(of: [name]),
      timeLimit: Self.timeLimit
    )
    return count == 0 ? "refers to an object that does not exist" : nil
  }

  /// Names a question for the store: a newer one about the same properties of the same object takes its place.
  private func purpose(of names: [String]) -> String {
    "lookup \(UInt(bitPattern: ObjectIdentifier(object))).\(names.joined(separator: ","))"
  }

  /// `taken by Customer “Ada”`: what the person may see of another object that has the same.
  private func takingSentence(_ question: FieldLookupRequest) async throws(StoreError) -> String? {
    let names = question.values.keys.sorted()
    let unsaved = UnsavedChanges(work: work)
    let others = work.editing.pendingObjects(of: entity).filter {
      $0 !== object && $0.entity == entity && $0.state != .deleted
    }
    func hasSame(_ record: Record) -> Bool {
      names.allSatisfy { record.value(forKey: $0) == question.values[$0] }
    }
    if let other = others.first(where: { hasSame($0.snapshot) }) {
      return sentence(takenBy: unsaved.label(of: other), names)
    }
    let condition = ReferencedKey.condition(
      names.map { ($0, question.values[$0], entity.attribute(named: $0)) }
    )
    guard let condition else { return nil }
    let scope = work.root.scoped(toTask: .list).scoped(to: entity)
    let fetch = FetchSpecification(
      entityName: entity.name,
      auxiliaryQualifier: condition,
      paths: work.fetchPaths(for: names, of: entity, in: scope)
    )
    let window = try await work.store.window(
      fetch,
      from: .start,
      count: 2,
      purpose: purpose(of: names),
      timeLimit: Self.timeLimit
    )
    for record in await work.store.seen(window.records) {
      guard record.id != object.base.id, names.allSatisfy({ record.value(forKey: $0) != nil })
      else {
        continue
      }
      // What is pending of it frees the value, or what is entered here does.
      let pending = record.id.flatMap { work.editing.registeredObject(for: $0) }
      if let pending, pending.state == .deleted || !pending.changedKeys.isDisjoint(with: names) {
        continue
      }
      return sentence(takenBy: unsaved.label(of: record), names)
    }
    return nil
  }

  private func sentence(takenBy label: String, _ names: [String]) -> String {
    guard names.count > 1 else { return "taken by \(label)" }
    let scope = work.root.scoped(toTask: .edit).scoped(to: entity)
    let titles = names.map { scope.displayName(of: entity.propertyNames(writing: $0)[0]) }
    return "\(titles.joined(separator: ", ")): taken by \(label)"
  }

  /// The database finds what is unique by an index; what takes longer than this is left to the save.
  private static let timeLimit = Duration.seconds(1)
}

extension Entity {
  /// The attributes of each key of which no two objects have the same.
  fileprivate var uniqueKeys: [[String]] {
    let primary = attributes.filter { $0.definition.isPrimaryKey && !$0.definition.isGenerated }
      .map(\.name)
    let single = attributes.filter(\.definition.isUnique).map { [$0.name] }
    var seen: Set<Set<String>> = []
    return ([primary] + single + definition.uniqueKeys).filter {
      !$0.isEmpty && seen.insert(Set($0)).inserted
    }
  }
}
