import RuleFiles
import TestSupport
import Diagnostics
import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import RuleEngine
import RuleEnvironment
import SQLiteStore
import Testing

import DirectToTerminal
import Workspace

/// The default rules can be written in Swift, and say the same there.
@MainActor
struct DefaultRulesInSwiftTests {
  private static let text: RuleModel = {
    var loading = RuleLoading(vocabulary: builtInVocabulary)
    loading.add([Resource.source("Rules/Default.rules")], layer: .builtIn)
    return loading.finish().model
  }()

  private static func loadedSwift() -> (model: RuleModel, faults: [Diagnostic]) {
    var loading = RuleLoading(
      vocabulary: builtInVocabulary,
      names: Catalog.builtIn.names(with: nil)
    )
    loading.add(DefaultRulesInSwift.all, layer: .builtIn)
    let loaded = loading.finish()
    return (loaded.model, loaded.diagnostics)
  }

  private static func content(_ rule: Rule) -> String {
    "\(rule.priority): \(rule.condition) => \(rule.keyName) = \(rule.value)"
  }

  @Test func `The rules written in Swift stand in Rules/Default.rules`() {
    let (model, faults) = Self.loadedSwift()
    #expect(faults.map(\.rendered) == [])
    let texts = Dictionary(grouping: Self.text.rules, by: Self.content)
    for rule in model.rules {
      let twin = texts[Self.content(rule)]?.first
      #expect(twin != nil, "no such rule: \(Self.content(rule))")
      #expect(twin?.condition == rule.condition && twin?.value == rule.value)
    }
    #expect(model.rules.count * 10 >= Self.text.rules.count * 9, "write the new ones in Swift too")
  }

  @Test func `They give the same answers`() async throws {
    let model = Self.loadedSwift().model
    let keys = Set(model.rules.map(\.keyName)).sorted().compactMap { builtInVocabulary[$0] }
    let store = try await EntityStore.open(.script(RecordShop.script, title: "Shop"))
    var asked = 0
    for place in Self.places(in: store.model) {
      var rules = EnvironmentValues(resolver: RuleResolver(model: Self.text))
      var swift = EnvironmentValues(resolver: RuleResolver(model: model))
      place(&rules)
      place(&swift)
      for key in keys {
        asked += 1
        #expect(rules.ruleValue(of: key) == swift.ruleValue(of: key))
        #expect(rules.origin(of: key) == swift.origin(of: key))
      }
    }
    #expect(asked > 1000)
    await store.close()
  }

  /// Every task on some screen, with every property of every entity.
  private static func places(in model: Model) -> [(inout EnvironmentValues) -> Void] {
    let tasks = ["query", "list", "inspect", "edit", "create", "select", "login"]
    return tasks.enumerated().flatMap { number, task in
      model.entities.flatMap { entity in
        let names = [""] + entity.attributes.map(\.name) + entity.relationships.map(\.name)
        return names.map { name in
          { (values: inout EnvironmentValues) in
            values.task = task
            values.screen = Screen(width: [40, 80, 140][number % 3], height: 24, colors: 8)
            values.model = model
            values.entity = entity
            values.attribute = entity.attributes.first { $0.name == name }
            values.relationship = entity.relationships.first { $0.name == name }
            values.propertyKey = name
            values.debug = number % 2 == 0
          }
        }
      }
    }
  }
}

/// An application's catalog brings its rules.
@MainActor
struct CatalogRulesTests {
  @Test func `The rules of a catalog are listed and explained with their place`() async throws {
    let line = #line
    let application = Application("d2t") {
      Rules {
        \.task == "list" => \.title <= "From Swift"
      }
    }
    func run(_ words: String...) async throws -> String {
      await Program(try Invocation(arguments: words), application: application).run().output
    }
    let place = "DefaultRulesInSwiftTests.swift"
    let why = try await run("rules", "explain", "title", "--task", "list", "--entity", "Movie")
    #expect(why.contains("title is 'From Swift'") && why.contains("\(place):\(line + 3)"), "\(why)")
    let list = try await run("rules", "list", "--format", "json")
    #expect(list.contains(place) && list.contains("\"line\": \(line + 3)"))
  }

