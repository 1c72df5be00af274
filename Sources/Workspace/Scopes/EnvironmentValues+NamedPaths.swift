import AccessControl
import Diagnostics
import EntityModel
import EntityStore
package import Qualifiers
package import RuleEnvironment
import StandardKeys

// What a person writes for a property, as far as it may be seen.
extension EnvironmentValues {
  /// A key of an order as a person writes it, its path by the names that exist.
  ///
  /// - Throws: as ``path(namedByUser:)``, and for what has no order.
  package func sortKey(namedByUser text: String) throws -> String {
    let named = namingProperty(in: text)
    let (orderings, faults) = SortOrdering.parse(named)
    if orderings == nil, let fault = faults.first, named.contains(where: { "()[]*/%".contains($0) })
    {
      throw UsageError(fault.sentence, at: fault.span)
    }
    var ordering = SortOrdering(key: named)
    guard !ordering.isComputed else {
      ordering.expression = try expression(namedByUser: ordering.expression)
      try checkKinds(in: ordering.expression)
      return ordering.key
    }
    ordering.path = try path(namedByUser: ordering.path.description)
    guard let entity = self[ModelKeys.shared.entity],
      SortOrdering(key: ordering.key, in: entity, scope: self) != nil
    else { throw UsageError("'\(ordering.path)' cannot be sorted by") }
    return ordering.key
  }

  /// The path that a person means, from the entity of this scope on.
  ///
  /// - Throws: ``UsageError`` for a name that does not exist, ``StoreError/refused(_:)`` for what is not shown.
  package func path(namedByUser text: String) throws -> PropertyPath {
    guard var entity = self[ModelKeys.shared.entity] else { throw UsageError("of what?") }
    var names: [String] = []
    let components = PropertyPath(text).components
    for (index, name) in components.enumerated() {
      if index == components.count - 1, index > 0, name == "@count" {
        names.append(name)
        break
      }
      guard
        let found = entity.propertyName(matching: name)
          ?? scoped(to: entity).propertyName(shownAs: name)
      else {
        guard name.first != "@" else {
          let aggregates = AggregateFunction.allCases.map { "@" + $0.rawValue }
          guard !aggregates.contains(name) else {
            throw UsageError("'\(text)' is computed; only properties can stand here")
          }
          let near = nearestName(to: name, in: aggregates).map { "did you mean '\($0)'?" }
          let known = "there is " + aggregates.joined(separator: ", ")
          throw UsageError("'\(name)' is not an aggregate; \(near ?? known)")
        }
        let near = entity.propertyName(near: name).map { "; did you mean '\($0)'?" }
        let hint = near ?? scoped(to: entity).propertiesSentence
        throw UsageError("\(entity.name) has no property '\(name)'\(hint)")
      }
      names.append(found)
      guard index < components.count - 1 else { break }
      guard let next = entity.relationship(named: found)?.destination else {
        throw UsageError("'\(found)' of \(entity.name) is not a relationship")
      }
      entity = next
    }
    let path = PropertyPath(components: names)
    let seen = names.last == "@count" ? PropertyPath(components: Array(names.dropLast())) : path
    guard shows(seen) else {
      let property = scoped(toProperty: seen.description)
      let reason = self[RightsKeys.shared.rights].flatMap {
        Permissions($0, in: property).visibilityRefusal
      }
      throw StoreError.refused("'\(path)' is not shown" + (reason.map { ": \($0)" } ?? ""))
    }
    return path
  }

  /// The condition that a person means, each path by the names that exist.
  ///
  /// - Throws: as ``path(namedByUser:)``, with the place of the name.
  package func condition(namedByUser condition: Qualifier) throws -> Qualifier {
    let named = try condition.mapParts(
      { try expression(namedByUser: $0) },
      { try self.condition(namedByUser: $0) }
    )
    return named ?? condition
  }

  /// The expression that a person writes, with the names that exist and operands of fitting kinds.
  ///
  /// With `acceptsTexts` texts stand where numbers are needed, as they may write some.
  ///
  /// - Throws: as ``path(namedByUser:)``, and for a text that is no expression, with the place.
  package func expression(writtenByUser text: String, acceptsTexts: Bool = false) throws
    -> Expression
  {
    let (read, faults) = Expression.parse(text, name: "expression")
    guard let read, faults.isEmpty else {
      throw UsageError(faults.first?.sentence ?? "it is not complete", at: faults.first?.span)
    }
    let named = try expression(namedByUser: read)
    try checkKinds(in: named, acceptsTexts: acceptsTexts)
    return named
  }

  private func checkKinds(in expression: Expression, acceptsTexts: Bool = false) throws(UsageError)
  {
    guard let entity = self[ModelKeys.shared.entity] else { return }
    let mismatches = expression.mismatches { path in
      let kind = entity.comparedKind(at: path)
      return kind == .text && acceptsTexts ? .anything : kind
    }
    if let mismatch = mismatches.first { throw UsageError(mismatch, naming: shownDate) }
  }

  /// A date of the entity of this scope that may be seen.
  package var shownDate: PropertyPath? {
    let entity = self[ModelKeys.shared.entity]
    return shownNames.first { entity?.attribute(named: $0)?.type.kind.isDay == true }
      .map { PropertyPath($0) }
  }

