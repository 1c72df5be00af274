import Diagnostics
import Qualifiers
import RuleEngine
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
