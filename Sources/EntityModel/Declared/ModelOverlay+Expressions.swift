import Diagnostics
import Qualifiers
import Synchronization

// MARK: - Expressions of computed attributes

extension ModelOverlay {
  /// Checks the expressions of declared attributes, and gives those without a type the kind of their values.
  ///
  /// An attribute whose expression has a fault is hidden and null, so that a list can be shown without it.
  mutating func resolveExpressions() {
    var kinds = ComputedKinds(Model(name: "", entities: slots.map(\.entity)))
    for index in slots.indices {
      guard let entity = kinds.model.entity(named: slots[index].entity.name) else { continue }
      for declaration in slots[index].declaration?.attributes ?? [] {
        guard case .expression(let expression) = declaration.derivation,
          let attribute = entity.attribute(named: declaration.name),
          let position = entity.attributes.firstIndex(where: { $0 === attribute })
        else { continue }
        if isSound(expression, of: declaration, in: entity, &kinds) {
          if let scale = attribute.definition.scale,
            kinds.kind(of: expression, in: entity).family == .number
          {
            let places = Expression(.literal(.int(Int64(scale))))
            slots[index].entity.attributes[position].derivation = .expression(
              Expression(.function(.round, [expression, places]), span: expression.span)
            )
          }
          guard attribute.type == .any else { continue }
          let kind = kinds.kind(of: attribute, in: entity)
          slots[index].entity.attributes[position].type = AttributeType(kind)
        } else {
          let nothing = Expression(.literal(.null))
          slots[index].entity.attributes[position].derivation = .expression(nothing)
          slots[index].entity.attributes[position].isHidden = true
        }
      }
    }
  }

  /// Whether an expression can be computed for each row; reports what is wrong.
  private mutating func isSound(
    _ expression: Expression,
    of attribute: AttributeDeclaration,
    in entity: Entity,
    _ kinds: inout ComputedKinds
  ) -> Bool {
    func place(_ span: SourceSpan?) -> DeclarationPlace {
      span.map { DeclarationPlace(attribute.place.source, $0) } ?? attribute.place
    }
    let faults = entity.pathFaults(in: expression)
    for fault in faults {
      report("unknown-property", fault.message, at: place(fault.span), suggestion: fault.suggestion)
    }
    guard faults.isEmpty else { return false }
    let isOwn = { (step: (entity: Entity, name: String)) in
      step.entity == entity && step.name == attribute.name
    }
    if let path = Reads(expression).paths.first(where: {
      entity.steps(of: $0).contains(where: isOwn)
    }) {
      let name = "\(entity.name).\(attribute.name)"
      report("cycle", "'\(name)' is computed from itself by '\(path)'", at: place(expression.span))
      return false
    }
    let mismatches = expression.mismatches { kinds.kind(at: $0, from: entity) }
    for mismatch in mismatches {
      report(
        "type",
        mismatch.message(),
        at: place(mismatch.span),
        suggestion: mismatch.correction()
      )
    }
    guard mismatches.isEmpty else { return false }
    let kind = expression.comparedKind { kinds.kind(at: $0, from: entity) }
    let reason: String? =
      if let variable = expression.variables.first {
        "'$\(variable)' has no value in a model"
      } else if !expression.isSingleValue {
        "'\(expression)' is not a single value"
      } else if let type = attribute.type, attribute.applicationType == nil, !type.takes(kind) {
        "'\(expression)' is \(kind.title), but '\(attribute.name)' is \(type.rawValue)"
      } else { nil }
    guard let reason else { return true }
    report("type", reason, at: place(expression.span))
    return false
  }
}

extension Expression {
  /// Whether it gives one value, rather than a list or a condition for other objects.
  fileprivate var isSingleValue: Bool {
    switch kind {
    case .list, .dictionary, .qualifier, .call, .next: false
    default: true
    }
  }
}

extension AttributeType {
  /// Whether a column of the type has values of a kind; texts may be read as dates and decimals, numbers as moments.
  fileprivate func takes(_ kind: ComparedKind) -> Bool {
    switch (kind.family, self.kind) {
    case (.text, .integer), (.text, .number), (.text, .bool): false
    case (.date, .integer), (.date, .number), (.date, .decimal), (.date, .bool): false
    default: true
    }
  }
}

/// The kinds of values at paths, of computed attributes without a declared type those of their expressions.
private struct ComputedKinds {
  let model: Model
  private var known: [[String]: ComparedKind] = [:]

