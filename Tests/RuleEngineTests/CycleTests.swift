import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Testing

struct CycleTests {
  private static let cycles: [(String, String)] = [
    ("title = title", "error: title -> title"),
    (
      "title = navigationBarTitle\nnavigationBarTitle = title",
      "error: navigationBarTitle -> title -> navigationBarTitle"
    ),
    (
      "color = 'red' => note = 'x'\nnote = 'x' => color = 'red'",
      "error: color -> note -> color"
    ),
    (
      "platform = 'wide' and color = 'red' => note = 'x'\nnote = 'x' => color = 'red'",
      "warning: color -> note -> color"
    ),
    ("`{title}` = 'x' => title = 'y'", "error: title -> title"),
  ]

  @Test(arguments: cycles)
  func `A cycle is one fault that names the chain`(rules: String, fault: String) {
    let faults = RuleModel.load(rules, vocabulary: vocabulary).model.lint()
    let found = faults.map { "\($0.severity): " + $0.message.drop { $0 != ":" }.dropFirst(2) }
    #expect(found == [fault])
  }

  @Test func `A longer way round through a cycle is not told again`() {
    let rules = """
      low: navigationBarTitle = title
      low: title = displayNameForEntity
      displayNameForEntity = navigationBarTitle
      navigationBarTitle = displayNameForEntity
      """
    #expect(
      RuleModel.load(rules, vocabulary: vocabulary).model.lint().filter { $0.id == "cycle" }.count
        == 1
    )
    let resolver = RuleResolver(model: RuleModel.load(rules, vocabulary: vocabulary).model)
    let values = EnvironmentValues(resolver: resolver)
    #expect(values.displayNameForEntity == "")
    #expect(values.title == "Untitled")
    #expect(resolver.faults.count == 1)
  }

  @Test func `A rule that is never asked makes no cycle`() {
    let rules = "*true* => title = title\nhigh: title = 'x'"
    #expect(!RuleModel.load(rules, vocabulary: vocabulary).model.lint().map(\.id).contains("cycle"))
  }

  @Test func `An alias to itself loses in explanations`() throws {
    let rules = "title = title\nlow: title = 'x'"
    let resolver = RuleResolver(model: RuleModel.load(rules, vocabulary: vocabulary).model)
    let why = try #require(resolver.explain("title", in: EnvironmentValues(resolver: resolver)))
    #expect(why.value == .string("x") && why.rule?.line == 2)
    #expect(why.candidates.map(\.reason) == ["`title` needs itself"])
  }
}
