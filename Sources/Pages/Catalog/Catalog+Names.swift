import Editing
public import EntityModel
import Insight
import Qualifiers
public import RuleEngine
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

extension Catalog {
  /// Every name that rules can use, for the checks when rules are loaded.
  public func names(with model: Model?) -> KnownNames {
    var names = names
    if let model { names.add(model) }
    return names
  }

  /// The names that rules can use on any database.
  package var names: KnownNames {
    var names = KnownNames()
    names.collect(.page) { pages.keys.sorted() }
    names.collect(.pageWrapper) { pageWrappers.keys.sorted() }
    names.collect(.rowComponent) { rows.keys.sorted() }
    names.collect(.component) { components.keys.sorted() }
    names.collect(.debugComponent) { debugComponents.keys.sorted() }
    names.collect(.formatter) { formatters.keys.sorted() }
    names.collect(.task) { tasks.map(\.rawValue) }
    names.collect(.color) { Palette.styleNames }
    names.collect(.look) { looks.keys.sorted() }
    names.collect(.command) { commandDefinitions.map(\.name.rawValue) }
    // A property is an attribute or a relationship.
    names.exclusiveKeys = [["attribute", "relationship"]]
    names.impossibleConditions = [Self.tabOfList]
    names.uses = CatalogUsage { uses }
    names.functions[.formatter] =
      formatterFunctions.values.map(\.function).sorted { $0.name < $1.name }
    names.expressions[.groups] = groupExpressions
    for (key, least) in Self.leastValues {
      names.problems[key] = { value in
        guard let number = value.double, number < Double(least) else { return [] }
        return [
          ValueProblem(
            lint: "out-of-range",
            "`\(key)` cannot be \(value)",
            advice: "use \(least) or more"
          )
        ]
      }
    }
    names.problems["keyBindings"] = { value in
      guard case .dictionary(let texts) = value else { return [] }
      return KeyBindings.reading(texts.mapValues(\.description), known: commandDefinitions)
        .problems.map(\.valueProblem)
    }
    return names
  }

  /// The smallest values of keys that count something.
  private static let leastValues = [
    "width": 1, "labelWidth": 1, "rows": 1, "length": 1, "batchSize": 1, "fetchTimeLimit": 0,
    "keepsSaves": 0,
  ]

  /// Tabs are those of a page about one object, so that none is open where objects are listed.
  private static let tabOfList = Qualifier.and([
    .comparison(
      Expression(.path(PropertyPath("tab"))),
      .notEqual,
      Expression(.literal(.string("")))
    ),
    .in(
      Expression(.path(PropertyPath("task"))),
      Expression(
        .list(
          [TaskName.list, .select, .query, .queryAll].map {
            Expression(.literal(.string($0.rawValue)))
          }
        )
      )
    ),
  ])
}