  @Test func `Every key is explained with its value and origin at every place`() async throws {
    for place in [
      "", "--task list --entity Movie", "--task select --entity Movie",
      "--task create --entity Movie", "--task inspect --entity Movie --id 1",
      "--task edit --entity Movie --id 1 --property title",
    ] {
      let words = ["rules", "explain", "--all"] + place.split(separator: " ").map(String.init)
      let output = await Program(try Invocation(arguments: words)).run().output
      let lines = output.split(separator: "\n")
      #expect(lines.count == builtInVocabulary.names.count)
      for (line, name) in zip(lines, builtInVocabulary.names) {
        #expect(line.hasPrefix(name), "\(line)")
        let tells = ["explicit", "default", ".rules:"].contains { line.contains($0) }
        #expect(tells, "\(line)")
      }
    }
  }
}

/// Tests that the members which Swift rules read behind context keys exist and have the types of their values.
struct RuleMembersTests {
  @Test func `S8: a member is listed once, and is there`() async throws {
    let store = try await EntityStore.open(.script(RecordShop.script, title: "Shop"))
    let entity = try #require(store.model.entities.first { !$0.relationships.isEmpty })
    let objects: [any KeyValueCoding] = [
      store.model, entity, entity.attributes[0], entity.relationships[0],
      DatabaseReference(title: "Shop", path: nil, isReadOnly: false),
      EditingContextReference(changeCount: 0), Screen(),
    ]
    for object in objects {
      let keys = type(of: object).valueKeys ?? []
      #expect(keys.count > 1 && Set(keys).count == keys.count, "\(type(of: object)): \(keys)")
      for key in keys { #expect(object.value(forKey: key) != nil, "\(type(of: object)).\(key)") }
    }
    await store.close()
  }

  @Test func `Every member that rules can read has a type in Swift`() {
    check(Entity.self, Entity.ruleMembers)
    check(Attribute.self, Attribute.ruleMembers)
    check(Relationship.self, Relationship.ruleMembers)
    check(Model.self, Model.ruleMembers)
    check(DatabaseReference.self, DatabaseReference.ruleMembers)
    check(EditingContextReference.self, EditingContextReference.ruleMembers)
    check(Screen.self, Screen.ruleMembers)
  }

  private func check<Members>(_ type: any KeyValueCoding.Type, _ members: Members) {
    let children = Mirror(reflecting: members).children
    let names = children.map { (label: $0.label ?? "", member: $0.value as? any TypedMember) }
    for (label, member) in names { #expect(member?.name == label, "\(type)") }
    let missing = Set(type.valueKeys ?? []).subtracting(names.map(\.label))
    #expect(missing.isEmpty, "say their types in RuleMembers.swift: \(type)")
    #expect(Set(names.map(\.label)).isSubset(of: type.valueKeys ?? []), "\(type)")
  }

  @Test func `The types are those of the values`() async throws {
    let store = try await EntityStore.open(.script(RecordShop.script, title: "Shop"))
    checkTypes(of: store.model, Model.ruleMembers)
    for entity in store.model.entities {
      checkTypes(of: entity, Entity.ruleMembers)
      for attribute in entity.attributes { checkTypes(of: attribute, Attribute.ruleMembers) }
      for other in entity.relationships { checkTypes(of: other, Relationship.ruleMembers) }
    }
    let database = DatabaseReference(title: "Shop", path: nil, isReadOnly: false)
    checkTypes(of: database, DatabaseReference.ruleMembers)
    checkTypes(of: Screen(), Screen.ruleMembers)
    await store.close()
  }

  private func checkTypes<Members>(of object: any KeyValueCoding, _ members: Members) {
    for child in Mirror(reflecting: members).children {
      guard let member = child.value as? any TypedMember else {
        Issue.record("\(child.label ?? "") is no member")
        continue
      }
      let value = object.value(forKey: member.name)
      #expect(
        value.map(member.accepts) == true,
        "\(type(of: object)).\(member.name): \(value as Any)"
      )
    }
  }
}

/// A member whatever its type.
private protocol TypedMember {
  var name: String { get }
  func accepts(_ value: Value) -> Bool
}

extension RuleMember: TypedMember where V: ValueConvertible {
  func accepts(_ value: Value) -> Bool { V.convert(value) != nil }
}
