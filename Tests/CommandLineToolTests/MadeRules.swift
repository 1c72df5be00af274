import EntityModel

/// Rules made over an entity without thinking: right ones, and for each kind of mistake one that has it.
struct MadeRules {
  /// A condition and assignment, and the finding that is due; `nil` for a rule that is right.
  struct Made {
    let text: String
    let finding: String?
  }

  private(set) var rules: [Made] = []
  private let entity: Entity
  private let model: Model

  /// The findings that are looked for; those about several rules are none of them.
  static let findings: Set<String> = [
    "unknown-property", "other-entity", "unshown-path", "unfit-value", "unknown-tab",
    "unfit-component", "unread-here", "key-binding", "constant-condition", "syntax", "wrong-type",
    "unknown-entity", "unfit-page", "unfit-row", "unfit-formatter", "unfit-first-task",
    "out-of-range", "far-attribute", "idle-binding",
  ]

  init(over entity: Entity, of model: Model) {
    (self.entity, self.model) = (entity, model)
    guard Self.isPlain(entity.name) else { return }
    let attributes = entity.attributes.filter {
      !$0.definition.isHidden && !$0.definition.isForeignKey && Self.isPlain($0.name)
    }
    let related = entity.relationships.filter { Self.isPlain($0.name) && $0.destination != nil }
    for attribute in attributes.prefix(6) { addRules(about: attribute) }
    for relationship in related.prefix(4) { addRules(about: relationship, attributes) }
    let names = attributes.map { "'\($0.name)'" }
    if !names.isEmpty {
      add("displayPropertyKeys = [\(names.joined(separator: ", "))]")
      add("displayPropertyKeys = [\(names[0]), 'noSuchZz']", finding: "unknown-property")
    }
    add("menuSections = [['All', '\(entity.name)']]")
    add("menuSections = [['All', '\(entity.name)Zz']]", finding: "unknown-entity")
    add("page = 'wizard'", and: "task = 'edit'")
    add("page = 'list'", and: "task = 'edit'", finding: "unfit-page")
    add("rowComponent = 'titledSummary'", and: "task = 'list'")
    add("rowComponent = 'propertyValue'", and: "task = 'list'", finding: "unfit-row")
    if let foreign = foreignName {
      add("displayPropertyKeys = ['\(foreign)']", finding: "other-entity")
      add("sortOrderings = ['-\(foreign)']", finding: "other-entity")
      add("groups = '(\(foreign)) count'", finding: "other-entity")
      add("width = 9", and: "propertyKey = '\(foreign)'", finding: "other-entity")
    }
  }

  /// Each rule is for a place of its own, so that no two of them meet.
  private mutating func add(_ assignment: String, and part: String? = nil, finding: String? = nil) {
    let place = "pageConfiguration = '\(entity.name)\(rules.count)'"
    let parts = ["entity.name = '\(entity.name)'", place, part].compactMap(\.self)
    rules.append(
      Made(text: parts.joined(separator: " and ") + " => " + assignment, finding: finding)
    )
  }