// What lints ask for, wherever they run.
nonisolated extension Catalog {
  private var uses: CatalogUsageFacts {
    var facts = CatalogUsageFacts()
    facts.components = components.mapValues { use(of: $0) }
    facts.propertyKinds = propertyKinds
    facts.pages = pages.compactMapValues(use)
    facts.keysOfProgram = Self.keysOfProgram
    facts.tasksOfPages = pages.compactMapValues { page in
      page.tasks.map { Set($0.map(\.rawValue)) }
    }
    facts.tasksOfEntities = tasksOfEntities
    facts.tasksOfRows = rows.values.reduce(into: [:]) { $0[$1.name] = $1.listTasks }
    facts.kindsOfFormatters = formatters.compactMapValues { $0.types.map(kinds) }
    for (name, function) in formatterFunctions {
      facts.kindsOfFormatters[name + "()"] = function.types.map(kinds)
    }
    facts.keysOfPages = keys(of: facts.pages.values)
    return facts
  }

  /// The keys that are read for some kinds of properties only, with those.
  var propertyKinds: [String: Set<String>] {
    let attributes = self.kinds(of: PropertyKind.attributes)
    var kinds = Dictionary(uniqueKeysWithValues: Self.attributeKeys.map { ($0, attributes) })
    for component in components.values {
      let own = self.kinds(of: component.types ?? PropertyKind.attributes)
      for key in component.reads ?? [] { kinds[key, default: []].formUnion(own) }
    }
    // What pages and rows ask for they ask of every property.
    let ofAll = pages.values.flatMap(\.readsOfProperties) + rows.values.flatMap { $0.reads ?? [] }
    for key in ofAll where !Self.attributeKeys.contains(key) { kinds[key] = nil }
    let unknown = components.values.filter { $0.reads == nil }
    guard !unknown.isEmpty else { return kinds }
    for (key, known) in kinds {
      kinds[key] = unknown.reduce(into: known) {
        $0.formUnion(self.kinds(of: $1.types ?? PropertyKind.attributes))
      }
    }
    return kinds
  }

  /// Returns the names of property kinds for lints, including custom types that are stored as one of them.
  private func kinds(of types: Set<PropertyKind>) -> Set<String> {
    let own = propertyTypes.values.filter { types.contains(PropertyKind($0.storage)) }
    return Set(types.map(\.name) + own.map(\.name))
  }

  /// The tasks of which every page needs an entity, or an object of one.
  private var tasksOfEntities: Set<String> {
    let made = pages.values.flatMap { page in
      (page.tasks ?? []).map { (task: $0.rawValue, subject: page.subject) }
    }
    return Set(made.map(\.task)).subtracting(made.filter { $0.subject == .database }.map(\.task))
  }

  /// Returns the tasks and property kinds that a component supports, for lints.
  private func use(of component: Component) -> ComponentUse {
    ComponentUse(tasks: component.tasks, kinds: component.types.map { kinds(of: $0) })
  }

  /// The keys that are read once for the whole program, not for a page.
  private static let keysOfProgram: Set<String> = [
    "keyBindings", "look", "isMouseEnabled", "firstTask", "firstEntity",
  ]

  /// The keys that pages read for attributes only.
  private static let attributeKeys: Set<String> = ["hideEmptyProperty"]

  /// Returns the keys that a page reads, including those of its rows, components and wrappers.
  ///
  /// Is `nil` where one of them does not declare its keys.
  private func use(of page: Page) -> PageUse? {
    guard let own = page.reads else { return nil }
    var (reads, ofProperties) = (own, page.readsOfProperties)
    // The application's own commands stand on every page.
    if !commands.isEmpty { reads.insert("actions") }
    for wrapper in pageWrappers.values {
      guard let around = wrapper.reads else { return nil }
      reads.formUnion(around)
    }
    if ofProperties.contains("rowComponent") {
      for row in rows.values where row.listStyle == nil {
        guard let inside = row.reads else { return nil }
        ofProperties.formUnion(inside)
      }
    }
    if ofProperties.contains("component") {
      // On a page that asks, what cannot ask gives way.
      let isAsking = page.tasks?.isSubset(of: [.query, .queryAll]) ?? false
      for component in components.values where !isAsking || component.purposes.contains(.query) {
        guard let inside = component.reads else { return nil }
        ofProperties.formUnion(inside)
      }
    }
    return PageUse(reads: reads, propertyReads: ofProperties)
  }

  /// The keys that nothing but `pages`, and what is on them, reads.
  private func keys(of pages: some Sequence<PageUse>) -> Set<String> {
    let read = pages.reduce(into: Set<String>()) {
      $0.formUnion($1.reads)
      $0.formUnion($1.propertyReads)
    }
    let categories = [RenderingKeys.category, ComponentKeys.category]
    return read.filter { name in
      builtInVocabulary.entry(named: name).map { categories.contains($0.category) } ?? false
    }
  }
}