  /// The expression that a person means; the names inside of an aggregate are those of the related entity.
  ///
  /// - Throws: as ``path(namedByUser:)``, with the place of the name.
  package func expression(namedByUser expression: Expression) throws -> Expression {
    let span = expression.span
    do {
      switch expression.kind {
      case .path(let path):
        return Expression(.path(try self.path(namedByUser: path.description)), span: span)
      case .aggregate(var aggregate):
        aggregate.path = try path(namedByUser: aggregate.path.description)
        let relationship = self[ModelKeys.shared.entity]?.property(at: aggregate.path).relationship
        guard let related = relationship?.destination else {
          throw UsageError("'\(aggregate.path)' is not a relationship")
        }
        let inside = scoped(to: related)
        aggregate.condition = try aggregate.condition.map(inside.condition)
        aggregate.operand = try aggregate.operand.map(inside.expression)
        return Expression(.aggregate(aggregate), span: span)
      default:
        let named = try expression.mapParts(
          { try self.expression(namedByUser: $0) },
          { try condition(namedByUser: $0) }
        )
        let result = named ?? expression
        try checkOperands(of: result)
        return result
      }
    } catch let error as UsageError where error.span == nil {
      throw UsageError(error.message, at: span)
    }
  }

  /// - Throws: ``UsageError`` for an object or related rows where a value is computed with.
  private func checkOperands(of expression: Expression) throws(UsageError) {
    switch expression.kind {
    case .arithmetic, .function, .dateOffset: break
    default: return
    }
    var found: (operand: Expression, path: PropertyPath, relationship: Relationship)?
    let entity = self[ModelKeys.shared.entity]
    expression.eachPart({ operand in
      guard found == nil, let path = operand.path,
        let relationship = entity?.property(at: path).relationship
      else { return }
      found = (operand, path, relationship)
    }) { _ in }
    guard let (operand, path, relationship) = found else { return }
    guard !relationship.isToMany else {
      throw UsageError("'\(path)' holds related rows; write \(path).@count", at: operand.span)
    }
    let key = relationship.definition.joins.first?.destination ?? "…"
    throw UsageError(
      "'\(path)' is an object; write \(path).\(key) or another property of it",
      at: operand.span
    )
  }

  /// The property of the entity of this scope that alone has a name on the screen, in any letter case, with or without what
  /// stands between its words.
  private func propertyName(shownAs text: String) -> String? {
    let words = text.joinedWords
    let names = words.isEmpty ? [] : shownNames.filter { shownName(of: $0).joinedWords == words }
    return names.count == 1 ? names[0] : nil
  }

  /// An order of which the property is called by its name, not by several words as on the screen.
  private func namingProperty(in text: String) -> String {
    let sign = text.prefix { $0 == "-" || $0 == "+" }
    let rest = text.dropFirst(sign.count)
    guard let space = rest.firstIndex(of: " "),
      self[ModelKeys.shared.entity]?.propertyName(matching: String(rest[..<space])) == nil
    else { return text }
    for name in shownNames {
      let words = shownName(of: name)
      guard words.contains(" "), rest.lowercased().hasPrefix(words.lowercased()) else { continue }
      let options = rest.dropFirst(words.count)
      if options.isEmpty || options.hasPrefix(" ") { return sign + name + options }
    }
    return text
  }

  /// The properties of which the names on the screen, of several words, stand in a text; the longest first.
  package func shownNames(in text: String) -> [(shown: String, name: String)] {
    let text = text.lowercased()
    return shownNames.map { (shown: shownName(of: $0), name: $0) }
      .filter { $0.shown.contains(" ") && text.contains($0.shown.lowercased()) }
      .sorted { $0.shown.count > $1.shown.count }
  }

  /// The advice for a condition that cannot be read because it has names as the screen shows them; `nil` without such.
  ///
  /// `filters use property names: Per day is dailyRate`.
  package func adviceForShownNames(in text: String) -> String? {
    let names = shownNames(in: text).map { "\($0.shown) is \($0.name)" }
    return names.isEmpty ? nil : "filters use property names: \(names.joined(separator: ", "))"
  }

  private func shownName(of property: String) -> String {
    scoped(toProperty: property)[ModelKeys.shared.displayNameForProperty]
  }

  /// The properties of the entity of this scope that may be seen.
  var shownNames: [String] {
    (self[ModelKeys.shared.entity]?.inspectPropertyKeys ?? []).filter { shows(PropertyPath($0)) }
  }

  /// The end of an error message about an unknown path.
  ///
  /// `; there is title, year`. At most 20 properties are listed.
  private var propertiesSentence: String {
    let shown = shownNames
    guard !shown.isEmpty else { return "" }
    return "; there is " + shown.prefix(20).joined(separator: ", ")
      + (shown.count > 20 ? ", …" : "")
  }

  /// Why no column shows what can be named: along a path nothing is at hand of which rules for some objects could be asked.
  package func columnRefusal(of path: PropertyPath) -> String? {
    guard !showsColumn(path) else { return nil }
    let rights = self[RightsKeys.shared.rights]?.accessGuard
    let reasons = self[ModelKeys.shared.entity]?.steps(of: path).compactMap { step in
      rights?.partlyHiddenProperties(of: step.entity)[step.name]?.reason
    }
    let reason = reasons?.first.map { ": \($0)" } ?? ""
    return "'\(path)' is shown for some objects only, so no column shows it by a path\(reason)"
  }
}