  private mutating func addRules(about attribute: Attribute) {
    let name = attribute.name
    add("color = 'red'", and: "object.\(name) is not null")
    add("color = 'red'", and: "object.\(name)Zz is not null", finding: "unknown-property")
    add("title = `it is {object.\(name)}`")
    add("title = `it is {object.\(name)Zz}`", finding: "unknown-property")
    add("sortOrderings = ['-\(name)']")
    add("groupBy = '-\(name)'")
    add("groups = '(\(name)) count-distinct(\(name)) -count-distinct(\(name))'")
    add("groups = '(\(name)) count-distinct(\(name)Zz)'", finding: "unknown-property")
    add("width = 9", and: "propertyKey = '\(name)'")
    add("width = -9", and: "propertyKey = '\(name)'", finding: "out-of-range")
    add("hideEmptyProperty = true", and: "task = 'inspect' and propertyKey = '\(name)'")
    add(
      "component = 'EditToOne'",
      and: "task = 'edit' and propertyKey = '\(name)'",
      finding: "unfit-component"
    )
    guard attribute.definition.choices.isEmpty, attribute.definition.minimum == nil,
      attribute.definition.maximum == nil, attribute.definition.pattern == nil
    else { return }
    switch attribute.type {
    case .integer where attribute.evidence?.wordingCount ?? 0 == 0:
      add("formatter = 'currency'", and: "propertyKey = '\(name)'")
      add("initialPropertyValues = {\(name): 1}")
      add("initialPropertyValues = {\(name): 'many'}", finding: "unfit-value")
      add("choices = [1, 2]", and: "propertyKey = '\(name)'")
      add("choices = ['many', 'few']", and: "propertyKey = '\(name)'", finding: "unfit-value")
      add("color = 'red'", and: "object.\(name) > 3 and object.\(name) < 5")
      add(
        "color = 'red'",
        and: "object.\(name) > 5 and object.\(name) < 3",
        finding: "constant-condition"
      )
    case .string where attribute.definition.width.map { $0 >= 4 } ?? true:
      add("formatter = 'upper'", and: "propertyKey = '\(name)'")
      add("formatter = 'currency'", and: "propertyKey = '\(name)'", finding: "unfit-formatter")
      if attribute.definition.minimumLength ?? 0 <= 1 {
        add("initialPropertyValues = {\(name): 'many'}")
        add("choices = ['many', 'few']", and: "propertyKey = '\(name)'")
      }
      add("component = 'EditText'", and: "task = 'edit' and propertyKey = '\(name)'")
      add(
        "component = 'EditText'",
        and: "task = 'list' and propertyKey = '\(name)'",
        finding: "unfit-component"
      )
    default: break
    }
  }

  private mutating func addRules(about relationship: Relationship, _ own: [Attribute]) {
    let name = relationship.name
    let far = relationship.destination?.attributes.first {
      !$0.definition.isHidden && Self.isPlain($0.name)
    }
    add(
      "hideEmptyProperty = true",
      and: "task = 'inspect' and propertyKey = '\(name)'",
      finding: "unread-here"
    )
    add("choices = ['many']", and: "propertyKey = '\(name)'", finding: "unread-here")
    if relationship.isToMany {
      add("displayPropertyKeys = ['\(name)']")
      add("displayPropertyKeys = ['\(name).@count']", finding: "unshown-path")
      add("color = 'red'", and: "object.\(name).@count > 5")
      add("groupBy = '-\(name).@count'")
      add("groupBy = '\(name)'", finding: "unshown-path")
      if let far {
        add("groups = '(\(far.name)) count'", and: "propertyKey = '\(name)'")
        add("displayPropertyKeys = ['\(name).\(far.name)']", finding: "unshown-path")
      }
    } else if let far {
      add("displayPropertyKeys = ['\(name).\(far.name)']", and: "task = 'list'")
      add("color = 'red'", and: "object.\(name).\(far.name) is null")
      if let first = own.first {
        add(
          "displayPropertyKeys = ['\(first.name)', '\(name).\(far.name)']",
          and: "task = 'edit'"
        )
      }
    }
  }

  /// The name of an attribute that another entity has and this one lacks; `nil` when there is none.
  private var foreignName: String? {
    for other in model.entities where other !== entity && Self.isPlain(other.name) {
      let found = other.attributes.first {
        !$0.definition.isHidden && Self.isPlain($0.name)
          && entity.propertyName(matching: $0.name) == nil
      }
      if let found { return found.name }
    }
    return nil
  }

  /// Whether a name can be written in a rule as it is, and is no word of the language.
  static func isPlain(_ name: String) -> Bool {
    let words: Set<String> = [
      "in", "and", "or", "not", "is", "null", "like", "ilike", "matches", "between", "contains",
      "true", "false", "now", "today", "when", "where", "super", "key", "label",
    ]
    guard let first = name.first, first.isASCII, first.isLetter, !words.contains(name.lowercased())
    else { return false }
    return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