/// Reads the expressions of a request for groups in a rule.
private nonisolated func groupExpressions(_ text: String) throws(ValueProblem) -> [Expression] {
  do { return try GroupRequest(written: text).readExpressions() } catch {
    let parts = error.message.split(separator: "; ", maxSplits: 1).map(String.init)
    throw ValueProblem(lint: "wrong-type", parts[0], advice: parts.dropFirst().first)
  }
}

nonisolated extension KnownNames {
  /// Adds the entities and properties of a database.
  package mutating func add(_ model: Model) {
    self[.entity] = model.entities.map(\.name)
    meant[.entity] = Dictionary(
      model.entities.flatMap { entity in
        [entity.tableName, "\(entity.schemaName).\(entity.tableName)"].map {
          ($0.lowercased(), entity.name)
        }
      }
    ) { first, _ in first }
    self[.property] = Set(
      model.entities.flatMap { $0.attributes.map(\.name) + $0.relationships.map(\.name) }
    ).sorted()
    self[.sortOrdering] = self[.property]
    self[.groups] = self[.property]
    self[.farAttribute] = self[.property]
    schema = RuleSchema(model)
  }
}

nonisolated extension RuleSchema {
  /// Creates the schema of a model for checking rules: entities, properties and ancestors.
  init(_ model: Model) {
    self.init(
      entityNames: model.entities.map(\.name),
      members: ["isNew", "isChanged", "entity", "primaryKey"],
      names: { name in
        guard let entity = model.entity(named: name) else { return [] }
        return entity.attributes.map(\.name) + entity.relationships.map(\.name)
      },
      ancestors: { model.entity(named: $0)?.ancestorNames ?? [] },
      sourcesOfViews: model.sourcesOfViews,
      property: { name, entityName in
        guard let entity = model.entity(named: entityName) else { return nil }
        // An object of an entity may be of one below it.
        let entities = [entity] + entity.subentityNames.compactMap { model.entity(named: $0) }
        return entities.lazy.compactMap { Property(called: name, of: $0) }.first
      }
    )
  }
}

nonisolated extension Model {
  /// For each view the entities that it reads, through other views as well.
  fileprivate var sourcesOfViews: [String: Set<String>] {
    let views = entities.filter { !$0.definition.namedTables.isEmpty }
    guard !views.isEmpty else { return [:] }
    let byTable = Dictionary(grouping: entities) { $0.definition.table }
    var sources: [String: Set<String>] = [:]
    for view in views {
      var found: Set<String> = []
      var waiting = [view]
      while let next = waiting.popLast() {
        for name in next.definition.namedTables {
          let read = byTable[TableName(name, in: next.definition.schemaName)] ?? []
          waiting += read.filter { found.insert($0.name).inserted }
        }
      }
      sources[view.name] = found
    }
    return sources
  }
}

nonisolated extension Relationship {
  /// The entity of the objects that can hold an order: those it leads to, or those between; `nil` where nobody links them.
  fileprivate func nameOfOrderedEntity(from entity: Entity) -> String? {
    if definition.path.isEmpty { return definition.destinationName }
    return definition.throughName != nil && definition.path.count == 2
      ? entity.relationship(named: definition.path[0])?.definition.destinationName : nil
  }
}

nonisolated extension RuleSchema.Property {
  /// The attribute or relationship of a name.
  fileprivate init?(called name: String, of entity: Entity) {
    if let attribute = entity.attribute(named: name) {
      self.init(kind: attribute.typeName, comparedKind: attribute.comparedKind) { value in
        let stored = value.string.flatMap { attribute.definition.customType?.value($0) }
        if let stored, stored != value { return "use the stored value, \(stored.literal)" }
        return attribute.problem(with: value, isNew: true)
      }
    } else if let relationship = entity.relationship(named: name) {
      self.init(
        kind: relationship.isToMany ? Self.toMany : Self.toOne,
        destination: relationship.definition.destinationName,
        orderedEntity: relationship.nameOfOrderedEntity(from: entity)
      )
    } else {
      return nil
    }
  }
}
