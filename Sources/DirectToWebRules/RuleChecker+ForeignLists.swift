import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment

// Lists of properties in rules of Direct to Web: one name that is not here costs no other.
extension RuleChecker {
  /// A list of properties without those that no entity has for which the rule can be; each is told, unless the rule is
  /// about something else anyway.
  mutating func known(
    _ value: Expression,
    for key: any AnyKey,
    where condition: Qualifier
  ) -> Expression {
    guard let domain = key.names, [.property, .sortOrdering, .section].contains(domain),
      case .list(let elements) = value.kind, let subject = subject(of: condition),
      let schema = names.schema, !subject.entities.isEmpty
    else { return value }
    let entities = subject.entitiesWithProperty
    var kept: [Expression] = []
    for element in elements {
      if domain == .section, case .list(let parts) = element.kind {
        let names = parts.dropFirst().compactMap { judged($0, as: domain, of: entities, schema) }
        kept.append(Expression(.list(parts.prefix(1) + names), span: element.span))
      } else if let element = judged(element, as: domain, of: entities, schema) {
        kept.append(element)
      }
    }
    return kept.isEmpty ? value : Expression(.list(kept), span: value.span)
  }

  /// The name, or what it is here; `nil` for one that is not here, which is told.
  private mutating func judged(
    _ element: Expression,
    as domain: NameDomain,
    of entities: [String],
    _ schema: RuleSchema
  ) -> Expression? {
    guard let text = element.constant?.string, !text.isEmpty, !text.isMarker else { return element }
    let path = domain == .sortOrdering ? SortOrdering(key: text).path : PropertyPath(text)
    func isThere(_ path: PropertyPath) -> Bool {
      entities.contains { schema.target(of: path.components[...], from: $0).exists }
    }
    // How many there are is what the relationship itself shows.
    if ["count", "@count"].contains(path.last), path.components.count > 1 {
      let owner = PropertyPath(components: path.components.dropLast())
      if isThere(owner) {
        return Expression(.literal(.string(owner.description)), span: element.span)
      }
    }
    if isThere(path) { return element }
    report(.leftOut(text, entities: entities), at: element.span, .warning)
    return nil
  }
}
