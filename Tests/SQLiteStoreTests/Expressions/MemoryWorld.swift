import EntityModel
import EntityStore
import Formatting
import FoundationEssentials
import Qualifiers

/// All rows of a store as objects that lead to each other, over which expressions are computed in memory.
final class MemoryWorld: @unchecked Sendable {
  private(set) var objects: [String: [MemoryObject]] = [:]
  /// The first fault found since it was last taken.
  fileprivate var fault: ExpressionFault?

  init(_ store: EntityStore) async throws {
    for entity in store.model.entities {
      let stored = entity.attributes.filter { $0.definition.derivation == nil }
      let specification = FetchSpecification(
        entityName: entity.name,
        paths: stored.map { PropertyPath(components: [$0.name]) }
      )
      let rows = try await store.window(specification, from: .start, count: 1000).records
      objects[entity.name] = rows.map { MemoryObject($0, entity, self) }
    }
  }

  /// What an expression is for an object: a value, or why it has none; `nil` where nothing answers.
  func outcome(of expression: Expression, for object: MemoryObject) -> Result<
    Value, ExpressionFault
  >? {
    fault = nil
    if let value = expression.evaluate(with: Context(object: object)) { return .success(value) }
    return fault.map { .failure($0) }
  }

  /// Whether a condition holds for an object; its fault where that leaves it open.
  ///
  /// Of conditions joined by `and` those without computed values are tested before.
  func outcome(of qualifier: Qualifier, for object: MemoryObject) -> Result<Bool, ExpressionFault> {
    if case .and(let parts) = qualifier {
      let computed = parts.filter { $0.isComputed(of: object.entity) }
      let plain = Qualifier.and(parts.filter { !$0.isComputed(of: object.entity) })
      guard plain.evaluate(with: Context(object: object)) == true else { return .success(false) }
      if computed.count < parts.count { return outcome(of: .and(computed), for: object) }
    }
    fault = nil
    let truth = qualifier.truth(with: Context(object: object))
    if truth == .unanswered, let fault { return .failure(fault) }
    return .success(truth == .yes)
  }

  fileprivate struct Context: EvaluationContext {
    let object: MemoryObject

    func value(at path: PropertyPath) -> Value? { object.value(forPath: path.components[...]) }
    func value(ofVariable path: PropertyPath) -> Value? { nil }
    func dateKind(at path: PropertyPath) -> ComparedKind { object.dateKind(at: path) }
    var now: Date { .localWallClock }
    func report(_ fault: ExpressionFault) { object.world.fault = object.world.fault ?? fault }
  }
}

/// A row with its relationships and computed attributes.
final class MemoryObject: DateKindCoding, @unchecked Sendable {
  let record: Record
  let entity: Entity
  fileprivate unowned let world: MemoryWorld

  fileprivate init(_ record: Record, _ entity: Entity, _ world: MemoryWorld) {
    (self.record, self.entity, self.world) = (record, entity, world)
  }

  func dateKind(at path: PropertyPath) -> ComparedKind { entity.dateKind(at: path) }

  func value(forKey key: String) -> Value? {
    if let attribute = entity.attribute(named: key) {
      guard case .expression(let expression) = attribute.definition.derivation else {
        return record.value(forKey: key)
      }
      let value = expression.evaluate(with: MemoryWorld.Context(object: self))
      return value.map { attribute.kept($0) }
    }
    guard let relationship = entity.relationship(named: key) else { return nil }
    let others = others(relationship)
    guard relationship.isToMany else { return others.first.map { .object($0) } ?? .null }
    return .list(others.map { .object($0) })
  }

  /// Null stays null along a path, and has no related rows.
  func value(forPath path: ArraySlice<String>) -> Value? {
    guard let first = path.first else { return .object(self) }
    guard let value = value(forKey: first) else { return nil }
    guard value.isNull, path.count > 1 else { return value.value(forPath: path.dropFirst()) }
    return path.last == "@count" ? .int(0) : .null
  }

  private func others(_ relationship: Relationship) -> [MemoryObject] {
    var found = [self]
    guard relationship.definition.path.isEmpty else {
      for name in relationship.definition.path {
        var next: [MemoryObject] = []
        for object in found {
          guard let step = object.entity.relationship(named: name) else { continue }
          for other in object.others(step) where !next.contains(where: { $0 === other }) {
            next.append(other)
          }
        }
        found = next
      }
      return found
    }
    return (world.objects[relationship.definition.destinationName] ?? []).filter { other in
      relationship.definition.joins.allSatisfy { join in
        let own = record.value(forKey: join.source)
        return own?.isNull == false && own == other.record.value(forKey: join.destination)
      }
    }
  }
}

extension Attribute {
  /// A computed value as the attribute has it.
  func kept(_ value: Value) -> Value {
    let coding = ColumnCoding(self)
    return coding.encoded(value).map(coding.decode(stored:)) ?? .string(value.description)
  }
}

extension Qualifier {
  /// Whether something is computed for each row.
  fileprivate func isComputed(of entity: Entity) -> Bool {
    var found = false
    eachPart(
      { if $0.isComputed(of: entity) { found = true } },
      { if $0.isComputed(of: entity) { found = true } }
    )
    return found
  }
}

extension Expression {
  fileprivate func isComputed(of entity: Entity) -> Bool {
    switch kind {
    case .path(let path):
      entity.fetchableAttribute(at: path.components)?.definition.derivation != nil
    case .condition(let condition): condition.isComputed(of: entity)
    // A constant with a fault is left to the rows.
    default: !paths.isEmpty || evaluate(with: ValueContext(.null)) == nil
    }
  }
}
