import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Testing

/// Tests that the condition derived from a flag's rules selects exactly the rows for which the rules answer yes.
struct RowFlagConditionTests {
  private static let atoms = [
    "role = 'clerk'", "role != 'boss'", "object.a = 1", "object.a != 2", "object.b = 'x'",
    "object.c is null", "object.c > 2", "object is not null", "object is null", "object.flag",
    "object.flag = true", "user.rank < 3", "user.none = 1", "object.a in [1, 2]",
    "object.a between 1 and 2", "object.c < user.rank", "object.b like 'x*'", "object.gone = 1",
  ]
  private static let values = [
    "true", "false", "object.flag", "not object.flag", "object.a = 1", "object.c > 1",
    "not (user.none = 1)", "object.b = user.name", "user.none", "user.rank = 1", "department = ''",
    "object.a",
  ]

  private static func condition(
    _ depth: Int,
    _ random: inout some RandomNumberGenerator
  ) -> String {
    guard depth > 0, Bool.random(using: &random) else {
      return atoms.randomElement(using: &random) ?? ""
    }
    let left = condition(depth - 1, &random)
    let right = condition(depth - 1, &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return "(\(left)) and (\(right))"
    case 1: return "(\(left)) or (\(right))"
    default: return "not (\(left))"
    }
  }

  private static func rules(_ random: inout some RandomNumberGenerator) -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let value = values.randomElement(using: &random) ?? ""
      return "\(condition(2, &random)) => isObjectEditable = \(value)\n"
    }.joined()
  }

  private static func object(_ random: inout some RandomNumberGenerator) -> Thing {
    func pick(_ values: [Value]) -> Value { values.randomElement(using: &random) ?? .null }
    return Thing([
      "a": pick([.int(1), .int(2), .int(3), .null]),
      "b": pick([.string("x"), .string("xy"), .string("z"), .null]),
      "c": pick([.int(1), .int(2), .int(4), .null]),
      "flag": pick([.bool(true), .bool(false), .null]),
    ])
  }

  @Test func `A condition for rows holds where the rules say yes of the object`() {
    var random = Seeded(11)
    var clear = 0
    let count = 1_000
    for _ in 0..<count {
      let own = Int.random(in: 0..<3, using: &random) == 0 ? Self.rules(&random) : ""
      let texts = [(Layer.application, Self.rules(&random)), (.user, own)]
      let sources = texts.map { ($0.0, [SourceText(name: "\($0.0)", text: $0.1)]) }
      let vocabulary = Vocabulary(MovieKeys.shared)
      let model = RuleModel.load(layers: sources, vocabulary: vocabulary).model
      let resolver = RuleResolver(model: model)
      var values = EnvironmentValues(resolver: resolver)
      values.role = ["clerk", "boss"].randomElement(using: &random) ?? ""
      values.user = Thing(["rank": .int(2), "name": .string("x")])
      values.object = nil
      let row = RowReadScope(
        object: MovieKeys.shared.object,
        varying: [],
        attributes: ["a", "b", "c", "flag"],
        flags: ["flag"],
        names: ["a", "b", "c", "flag"]
      )
      let key = MovieKeys.shared.isObjectEditable
      let found = resolver.dependence(of: key, on: row, in: values)
      if found != .unclear { clear += 1 }
      for _ in 0..<12 {
        let object = Self.object(&random)
        var place = values
        place.object = object
        let said: Bool? =
          switch found {
          case .constant(let flag): flag
          case .condition(let condition):
            condition.evaluate(with: ValueContext(.object(object))) == true
          case .unclear: nil
          }
        guard let said else { continue }
        #expect(said == place.isObjectEditable, "\(texts) of \(object.properties): \(found)")
      }
    }
    #expect(clear > count / 3, "\(clear)")
  }

  @Test(arguments: [
    "object.owner.name = 'x' and 1 = 2", "1 = 2 and object.owner.name = 'x'",
    "not (object.owner.name = 'x' or 1 = 1)", "object.none = 1", "object.none.name is null",
  ])
  func `What other parts decide is clear, and so is what no row has`(condition: String) {
    let text = "\(condition) => isObjectEditable = false"
    let model = RuleModel.load(text, vocabulary: Vocabulary(MovieKeys.shared)).model
    let resolver = RuleResolver(model: model)
    let row = RowReadScope(
      object: MovieKeys.shared.object,
      varying: [],
      attributes: ["a"],
      flags: [],
      names: ["a", "owner"]
    )
    let values = EnvironmentValues(resolver: resolver)
    let key = MovieKeys.shared.isObjectEditable
    #expect(resolver.dependence(of: key, on: row, in: values) == .constant(true))
  }

  @Test func `What a path reads behind the row is unclear`() {
    let text = "object.owner.name = 'x' => isObjectEditable = false"
    let model = RuleModel.load(text, vocabulary: Vocabulary(MovieKeys.shared)).model
    let resolver = RuleResolver(model: model)
    let row = RowReadScope(
      object: MovieKeys.shared.object,
      varying: [],
      attributes: ["owner"],
      flags: []
    )
    let values = EnvironmentValues(resolver: resolver)
    let key = MovieKeys.shared.isObjectEditable
    #expect(resolver.dependence(of: key, on: row, in: values) == .unclear)
  }
}
