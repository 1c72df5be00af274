import AccessControl
import Pages
import Editing
import EntityModel
import EntityStore
import Formatting
import FoundationEssentials
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// A template for inserting many new objects of an entity: initial values, and the attributes to write.
nonisolated struct NewObjectTemplate {
  let entity: Entity
  /// The values objects begin with, in the order of the entity's attributes.
  let initial: [Value]
  /// The names of the attributes that are written.
  let attributes: [String]
  /// The attributes of which rules of the user's own say what objects begin with.
  let own: Set<String>
  /// The positions of the attributes to write, and whether null leaves them to the database's default.
  private let written: [(position: Int, hasDefault: Bool)]

  init(_ entity: Entity, _ initial: InitialValues) {
    self.entity = entity
    own = initial.own
    self.initial = entity.attributes.map { initial.values[$0.name] ?? .null }
    let positions = entity.attributes.indices.filter {
      !entity.attributes[$0].definition.isGenerated
    }
    attributes = positions.map { entity.attributes[$0].name }
    written = positions.map { ($0, entity.attributes[$0].definition.hasDefault) }
  }

  /// Returns the values to write for an object, with `texts` in place of some; `nil` where the database makes the value.
  func values(of insertion: Change, writtenAs texts: [String: Value]) -> [Value?] {
    attributes.map { texts[$0] ?? insertion.values[$0] }
  }

  /// The values to write for an object with these values of all attributes.
  ///
  /// A null is written if it is `given`. A value in `files` is stored as the file has it.
  func stored(
    _ values: [Value],
    _ files: [Int: FileValue] = [:],
    given: Set<Int> = []
  ) -> [Value?] {
    written.map { position, hasDefault in
      let value = files[position]?.stored ?? values[position]
      return hasDefault && value.isNull && !given.contains(position) ? nil : value
    }
  }

  /// The problems that keep an object with these values, some of them `given`, from being saved.
  func problems(
    with values: [Value],
    _ files: [Int: FileValue],
    given: Set<Int>
  ) -> [FieldProblem] {
    var problems: [FieldProblem] = []
    for (position, attribute) in entity.attributes.enumerated() {
      guard
        let message = attribute.problem(
          with: files[position] ?? FileValue(values[position]),
          isNew: true,
          isEntered: given.contains(position),
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

/// The constraints on the fields of new objects, where rules give the same for all of them.
///
/// Used by imports to check rows without evaluating rules for each.
struct FieldRules {
  /// The time at which they were asked.
  private let now = (local: WallClock.now(), utc: WallClock.now(in: .utc))
  /// The attributes that need a value.
  private var mandatory: [Int] = []
  /// The positions of attributes that need a value only where null was given, since the database has a default.
  private var mandatoryIfGiven: [Int] = []
  /// How long texts may be.
  private var lengths: [(position: Int, limit: Int)] = []
  /// The allowed values of attributes, by position.
  private var choices: [(position: Int, values: [Value])] = []
  /// The attributes of which something is demanded.
  private var demanded: Set<Int> = []
  /// The template with the initial values; those set by rules of the user's own are checked like entered values.
  let template: NewObjectTemplate

  /// Returns the time at which the rules were evaluated, as an attribute stores it.
  func now(for attribute: Attribute) -> Date {
    attribute.definition.storage.hasOffset ? now.utc : now.local
  }

  /// `nil` where rules looked at the object to find out, or say more than that a value is needed, too long, or no choice;
  /// also where they want passwords hashed.
  init?(of object: ManagedObject, _ template: NewObjectTemplate, in work: WorkContext) {
    let scope = work.root.scoped(toTask: "create").scoped(to: object.snapshot)
    guard
      scope.isOfAllRows(RenderingKeys.shared.displayPropertyKeys),
      FieldConstraints.mayBeCommon(in: scope),
      !work.isAnswered(PermissionKeys.shared.passwordHash)
        || template.entity.passwordKeys(in: scope).isEmpty
    else { return nil }
    self.template = template
    let displayed = scope.propertyKeys
    for key in template.entity.judgedPropertyKeys(displayed: displayed) {
      let isDisplayed = displayed.contains(key)
      guard add(scope.scoped(toProperty: key), key, isDisplayed: isDisplayed) else { return nil }
    }
    demanded = Set(mandatory + mandatoryIfGiven + lengths.map(\.position) + choices.map(\.position))
  }

  /// - Returns: whether the rules say the same of the property in all objects.
  private mutating func add(
    _ scope: EnvironmentValues,
    _ key: String,
    isDisplayed: Bool
  ) -> Bool {
    guard let demands = FieldConstraints(at: scope).common(isDisplayed: isDisplayed) else {
      return false
    }
    let position = template.entity.attributes.firstIndex { $0.name == key }
    if let position {
      if let limit = demands.length { lengths.append((position, limit)) }
      choices += demands.choices.map { (position: position, values: $0) }
    }
    guard scope[PermissionKeys.shared.isPropertyVisible], demands.isMandatory else { return true }
    if demands.hasDefault {
      if let position { mandatoryIfGiven.append(position) }
      return true
    }
    // What is computed only the object tells.
    guard let position, template.entity.attributes[position].definition.derivation == nil else {
      return false
    }
    mandatory.append(position)
    return true
  }

  /// Returns the constraint violations of an object with these values; `given` holds the positions that have input.
  func problems(with values: [Value], given: Set<Int>) -> [FieldProblem] {
    let entity = template.entity
    return values.indices.flatMap { position in
      let isGiven = given.contains(position)
      return problems(with: values[position], at: position, isGiven: isGiven).map { message in
        let key = entity.attributes[position].name
        return FieldProblem(entityName: entity.name, key: key, message: message)
      }
    }
  }

  /// Returns the constraint violations of one value, for the attribute at `position`.
  func problems(with value: Value, at position: Int, isGiven: Bool = false) -> [String] {
    guard demanded.contains(position) else { return [] }
    var problems: [String?] = []
    let name = template.entity.attributes[position].name
    if value != template.initial[position] || template.own.contains(name) {
      for case (position, let limit) in lengths {
        problems.append(FieldConstraints.problem(with: value, longest: limit))
      }
      for case (position, let list) in choices {
        problems.append(FieldConstraints.problem(with: value, oneOf: list))
      }
    }
    if value.isNull, mandatory.contains(position) || isGiven && mandatoryIfGiven.contains(position)
    {
      problems.append("needs a value")
    }
    return problems.compactMap(\.self)
  }

  /// How long a text may be, and whether it must be one of several, at a position of the entity's attributes.
  func demands(at position: Int) -> (length: Int?, hasChoices: Bool) {
    let limits = lengths.filter { $0.position == position }.map(\.limit)
    return (limits.min(), choices.contains { $0.position == position })
  }
}
