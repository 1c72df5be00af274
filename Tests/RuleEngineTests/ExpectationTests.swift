import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Testing

struct ExpectationTests {
  @Test func `An expectation sets keys and asks keys`() throws {
    let text = """
      title = 'x'
      expect entity = 'Movie', task = 'edit', propertyKey = 'rating' : title = 'x', rows = 10
      expect = 'a key of that name would be' => title = 'y'
      """
    let (model, faults) = RuleModel.load(text, vocabulary: vocabulary, names: known)
    #expect(faults.map(\.place) == ["unknown-key 3:1"])
    let expectation = try #require(model.expectations.first)
    #expect(model.expectations.count == 1 && model.rules.count == 1 && expectation.line == 2)
    #expect(expectation.context.map(\.name) == ["entity", "task", "propertyKey"])
    #expect(expectation.answers.map(\.value) == [.string("x"), .int(10)])
  }

  @Test func `An expectation may set nothing`() {
    let (model, faults) = RuleModel.load("expect : title = 'x'", vocabulary: vocabulary)
    #expect(faults.isEmpty && model.expectations.map(\.context.count) == [0])
  }

  @Test func `What blocks ask to be equal is set for the expectations in them`() throws {
    let text = """
      when entity.name = 'Movie' and debug and rows > 3 {
        when task = 'edit' and not isEntityReadOnly {
          title = 'x'
          expect : title = 'x'
          expect task = 'list', propertyKey = 'rating' : title = 'x'
        }
      }
      when task = 'b' { expect tsk = 'b' : title = 'y' }
      when tsk = 'b' { expect task = 'b' : title = 'y' }
      """
    let (model, faults) = RuleModel.load(text, vocabulary: vocabulary, names: known)
    #expect(faults.map(\.place) == ["unknown-key 8:26", "unknown-key 9:6"])
    #expect(
      model.expectations.map { $0.context.map { "\($0.name) \($0.value)" } } == [
        ["entity Movie", "debug true", "task edit", "isEntityReadOnly false"],
        [
          "entity Movie", "debug true", "isEntityReadOnly false", "task list", "propertyKey rating",
        ],
      ]
    )
    let conditions = try #require(model.expectations.last).conditions
    #expect(conditions.map(\.description).last == "task = 'edit' and not isEntityReadOnly")
    let resolver = RuleResolver(model: model)
    let place = EnvironmentValues(resolver: resolver).setting(\.task, to: "list")
    #expect(resolver.failedClause(of: conditions[1], in: place) == "task is 'list', not 'edit'")
    let there = place.setting(\.task, to: "edit")
    #expect(resolver.failedClause(of: conditions[1], in: there) == nil)
  }

  @Test(arguments: [
    ("expect task = 'a' title = 'x'", "syntax 1:19"), ("expect task : title = 'x'", "syntax 1:13"),
    ("expect tsk = 'a' : title = 'x'", "unknown-key 1:8"),
    ("expect task = 'a' : titel = 'x'", "unknown-key 1:21"),
    ("expect entity = 'Moovie' : title = 'x'", "unknown-entity 1:17"),
    ("expect entity.name = 'Movie' : title = 'x'", "wrong-type 1:8"),
    ("expect task = 'a' : rows = 'x'", "wrong-type 1:28"),
    ("expect task = 'a' : title = note", "wrong-type 1:29"),
  ])
  func `Each mistake in an expectation is a fault at its place`(text: String, fault: String) {
    #expect(faults(text + "\ntitle = 'y'") == [fault])
  }
}
