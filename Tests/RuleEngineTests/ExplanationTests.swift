import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Testing

struct ExplanationTests {
  private func explain(_ name: String, _ set: (inout EnvironmentValues) -> Void = { _ in })
    throws -> Explanation
  {
    let builtIn = SourceText(
      name: "Default.rules",
      text: """
        attribute.type = 'integer' => formatter = 'integer'
        important: formatter = 'plain'
        """
    )
    let application = SourceText(
      name: "Movies.rules",
      text: """
        propertyKey like '*rate' => formatter = 'currency'
        // Minutes are hours to people.
        entity.name = 'Movie' and propertyKey = 'length'
          => formatter = 'duration'
        propertyKey = 'length' => formatter = 'number'
        low: propertyKey = 'length' and task = 'query' => formatter = 'x'
        high: formatter = object.formatter
        150: not (task = 'query') => formatter = 'y'
        title = navigationBarTitle
        """
    )
    let resolver = RuleResolver(
      model: RuleModel.load(
        layers: [(.builtIn, [builtIn]), (.application, [application])],
        vocabulary: vocabulary
      ).model
    )
    var values = EnvironmentValues(resolver: resolver)
    values.entity = Named("Movie")
    values.attribute = Named("length", kind: "integer")
    values.propertyKey = "length"
    set(&values)
    return try #require(resolver.explain(name, in: values))
  }