  init(_ model: Model) { self.model = model }

  mutating func kind(of attribute: Attribute, in entity: Entity) -> ComparedKind {
    guard attribute.type == .any,
      case .expression(let expression) = attribute.definition.derivation
    else { return attribute.comparedKind }
    let name = [entity.name, attribute.name]
    if let kind = known[name] { return kind }
    // What is computed from itself is of any kind.
    known[name] = .anything
    let kind = kind(of: expression, in: entity)
    known[name] = kind
    return kind
  }

  mutating func kind(of expression: Expression, in entity: Entity) -> ComparedKind {
    expression.comparedKind { self.kind(at: $0, from: entity) }
  }

  mutating func kind(at path: PropertyPath, from entity: Entity) -> ComparedKind {
    entity.comparedKind(at: path) { kind(of: $0, in: $1) }
  }
}

/// A path of an expression that gives no value for a row.
private struct PathFault {
  let message: String
  let suggestion: String?
  let span: SourceSpan?
}

extension Entity {
  /// The paths of an expression that give no value for a row of this entity.
  fileprivate func pathFaults(in expression: Expression) -> [PathFault] {
    var faults: [PathFault] = []
    var rows = self
    switch expression.kind {
    case .path(let path):
      let isCount = path.last == "@count" && path.components.count > 1
      let way = isCount ? path.components.dropLast() : path.components[...]
      return fault(at: way, isOfRows: isCount, expression.span).map { [$0] } ?? []
    case .aggregate(let aggregate):
      let path = aggregate.path.components[...]
      if let fault = fault(at: path, isOfRows: true, expression.span) { return [fault] }
      rows = hops(along: path).last?.relationship?.destination ?? self
    case .qualifier: return []
    default: break
    }
    func look(in condition: Qualifier) {
      condition.eachPart({ faults += rows.pathFaults(in: $0) }, look)
    }
    expression.eachPart({ faults += rows.pathFaults(in: $0) }, look)
    return faults
  }

  /// Why a path leads to no value, or to no related rows; `nil` where it does.
  private func fault(at path: ArraySlice<String>, isOfRows: Bool, _ span: SourceSpan?) -> PathFault?
  {
    let hops = hops(along: path)
    guard let last = hops.last else { return nil }
    let isToMany = hops.contains { $0.relationship?.isToMany == true }
    let attribute = hops.count == path.count ? last.entity.attribute(named: last.name) : nil
    if isOfRows ? isToMany && last.relationship != nil : !isToMany && attribute != nil {
      return nil
    }
    let name = "'\(path.joined(separator: "."))'"
    if last.relationship == nil, attribute == nil {
      let names = last.entity.attributes.map(\.name) + last.entity.relationships.map(\.name)
      return PathFault(
        message: "'\(last.name)' is no property of '\(last.entity.name)' that a path can follow",
        suggestion: nearestName(to: last.name, in: names).map { "did you mean '\($0)'?" },
        span: span
      )
    }
    let (message, suggestion) =
      isOfRows
      ? ("\(name) does not lead to related rows", nil)
      : isToMany
        ? ("\(name) has a value for each of several rows", "name an aggregate, as @sum or @max")
        : ("\(name) is an object, and no value", "name one of its properties")
    return PathFault(message: message, suggestion: suggestion, span: span)
  }
}

extension Entity {
  /// The aggregate over related rows that a text says, as a computed attribute; `nil` where it is none of this entity.
  func aggregate(_ text: String) -> Attribute? {
    if let known = aggregates.withLock({ $0[text] }) { return known }
    let found = Expression.parse(text).expression.flatMap { aggregate($0, text) }
    aggregates.withLock { $0[text] = .some(found) }
    return found
  }

  private func aggregate(_ expression: Expression, _ text: String) -> Attribute? {
    let reads = Reads(expression)
    // What is reached through a reference is an aggregate of the object there.
    guard let aggregate = reads.aggregates.first, aggregate.description == text,
      relationship(named: aggregate.path.first)?.isToMany == true, reads.variables.isEmpty,
      pathFaults(in: expression).isEmpty, expression.mismatches(comparedKind).isEmpty
    else { return nil }
    var attribute = Attribute.Definition(name: text, columnName: "")
    attribute.type = AttributeType(expression.comparedKind(comparedKind))
    attribute.derivation = .expression(Expression(.aggregate(aggregate)))
    (attribute.isGenerated, attribute.isUpdatable) = (true, false)
    return Attribute(attribute)
  }
}
