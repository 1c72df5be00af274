import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport

/// Makes rules and changes of the place at random.
struct RandomRules {
  /// The shape of the generated rules.
  enum Kind: CaseIterable {
    /// Keys may need themselves; one layer of text.
    case cyclic
    /// No key needs itself, so that all keys with many rules have an index; several layers, permissions, closures.
    case layered
  }

  var random: Seeded
  let kind: Kind

  init(seed: UInt64, _ kind: Kind) {
    random = Seeded(seed)
    self.kind = kind
  }

  mutating func number(_ count: Int) -> Int { random.next(count) }

  mutating func pick<T>(_ items: [T]) -> T { items[random.next(items.count)] }

  /// A model, and the text of its rules for messages.
  mutating func model() -> (model: RuleModel, text: String) {
    var loading = RuleLoading(vocabulary: vocabulary)
    var texts: [String] = []
    for layer: Layer in kind == .cyclic ? [.application] : [.builtIn, .application, .user] {
      let text = rules(3 + number(layer == .application ? 60 : 10))
      loading.add([SourceText(name: layer.name, text: text)], layer: layer)
      texts.append("// \(layer.name)\n" + text)
      if layer == .application, kind == .layered { loading.add(closures(), layer: layer) }
    }
    let (model, faults) = loading.finish()
    let other = faults.filter { $0.id != "widens-permission" }
    precondition(other.isEmpty, other.map(\.rendered).joined(separator: "\n"))
    return (model, texts.joined(separator: "\n"))
  }

  private mutating func rules(_ count: Int) -> String {
    (0..<count).map { _ in rule() }.joined(separator: "\n")
  }

  /// Keys that rules answer; where there are to be no cycles, rules read only keys that stand before theirs.
  private static let order = [
    "department", "task", "isEntityReadOnly", "isObjectEditable", "rows", "note", "page",
    "navigationBarTitle", "title", "color",
  ]

  private mutating func rule() -> String {
    let rank = number(Self.order.count)
    let key = Self.order[kind == .cyclic ? max(rank, 4) : rank]
    let readable = kind == .cyclic ? Self.order[4...] : Self.order[..<rank]
    let count = number(4)
    let parts = (0..<count).map { _ in condition(Array(readable)) }
    let joined = parts.joined(separator: pick([" and ", " and ", " or "]))
    let priority = pick(["", "", "", "high: ", "low: ", "7: "])
    return priority + (count == 0 ? "" : joined + " => ") + "\(key) = \(value(of: key, readable))"
  }

  private mutating func text() -> String { pick(["'a'", "'b'", "'c'", "'list'"]) }

  private mutating func condition(_ readable: [String]) -> String {
    let text = text()
    if number(3) == 0, !readable.isEmpty { return condition(on: pick(readable)) }
    return pick([
      "entity.name = \(text)", "propertyKey = \(text)", "entity.name = \(text)",
      "propertyKey in (\(text), 'd')", "attribute.type != \(text)", "object.x = \(text)",
      "object.x is null", "not (propertyKey = \(text))", "object.y = \(text)",
      "object.tags = \(text)", "object.x = propertyKey", "today > @2020-01-01",
      "(propertyKey = \(text) or entity.name = 'a')", "object.x between 'a' and 'b'",
    ])
  }

  /// A condition that asks for a key which rules may answer.
  private mutating func condition(on key: String) -> String {
    switch key {
    case "rows": return pick(["rows > 3", "rows = 1", "rows = 2.0"])
    case "isEntityReadOnly", "isObjectEditable": return pick([key, "not \(key)"])
    case "note": return "note like '\(pick(["a*", "*b", "?"]))'"
    case "navigationBarTitle":
      return pick(["navigationBarTitle = propertyKey", "navigationBarTitle = 'a'"])
    default: return pick(["\(key) = \(text())", "\(key) in (\(text()), \(text()))"])
    }
  }

  private mutating func value(of key: String, _ readable: ArraySlice<String>) -> String {
    let text = text()
    if number(6) == 0 { return next(for: key, text) }
    let other = readable.filter { !$0.hasPrefix("is") && $0 != "rows" }.randomElement(
      using: &random
    )
    switch key {
    case "rows":
      return readable.contains("title") && number(2) == 0 ? "title.length" : "\(number(5))"
    case "isEntityReadOnly", "isObjectEditable":
      return pick([
        "true", "false", "not (propertyKey = \(text))", "entity.name = \(text)", "object.x",
        "not object.y",
      ])
    case "note", "color":
      let choice = other.map { "if propertyKey = 'a' then 'b' else \($0)" } ?? "null"
      return pick([text, "null", "object.x", "object.y", choice, "`{propertyKey} {object.x}`"])
    default: return pick([text, text, "entity.name", "object.y", other ?? text])
    }
  }

  /// A value that is computed of the answer of the next rule.
  private mutating func next(for key: String, _ text: String) -> String {
    switch key {
    case "rows": pick(["super", "super + 1", "abs(super)"])
    case "isEntityReadOnly", "isObjectEditable": pick(["super", "not super", "super and object.x"])
    default: pick(["super", "super + \(text)", "coalesce(super, \(text))", "`{super}!`"])
    }
  }

  private mutating func closures() -> [SwiftRule] {
    let text = pick(["a", "b", "list"])
    let rules: [SwiftRule] = [
      \.entity.name == text => \.displayNameForEntity <= { $0.department + $0.task },
      RuleCondition { $0.rows > 2 } && \.task == text => \.displayNameForEntity <= "many",
      RuleCondition { $0.object?.properties["x"] == .string(text) } => \.formatter <= text,
      true => \.formatter <= { values in values.isObjectEditable ? values.propertyKey : nil },
    ]
    return rules.filter { _ in number(2) == 0 }
  }

  // MARK: Places

  /// The place after one random change: a key set in a child scope or in place, taken back, or one attribute of the object
  /// changed.
  mutating func changed(_ scope: EnvironmentValues) -> EnvironmentValues {
    var scope = scope
    let text = pick(["a", "b", "c", "list", "5"])
    switch number(12) {
    case 0: scope.entity = Named(text)
    case 1: scope.propertyKey = number(5) == 0 ? nil : text
    case 2: scope.attribute = Named(text, kind: text)
    case 3, 4, 5: scope.object = object(after: scope.object, text)
    case 6: scope.task = text
    case 7: scope.rows = number(5)
    case 8: scope.department = text
    case 9: scope.unset(pick([keys.task, keys.title, keys.rows, keys.object] as [any AnyKey]))
    case 10:
      scope = scope.setting { bindings in
        bindings[keys.propertyKey] = text
        bindings[keys.rows] = 3
      }
    default: scope.title = text
    }
    if number(4) == 0 {
      // Nobody else has this scope now, so that it changes in place.
      scope.attribute = Named(text, kind: "b")
      scope.propertyKey = "c"
    }
    return scope
  }

  private mutating func object(after object: Thing?, _ text: String) -> Thing {
    var properties = object?.properties ?? [:]
    switch number(5) {
    case 0: properties["x"] = .null
    case 1: properties["tags"] = .list([.string(text), .string("a")])
    case 2: properties["y"] = .string(text)
    case 3: properties["x"] = nil
    default: properties["x"] = .string(text)
    }
    return Thing(properties)
  }
}
