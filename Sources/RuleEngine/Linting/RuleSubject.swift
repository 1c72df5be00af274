import Qualifiers
import RuleEnvironment

/// The entities, properties and tasks to which a rule can apply, as its condition restricts them.
package struct RuleSubject {
  private let schema: RuleSchema
  /// The entities that the condition names; `nil` for any.
  private var namedEntities: [String]?
  /// The properties that the condition names; `nil` for any.
  private(set) var properties: [String]?
  /// The tasks that the condition names; `nil` for any.
  private(set) var tasks: Set<String>?
  /// The types that the condition asks of the attribute; `nil` for any.
  private(set) var types: Set<String>?
  /// The condition asks for a relationship.
  private(set) var needsRelationship = false
  /// The condition asks for an attribute.
  private(set) var needsAttribute = false

  /// Anything.
  init(_ schema: RuleSchema) { self.schema = schema }

  /// Whether the condition asks for a property of some kind, so that nothing holds where there is none.
  var needsProperty: Bool {
    properties != nil || types != nil || needsRelationship || needsAttribute
  }

  /// Creates the subject to which `condition` restricts a rule.
  init(_ condition: Qualifier, _ schema: RuleSchema) {
    self.init(schema)
    narrow(by: condition)
  }

  /// The entities that are left.
  package var entities: [String] { namedEntities ?? schema.entityNames }

  /// Whether the condition says which entities.
  var namesEntities: Bool { namedEntities != nil }

  /// The entities that are left and have one of the properties, of which the condition names some.
  package var entitiesWithProperty: [String] {
    guard let properties else { return entities }
    let having = entities.filter { entity in
      properties.contains { schema.target(of: Self.steps($0), from: entity).exists }
    }
    return having.isEmpty ? entities : having
  }

  /// The entities whose properties a value of `rule` names: for groups of related rows, those that the relationships lead to.
  func entities(namedBy rule: Rule) -> [String] {
    let steps = rule.key.names == .groups ? (properties ?? []).map(Self.steps) : []
    let targets = steps.flatMap { steps in entities.map { schema.target(of: steps, from: $0) } }
    let related = targets.compactMap {
      $0.property?.isToMany == true ? $0.property?.destination : nil
    }
    return related.isEmpty ? entitiesWithProperty : related
  }

  /// The kinds of the properties that the condition names, in the remaining entities.
  var propertyKinds: Set<String> {
    let steps = (properties ?? []).map(Self.steps)
    let targets = steps.flatMap { steps in entities.map { schema.target(of: steps, from: $0) } }
    return Set(targets.compactMap(\.property?.kind))
  }

  /// The kinds of properties that are left, as far as the condition tells; none for any.
  var askedKinds: Set<String> {
    var asked = propertyKinds
    if let types { asked = asked.isEmpty ? types : asked.intersection(types) }
    return asked.isEmpty && needsRelationship ? RuleSchema.Property.relationshipKinds : asked
  }

  /// Keeps what a condition that must hold leaves.
  mutating func narrow(by condition: Qualifier) {
    for part in condition.conjuncts {
      for demand in part.demand.map({ [$0] }) ?? part.demandsOfBranches { narrow(by: demand) }
    }
    let needed = condition.neededKeys
    needsRelationship = needsRelationship || needed.contains("relationship")
    needsAttribute = needsAttribute || needed.contains("attribute")
  }

  private mutating func narrow(by demand: PathConstraint) {
    let names = Set(demand.values.compactMap(\.string))
    guard names.count == demand.values.count else { return }
    switch demand.path.description {
    case "entity.name": namedEntities = entities.filter(names.contains)
    case "propertyKey", "attribute.name", "relationship.name":
      // Where there is no property it is empty.
      guard !names.contains("") else { return }
      properties = properties.map { $0.filter(names.contains) } ?? names.sorted()
    case "task": tasks = tasks.map { $0.intersection(names) } ?? names
    case "attribute.type": types = types.map { $0.intersection(names) } ?? names
    default: break
    }
  }

  private static func steps(_ path: String) -> ArraySlice<String> {
    PropertyPath(path).components[...]
  }
}
