import Qualifiers
import RuleEnvironment

enum Look: String, CaseIterable, ValueConvertible {
  case plain, bright
}

final class Person: KeyValueCoding, ValueConvertible {
  let name: String
  let age: Int
  init(_ name: String, age: Int = 30) { (self.name, self.age) = (name, age) }
  static var valueKeys: [String]? { ["name", "age"] }
  func value(forKey key: String) -> Value? {
    switch key {
    case "name": .string(name)
    case "age": .int(Int64(age))
    default: nil
    }
  }
}

struct ShopKeys: KeyNamespace {
  static let shared = Self()
  static var category: String { "Shop" }
  let title = Key("Untitled", "Text in the top border.")
  let heading = Key("No heading", "Text above.", category: "Rendering")
  let count = Key(0, "How many.")
  let note = Key<String?>("none", "A remark, or null.")
  let look = Key(Look.plain, "How it looks.")
  let person = Key<Person?>(context: nil, "Who it is about.", required: true)
  let names = Key<[String]>([], "Names.", names: .property)
  let isEditable = Key(true, "Whether it may change.", narrowing: .onlyToFalse)
}

extension EnvironmentValues {
  subscript<V>(dynamicMember path: KeyPath<ShopKeys, Key<V>>) -> V {
    get { self[ShopKeys.shared[keyPath: path]] }
    set { self[ShopKeys.shared[keyPath: path]] = newValue }
  }
}

let keys = ShopKeys.shared
