import Diagnostics
package import EntityModel
package import EntityStore
package import Qualifiers
import RuleEngine
package import RuleEnvironment
import StandardKeys
import Widgets
package import Workspace

/// A named fetch of the model with its arguments bound: `cheap`, or `cheap(limit: 5)` where it has variables.
///
/// Links and list commands parse it from text.
package struct NamedFetchUse {
  let fetch: NamedFetch
  /// The fetch as it was written in the link, for titles.
  package let title: String
  /// The condition of the fetch with its variables bound; `nil` for all objects.
  let qualifier: Qualifier?

  /// - Throws: ``UsageError`` for a fetch that the model does not name, and for variables that are not given.
  package init(_ text: String, of entity: Entity) throws(UsageError) {
    let name = String(text.prefix { $0 != "(" })
    let fetches = entity.definition.fetchSpecifications
    guard let fetch = fetches.first(where: { $0.name == name }) else {
      let near = nearestName(to: name, in: fetches.map(\.name)).map { "; did you mean '\($0)'?" }
      let known =
        fetches.isEmpty
        ? " (the model names none)" : " (\(fetches.map(\.name).joined(separator: ", ")))"
      throw UsageError("\(entity.name) has no fetch '\(name)'\(near ?? known)")
    }
    self.fetch = fetch
    title = text
    let values = try Self.values(String(text.dropFirst(name.count)), of: name)
    guard let condition = fetch.qualifier else {
      qualifier = nil
      return
    }
    let bound = condition.bindingVariables { path in
      values[path.description]
    }
    guard let bound else {
      let missing = Self.variables(of: fetch).filter { values[$0] == nil }.joined(separator: ", ")
      throw UsageError("the fetch '\(name)' needs values: \(name)(\(missing): …)")
    }
    qualifier = bound
  }

  /// The variables that need values.
  static func variables(of fetch: NamedFetch) -> [String] {
    var names: [String] = []
    for name in fetch.qualifier.map({ Reads($0).variables.map(\.description) }) ?? []
    where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// Hands a fetch as it is written to `show`, after asking for the values of its variables, if it has any.
  static func ask(
    _ fetch: NamedFetch,
    _ context: CommandContext,
    then show: @escaping (String) throws(PromptRefusal) -> Void
  ) {
    let values = variables(of: fetch).map { "\($0): " }.joined(separator: ", ")
    guard values.isEmpty else {
      return context.prompt("fetch ", text: "\(fetch.name)(\(values))", then: show)
    }
    do throws(PromptRefusal) { try show(fetch.name) } catch {
      context.say(error.sentence, .warning)
    }
  }

  /// Parses the variables in the parentheses: `(limit: 5, title: 'A*')`.
  private static func values(
    _ text: String,
    of name: String
  ) throws(UsageError) -> [String: Value] {
    guard !text.isEmpty else { return [:] }
    let (expression, _) = Expression.parse("{" + text.dropFirst().dropLast() + "}")
    guard text.hasSuffix(")"), let value = expression?.evaluate(with: ValueContext(.null)),
      case .dictionary(let values) = value
    else {
      throw UsageError("'\(name)\(text)' is not understood; write \(name)(variable: value, …)")
    }
    return values
  }
}

extension NamedFetchUse {
  /// The keys of its order; empty when it leaves that to the rules.
  package var sortKeys: [String] { fetch.sortOrderings.map(\.key) }
}

extension FetchSpecification {
  /// Creates the fetch of a list or a link: a named fetch of the model, filtered and sorted.
  ///
  /// The limit of a named fetch applies before the filters, in its own order or else the order of the rules. Search and sort
  /// then work on the rows that the user sees.
  package init(
    _ entity: Entity,
    named: NamedFetchUse?,
    filters: [Qualifier],
    sortKeys: [String],
    scope: EnvironmentValues
  ) {
    func orderings(_ keys: [String]) -> [SortOrdering] {
      keys.compactMap { SortOrdering(key: $0, in: entity, scope: scope) }
    }
    let auxiliary = scope[FetchingKeys.shared.auxiliaryQualifier]
    // A condition of the user's own rules is the user's, and looks at nothing that he may not see.
    let isOwn = auxiliary != nil && scope.isOwnAnswer(FetchingKeys.shared.auxiliaryQualifier)
    let filters = isOwn ? [auxiliary].compactMap(\.self) + filters : filters
    self.init(
      entityName: entity.name,
      auxiliaryQualifier: isOwn ? nil : auxiliary,
      sortOrderings: orderings(sortKeys)
    )
    isDistinct = named?.fetch.isDistinct ?? false
    prefetchingKeyPaths =
      (named?.fetch.prefetchPaths ?? []) + scope.prefetchedRelationships(of: entity)
    guard let named, let limit = named.fetch.limit else {
      let conditions = [named?.qualifier].compactMap(\.self) + filters
      qualifier = conditions.isEmpty ? nil : .all(conditions)
      return
    }
    qualifier = named.qualifier
    fetchLimit = limit
    let own = named.sortKeys.isEmpty ? scope[RenderingKeys.shared.sortOrderings] : named.sortKeys
    let wanted = sortOrderings
    // An order by what is not shown would tell of it: the store refuses it.
    sortOrderings = own.map {
      SortOrdering(key: $0, in: entity, scope: scope) ?? SortOrdering(key: $0)
    }
    guard !filters.isEmpty || wanted != sortOrderings else { return }
    refinement = Refinement(qualifier: filters.isEmpty ? nil : .all(filters), sortOrderings: wanted)
  }
}

extension EnvironmentValues {
  /// Whether a rule answers a key that the user wrote himself, in a layer that may only narrow rights.
  func isOwnAnswer(_ key: any AnyKey) -> Bool {
    guard !isExplicit(key), let work = self[CatalogKeys.shared.rendering]?.work else {
      return false
    }
    return work.resolver.explain(key, in: self).rule?.layer.mayOnlyNarrow ?? false
  }
}
