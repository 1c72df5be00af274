import Diagnostics
import FoundationEssentials
import Qualifiers
import RuleEngine
import RuleEnvironment

final class Thing: KeyValueCoding, ValueConvertible {
  let properties: [String: Value]
  init(_ properties: [String: Value]) { self.properties = properties }
  func value(forKey key: String) -> Value? { properties[key] }
}

final class Named: KeyValueCoding, ValueConvertible {
  let name: String
  let kind: String
  init(_ name: String, kind: String = "") { (self.name, self.kind) = (name, kind) }
  static var valueKeys: [String]? { ["name", "type"] }
  func value(forKey key: String) -> Value? {
    switch key {
    case "name": .string(name)
    case "type": .string(kind)
    default: nil
    }
  }
}

enum Platform: String, CaseIterable, ValueConvertible {
  case narrow, standard, wide
}

struct MovieKeys: KeyNamespace {
  static let shared = Self()
  let task = Key("query", "What is done.", names: .task)
  let entity = Key<Named?>(context: nil, "The entity.", names: .entity)
  let attribute = Key<Named?>(context: nil, "The attribute.", names: .property)
  let propertyKey = Key<String?>(context: nil, "The property.", names: .property)
  let object = Key<Thing?>(context: nil, "The object.")
  let user = Key<Thing?>(context: nil, "Who is there.")
  let role = Key("guest", "What the user is.", narrowing: .never)
  let title = Key("Untitled", "The title.")
  let navigationBarTitle = Key("Bar", "The title above.")
  let displayNameForEntity = Key("", "A name.")
  let displayNameForProperty = Key("", "A name.")
  let displayPropertyKeys = Key<[String]>([], "What is shown.", names: .property)
  let component = Key("DisplayString", "Shows a property.", names: .component)
  let componentName = Key("DisplayString", "The same in Direct to Web.")
  let page = Key("list", "The page.", names: .page)
  let formatter = Key<String?>(nil, "How it is written.", names: .formatter)
  let choices = Key<[Value]>([], "What can be chosen.")
  let initialPropertyValues = Key<[String: Value]>([:], "What new objects begin with.")
  let color = Key<String?>(nil, "The colour.")
  let rows = Key(10, "How many rows.")
  let note = Key<String?>("none", "A remark.")
  let platform = Key(Platform.standard, "How wide the screen is.")
  let isEntityReadOnly = Key(false, "Read only.", narrowing: .onlyToTrue)
  let isObjectEditable = Key(true, "May be edited.", narrowing: .onlyToFalse)
  let visibleEntityNames = Key<[String]>([], "Shown.", names: .entity, narrowing: .onlyFewer)
  let restrictingQualifier = Key<Qualifier?>(nil, "Rows.", narrowing: .onlyConjunction)
  let department = Key("", "No permission itself.")
  let today = Key<Date?>(nil, "A date.")
}

extension EnvironmentValues {
  subscript<V>(dynamicMember path: KeyPath<MovieKeys, Key<V>>) -> V {
    get { self[MovieKeys.shared[keyPath: path]] }
    set { self[MovieKeys.shared[keyPath: path]] = newValue }
  }
}

extension RuleKeys {
  subscript<V>(dynamicMember path: KeyPath<MovieKeys, Key<V>>) -> RulePath<V> {
    self[MovieKeys.shared, path]
  }
}

extension Named: RuleReadable {
  struct RuleMembers: Sendable {
    let name = RuleMember<String>("name")
    let type = RuleMember<String>("type")
  }
  static let ruleMembers = RuleMembers()
}

extension Thing: DynamicRuleReadable {}

let keys = MovieKeys.shared
let vocabulary = Vocabulary(MovieKeys.shared, CoreKeys.shared)
let known = KnownNames([
  .entity: ["Movie", "Actor", "Rental"],
  .property: ["name", "rating", "title", "returnDate", "dueDate", "customer", "lastName"],
  .component: ["DisplayString", "EditString", "EditChoice"],
  .page: ["list", "inspect"],
])
let noon = Date(timeIntervalSince1970: 1_790_000_000)

/// A resolver of one text without faults.
func resolver(_ text: String, layer: Layer = .application) -> RuleResolver {
  RuleResolver(
    model: RuleModel.load(text, layer: layer, vocabulary: vocabulary).model,
    clock: FixedClock(noon)
  )
}

/// A scope answered by the rules of one text.
func scope(_ text: String) -> EnvironmentValues { EnvironmentValues(resolver: resolver(text)) }

/// `id line:column` of every fault of a text.
func faults(_ text: String, layer: Layer = .application, names: KnownNames = known) -> [String] {
  let found = RuleModel.load(text, layer: layer, vocabulary: vocabulary, names: names).diagnostics
  return found.map(\.place)
}

extension Diagnostic {
  var place: String {
    let position = source?.position(at: span.start)
    return "\(id) \(position?.line ?? 0):\(position?.column ?? 0)"
  }
}
