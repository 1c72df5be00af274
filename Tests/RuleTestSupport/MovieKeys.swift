package import Diagnostics
package import FoundationEssentials
package import Qualifiers
package import RuleEngine
package import RuleEnvironment

package final class Thing: KeyValueCoding, ValueConvertible {
  package let properties: [String: Value]
  package init(_ properties: [String: Value]) { self.properties = properties }
  package func value(forKey key: String) -> Value? { properties[key] }
}

package final class Named: KeyValueCoding, ValueConvertible {
  package let name: String
  package let kind: String
  package init(_ name: String, kind: String = "") { (self.name, self.kind) = (name, kind) }
  package static var valueKeys: [String]? { ["name", "type"] }
  package func value(forKey key: String) -> Value? {
    switch key {
    case "name": .string(name)
    case "type": .string(kind)
    default: nil
    }
  }
}

package enum Platform: String, CaseIterable, ValueConvertible {
  case narrow, standard, wide
}

package struct MovieKeys: KeyNamespace {
  package static let shared = Self()
  package let task = Key("query", "What is done.", names: .task)
  package let entity = Key<Named?>(context: nil, "The entity.", names: .entity)
  package let attribute = Key<Named?>(context: nil, "The attribute.", names: .property)
  package let propertyKey = Key<String?>(context: nil, "The property.", names: .property)
  package let object = Key<Thing?>(context: nil, "The object.")
  package let user = Key<Thing?>(context: nil, "Who is there.")
  package let role = Key("guest", "What the user is.", narrowing: .never)
  package let title = Key("Untitled", "The title.")
  package let navigationBarTitle = Key("Bar", "The title above.")
  package let displayNameForEntity = Key("", "A name.")
  package let displayNameForProperty = Key("", "A name.")
  package let displayPropertyKeys = Key<[String]>([], "What is shown.", names: .property)
  package let component = Key("DisplayString", "Shows a property.", names: .component)
  package let componentName = Key("DisplayString", "The same in Direct to Web.")
  package let page = Key("list", "The page.", names: .page)
  package let formatter = Key<String?>(nil, "How it is written.", names: .formatter)
  package let choices = Key<[Value]>([], "What can be chosen.")
  package let initialPropertyValues = Key<[String: Value]>([:], "What new objects begin with.")
  package let color = Key<String?>(nil, "The colour.")
  package let rows = Key(10, "How many rows.")
  package let note = Key<String?>("none", "A remark.")
  package let platform = Key(Platform.standard, "How wide the screen is.")
  package let isEntityReadOnly = Key(false, "Read only.", narrowing: .onlyToTrue)
  package let isObjectEditable = Key(true, "May be edited.", narrowing: .onlyToFalse)
  package let visibleEntityNames = Key<[String]>(
    [],
    "Shown.",
    names: .entity,
    narrowing: .onlyFewer
  )
  package let restrictingQualifier = Key<Qualifier?>(nil, "Rows.", narrowing: .onlyConjunction)
  package let department = Key("", "No permission itself.")
  package let today = Key<Date?>(nil, "A date.")
}

extension EnvironmentValues {
  package subscript<V>(dynamicMember path: KeyPath<MovieKeys, Key<V>>) -> V {
    get { self[MovieKeys.shared[keyPath: path]] }
    set { self[MovieKeys.shared[keyPath: path]] = newValue }
  }
}

extension RuleKeys {
  package subscript<V>(dynamicMember path: KeyPath<MovieKeys, Key<V>>) -> RulePath<V> {
    self[MovieKeys.shared, path]
  }
}

extension Named: RuleReadable {
  package struct RuleMembers: Sendable {
    package let name = RuleMember<String>("name")
    package let type = RuleMember<String>("type")
  }
  package static let ruleMembers = RuleMembers()
}

extension Thing: DynamicRuleReadable {}

package let keys = MovieKeys.shared
package let vocabulary = Vocabulary(MovieKeys.shared, CoreKeys.shared)
package let known = KnownNames([
  .entity: ["Movie", "Actor", "Rental"],
  .property: ["name", "rating", "title", "returnDate", "dueDate", "customer", "lastName"],
  .component: ["DisplayString", "EditString", "EditChoice"],
  .page: ["list", "inspect"],
])
package let noon = Date(timeIntervalSince1970: 1_790_000_000)

/// A resolver of one text without faults.
package func resolver(_ text: String, layer: Layer = .application) -> RuleResolver {
  RuleResolver(
    model: RuleModel.load(text, layer: layer, vocabulary: vocabulary).model,
    clock: FixedClock(noon)
  )
}

/// A scope answered by the rules of one text.
package func scope(_ text: String) -> EnvironmentValues {
  EnvironmentValues(resolver: resolver(text))
}

/// `id line:column` of every fault of a text.
package func faults(_ text: String, layer: Layer = .application, names: KnownNames = known)
  -> [String]
{
  let found = RuleModel.load(text, layer: layer, vocabulary: vocabulary, names: names).diagnostics
  return found.map(\.place)
}

extension Diagnostic {
  package var place: String {
    let position = source?.position(at: span.start)
    return "\(id) \(position?.line ?? 0):\(position?.column ?? 0)"
  }
}
