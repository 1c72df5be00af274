import Diagnostics
import Qualifiers
import RuleEnvironment
import RuleTestSupport
import Testing

import RuleEngine

/// Functions that are called in values.
struct CallTests {
  private static let names: KnownNames = {
    var names = KnownNames()
    let number = RuleFunction(
      "number",
      summary: "A number.",
      example: "number('0.00')",
      .init("pattern", String.self) { $0.isEmpty ? "it is empty" : nil }
    )
    names.functions[.formatter] = [number]
    return names
  }()

  @Test(arguments: [
    "number('0.00')", "number()", "f('a', 1, [2, null])", "f(title)",
    "if rows > 3 then number('0') else null",
  ])
  func `A call is printed as it is read`(text: String) throws {
    let expression = try #require(Expression.parse(text, takesCalls: true).expression)
    #expect("\(expression)" == text)
  }

  @Test func `A call gives its own text with the parameters written out`() throws {
    let (model, faults) = RuleModel.load(
      "note = '0.0'\nformatter = number(note)\ncolor = if rows > 3 then formatter else null",
      vocabulary: vocabulary,
      names: Self.names
    )
    #expect(faults.map(\.rendered) == [])
    let values = EnvironmentValues(resolver: RuleResolver(model: model))
    #expect(values[MovieKeys.shared.formatter] == "number('0.0')")
    #expect(values[MovieKeys.shared.color] == "number('0.0')")
    let why = try #require(RuleResolver(model: model).explain("formatter", in: values))
    #expect(why.reads.map(\.text) == ["note = '0.0'"])
    #expect(why.sourceLines == ["2 │ formatter = number(note)"])
  }

  @Test func `Calls of the same function are compared by lints and expectations`() {
    let (model, faults) = RuleModel.load(
      "formatter = number('0')\nformatter = number('0')\nexpect : formatter = number('0')",
      vocabulary: vocabulary,
      names: Self.names
    )
    #expect(faults.map(\.rendered) == [])
    #expect(model.lint().map(\.id) == ["duplicate"])
    #expect(model.expectations.map { $0.answers.map(\.value) } == [[.string("number('0')")]])
  }

  @Test(arguments: [
    "formatter = [number('0')]", "formatter = (number('0'))", "note = {a: Date()}",
    "formatter = number(number('0'))", "note = `{number('0')}`", "rows = where (a = f(1))",
    "number('0') => rows = 1", "key a: text = f('x') 'y'",
  ])
  func `In brackets and conditions nothing is called`(text: String) {
    let (model, faults) = RuleModel.load(text, vocabulary: vocabulary, names: Self.names)
    #expect(!faults.isEmpty && faults.allSatisfy { $0.id == "syntax" }, "\(faults)")
    #expect(model.rules.isEmpty)
  }

  @Test func `A function that is called nearly so is named`() {
    let (_, faults) = RuleModel.load(
      "title = yeer(today)\ntitle = upper(note) + lowr(note)",
      vocabulary: vocabulary,
      names: Self.names
    )
    #expect(
      faults.map { "\($0.message); \($0.suggestion ?? "")" } == [
        "there is no function `yeer`; did you mean `year`?",
        "there is no function `lowr`; did you mean `lower`?",
      ]
    )
  }

  @Test func `A line that begins with a bracket is a rule of its own`() {
    let (model, faults) = RuleModel.load(
      "title = note\n(rows = 3) => note = 'x'",
      vocabulary: vocabulary
    )
    #expect(faults.map(\.rendered) == [] && model.rules.count == 2)
  }
}
