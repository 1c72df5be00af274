import Editing
import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import RuleEnvironment

/// What new objects of an entity have in common: the values they begin with, what may be stored, what is written.
nonisolated struct NewObjectTemplate {
  let entity: Entity
  /// The values objects begin with, in the order of the entity's attributes.
  let initial: [Value]
  /// The names of the attributes that are written.
  let attributes: [String]
  /// Those of the entity's attributes that are written, and whether null leaves them to the database.
  private let written: [(position: Int, hasDefault: Bool)]

  init(_ entity: Entity, initial: [String: Value]) {
    self.entity = entity
    self.initial = entity.attributes.map { initial[$0.name] ?? .null }
    let positions = entity.attributes.indices.filter {
      !entity.attributes[$0].definition.isGenerated
    }
    attributes = positions.map { entity.attributes[$0].name }
    written = positions.map { ($0, entity.attributes[$0].definition.hasDefault) }
  }

  /// What is written for an object; `nil` where the database makes the value.
  func values(of insertion: Change) -> [Value?] {
    guard case .insert(_, let values, _, _) = insertion else { return [] }
    return attributes.map { values[$0] }
  }

  /// What is written for an object with these values of all attributes.
  func stored(_ values: [Value]) -> [Value?] {
    written.map { position, hasDefault in
      let value = values[position]
      return hasDefault && value.isNull ? nil : value
    }
  }

  /// What keeps an object with these values from being saved.
  func problems(with values: [Value]) -> [FieldProblem] {
    var problems: [FieldProblem] = []
    for (position, attribute) in entity.attributes.enumerated() {
      guard
        let message = attribute.problem(
          with: values[position],
          isNew: true,
          inPlaceOf: initial[position]
        )
      else { continue }
      let key = entity.propertyName(showing: attribute)
      problems.append(FieldProblem(entityName: entity.name, key: key, message: message))
    }
    return problems
  }

  /// The value of a property among those of all attributes.
  func value(_ name: String, in values: [Value]) -> Value? {
    entity.attributes.firstIndex { $0.name == name }.map { values[$0] }
  }
}

/// What rules say about the fields of new objects, where they say the same of all.
struct FieldRules {
  /// The time at which they were asked.
  private let now = (local: WallClock.now(), utc: WallClock.now(in: .utc))
  /// The attributes that need a value.
  private var mandatory: [Int] = []
  /// How long texts may be.
  private var lengths: [(position: Int, limit: Int)] = []

  /// That time as an attribute keeps it.
  func now(for attribute: Attribute) -> Date {
    attribute.definition.storage.hasOffset ? now.utc : now.local
  }

  /// What differs from row to row.
  static let rowKeys: [any AnyKey] = [
    ObjectKeys.shared.object, ObjectKeys.shared.objectLabel, ModelKeys.shared.propertyValue,
  ]

  /// `nil` where rules looked at the object to find out, or say more than that a value is needed or too long.
  init?(of object: ManagedObject, _ template: NewObjectTemplate, in session: Session) {
    let scope = session.root.scoped(toTask: "create").scoped(to: object.snapshot)
    guard scope.answers(RenderingKeys.shared.displayPropertyKeys, without: Self.rowKeys) else {
      return nil
    }
    for key in scope[RenderingKeys.shared.displayPropertyKeys] {
      guard add(scope.scoped(toProperty: key), key, template) else { return nil }
    }
  }

  /// - Returns: whether the rules say the same of the property in all objects.
  private mutating func add(
    _ scope: EnvironmentValues,
    _ key: String,
    _ template: NewObjectTemplate
  ) -> Bool {
    let (keys, rendering) = (EditingKeys.shared, RenderingKeys.shared)
    let asked: [any AnyKey] = [keys.validation, keys.isMandatory, rendering.length]
    guard asked.allSatisfy({ scope.answers($0, without: Self.rowKeys) }),
      scope[keys.validation] == nil
    else { return false }
    let position = template.entity.attributes.firstIndex { $0.name == key }
    if let limit = scope[rendering.length], let position { lengths.append((position, limit)) }
    let attribute = scope[ModelKeys.shared.attribute]
    guard scope[keys.isMandatory], attribute?.definition.hasDefault != true,
      scope[ModelKeys.shared.relationship] == nil
    else { return true }
    // What is computed, or belongs to another object, only that object tells.
    guard let position, attribute?.definition.derivation == nil else { return false }
    mandatory.append(position)
    return true
  }

  /// What is wrong with an object that has these values.
  func problems(with values: [Value], _ template: NewObjectTemplate) -> [FieldProblem] {
    var problems: [FieldProblem] = []
    func add(_ position: Int, _ message: String) {
      let (entity, key) = (template.entity.name, template.entity.attributes[position].name)
      problems.append(FieldProblem(entityName: entity, key: key, message: message))
    }
    for (position, limit) in lengths {
      guard case .string(let text) = values[position],
        values[position] != template.initial[position],
        text.utf8.count > limit, text.count > limit
      else { continue }
      add(position, "at most \(limit) characters, this is \(text.count)")
    }
    for position in mandatory where values[position].isNull { add(position, "needs a value") }
    return problems
  }
}
