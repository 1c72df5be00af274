import Diagnostics
import EntityModel
import Qualifiers

/// A fetch of the model as a link uses it: `cheap`, or `cheap(limit: 5)` where it has variables.
struct NamedFetchUse {
  let fetch: NamedFetch
  /// Which objects, the variables bound; `nil` for all.
  let qualifier: Qualifier?

  /// - Throws: ``UsageError`` for a fetch that the model does not name, and for variables that are not given.
  init(_ text: String, of entity: Entity) throws(UsageError) {
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
    let values = try Self.values(String(text.dropFirst(name.count)), of: name)
    guard let condition = fetch.qualifier else {
      qualifier = nil
      return
    }
    let bound = condition.bindingVariables { path in
      values[path.description]
    }
    guard let bound else {
      let variables = Reads(condition).variables.map(\.description)
      let missing = variables.filter { values[$0] == nil }.joined(separator: ", ")
      throw UsageError("the fetch '\(name)' needs values: \(name)(\(missing): …)")
    }
    qualifier = bound
  }

  /// What stands in the parentheses: `(limit: 5, title: 'A*')`.
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