  @Test func `The winner, every loser with its reason, and what was read`() throws {
    let why = try explain("formatter")
    #expect(why.value == .string("duration") && why.origin == .rule)
    #expect(why.rule?.file == "Movies.rules" && why.rule?.line == 3)
    #expect(
      why.candidates.map { "\($0.rule.file):\($0.rule.line) \($0.loss): \($0.reason)" } == [
        "Movies.rules:8 condition: `task = 'query'` holds",
        "Movies.rules:7 noValue: `object.formatter` has no value",
        "Movies.rules:1 condition: propertyKey is 'length', which is not like '*rate'",
        "Movies.rules:5 lessSpecific: less specific: 1, not 2",
        "Movies.rules:6 lowerPriority: a lower priority: 50, not 100",
        "Default.rules:2 lowerLayer: built in: a lower layer",
        "Default.rules:1 lowerLayer: built in: a lower layer",
      ]
    )
    #expect(
      why.reads.map(\.text) == [
        "task = 'query'", "object.formatter has no value", "entity.name = 'Movie'",
        "propertyKey = 'length'", "attribute.type = 'integer'",
      ]
    )
  }

  @Test func `A value or condition that faults is told with the fault`() throws {
    let model = RuleModel.load(
      """
      rows + 9223372036854775807 > 5 => title = 'a'
      title = concat(rows + 9223372036854775807, 'b')
      title = 'c'
      """,
      vocabulary: vocabulary
    ).model
    var values = EnvironmentValues(resolver: RuleResolver(model: model))
    values.rows = 7
    let why = try #require(RuleResolver(model: model).explain("title", in: values))
    let fault = "rows + 9223372036854775807 is a whole number beyond 64 bits"
    #expect(why.value == .string("c"))
    #expect(why.candidates.prefix(2).map(\.reason) == [fault, fault])
  }

  @Test func `What super was is among what was read`() throws {
    let resolver = resolver("high: title = super + '!'\ntask = 'query' => title = 'a'")
    let why = try #require(
      resolver.explain("title", in: EnvironmentValues(resolver: resolver))
    )
    #expect(why.value == .string("a!") && why.rule?.line == 1)
    #expect(why.reads.map(\.text) == ["task = 'query'", "super = 'a'"])
  }

  @Test func `The text shows place, rank, rule and comment`() throws {
    let text = try explain("formatter").text
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(4) == [
        "formatter is 'duration': Movies.rules:3   application, 100, specificity 2",
        "    3 │ entity.name = 'Movie' and propertyKey = 'length'",
        "    4 │   => formatter = 'duration'", "    // Minutes are hours to people.",
      ]
    )
    #expect(text.contains("  propertyKey like '*rate' => formatter = 'currency'   Movies.rules:1"))
  }

  @Test func `The JSON has what programs need`() throws {
    let json = try explain("formatter").json.text()
    #expect(
      json.hasPrefix(
        #"{"key":"formatter","value":"duration","origin":"rule","rule":{"file":"Movies.rules","#
          + #""line":3,"layer":"application","priority":100,"specificity":2},"candidates":[{"file""#
      )
    )
    #expect(json.contains(#""read":[{"path":"task","value":"query"},"#))
  }

  @Test func `Explicit values and defaults are told apart`() throws {
    let set = try explain("formatter") { $0.formatter = "mine" }
    #expect(set.origin == .explicit && set.rule == nil && set.value == .string("mine"))
    #expect(set.candidates.count == 8)
    let alone = try explain("rows")
    #expect(alone.origin == .default && alone.rule == nil && alone.value == .int(10))
    #expect(try explain("title").value == .string("Bar"))
  }

  @Test func `A permission narrowed by a user's rule is explained by both`() throws {
    var loading = RuleLoading(vocabulary: vocabulary)
    let all = "*true* => visibleEntityNames = ['Movie', 'Actor', 'Rental']"
    loading.add([SourceText(name: "all.rules", text: all)], layer: .application)
    let few = """
      *true* => visibleEntityNames = ['Movie', 'Staff']
      low: *true* => visibleEntityNames = ['Actor']
      """
    loading.add([SourceText(name: "few.rules", text: few)], layer: .user)
    let resolver = RuleResolver(model: loading.finish().model)
    let scope = EnvironmentValues(resolver: resolver)
    let why = resolver.explain(keys.visibleEntityNames, in: scope)
    #expect(why.value == .list([.string("Movie")]))
    #expect(why.candidates.map(\.loss) == [.widens, .lowerPriority])
    #expect(why.rule?.file == "all.rules")
  }

  @Test func `A permission is explained by what decides it, not by what a user says of other keys`()
    throws
  {
    var loading = RuleLoading(vocabulary: vocabulary)
    let all = "rows < 50 => isObjectEditable = false\nlow: isObjectEditable = true"
    loading.add([SourceText(name: "all.rules", text: all)], layer: .application)
    loading.add([SourceText(name: "me.rules", text: "*true* => rows = 90")], layer: .user)
    let resolver = RuleResolver(model: loading.finish().model)
    let why = resolver.explain(
      keys.isObjectEditable,
      in: EnvironmentValues(resolver: resolver)
    )
    #expect(why.value == .bool(false) && why.rule?.line == 1)
    #expect(why.reads.map(\.text) == ["rows = 10"])
  }

  @Test func `A permission that cannot be made out is explained by the rule that refuses`() throws {
    let text = "isObjectEditable = user.mayEdit\nlow: isObjectEditable = true"
    let place = scope(text).setting(\.user, to: Thing(["name": .string("Kim")]))
    let why = resolver(text).explain(keys.isObjectEditable, in: place)
    #expect(why.value == .bool(false) && why.rule?.line == 1)
    #expect(why.candidates.map(\.loss) == [.lowerPriority])
    #expect(why.reads.map(\.text) == ["user.mayEdit has no value"])
    #expect(why.refusal == "`user.mayEdit` has no value: this forbids")
    #expect(why.text.contains("\n    `user.mayEdit` has no value: this forbids\nlost:"))
    #expect(why.json.text().contains(#""refusal":"`user.mayEdit` has no value"#))
    let wrong = "isObjectEditable = user.name"
    let named = resolver(wrong).explain(
      keys.isObjectEditable,
      in: scope(wrong).setting(\.user, to: Thing(["name": .string("Kim")]))
    )
    #expect(named.refusal == "'Kim' is not true or false: this forbids")
    #expect(named.concealing { _ in true }.refusal == "it reads a hidden value")
    #expect(try explain("formatter").refusal == nil)
  }

  @Test func `A condition added by a user's rule is explained as taken together`() throws {
    var loading = RuleLoading(vocabulary: vocabulary)
    let all = "*true* => restrictingQualifier = where (a = 1)"
    loading.add([SourceText(name: "all.rules", text: all)], layer: .application)
    let few = "*true* => restrictingQualifier = where (b = 2)"
    loading.add([SourceText(name: "few.rules", text: few)], layer: .user)
    let resolver = RuleResolver(model: loading.finish().model)
    let why = resolver.explain(
      keys.restrictingQualifier,
      in: EnvironmentValues(resolver: resolver)
    )
    #expect("\(why.value)" == "a = 1 and b = 2")
    #expect(why.candidates.map(\.loss) == [.merged])
    #expect(why.rule?.file == "all.rules")
  }
}
