import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Testing

/// A rule with a fault that was to say who may do what permits nothing where it may have been meant to hold; the others
/// act as they stand.
struct DenialTests {
  private static let names = KnownNames([
    .entity: ["Movie", "Rental"], .property: ["name", "rating"],
  ])

  private static func load(
    _ text: String,
    layer: Layer = .application
  ) -> (model: RuleModel, faults: [Diagnostic]) {
    let source = SourceText(name: "my.rules", text: text)
    let loaded = RuleModel.load(
      layers: [(layer, [source])],
      vocabulary: Vocabulary(MovieKeys.shared),
      names: names
    )
    return (loaded.model, loaded.diagnostics.filter { $0.severity == .error })
  }

  private static func values(
    _ model: RuleModel,
    role: String = "clerk",
    entity: String = "Movie"
  ) -> EnvironmentValues {
    var values = EnvironmentValues(resolver: RuleResolver(model: model))
    values.role = role
    values.entity = Named(entity)
    return values
  }

  struct Faulty: CustomTestStringConvertible {
    let rule: String
    /// The roles and entities that the faulty rule denies.
    let denied: [(role: String, entity: String)]
    var testDescription: String { rule }

    init(_ rule: String, _ denied: [(role: String, entity: String)]) {
      (self.rule, self.denied) = (rule, denied)
    }
  }

  private static let all = ["clerk", "boss"].flatMap { role in
    ["Movie", "Rental"].map { (role: role, entity: $0) }
  }
  private static let clerks = all.filter { $0.role == "clerk" }

  static let cases = [
    // A fault in the value: where the condition holds.
    Faulty("role = 'clerk' => isObjectEditable = 'no'", clerks),
    Faulty("role = 'clerk' => isObjectEditable = unknownThing", clerks),
    Faulty("role = 'clerk' => isObjectEditable = fals e", clerks),
    Faulty("role = 'clerk' => isObjectEditable = (false", clerks),
    Faulty("role = 'clerk' => title = 'x', isObjectEditable = 'no'", clerks),
    Faulty("entity.name = 'Movie' => isObjectEditable = 3", all.filter { $0.entity == "Movie" }),
    // A fault in a part of the condition: where the rest holds.
    Faulty("role = 'clerk' and entity.name = 'Muvie' => isObjectEditable = false", clerks),
    Faulty("role = 'clerk' and unknownThing = 3 => isObjectEditable = false", clerks),
    Faulty("role = 'clerk' and not (unknownThing = 3) => isObjectEditable = false", clerks),
    Faulty("role = 'clerk' or unknownThing = 3 => isObjectEditable = false", all),
    Faulty("when role = 'clerk' { entity.name = 'Muvie' => isObjectEditable = false }", clerks),
    Faulty("when entity.name = 'Muvie' { role = 'clerk' => isObjectEditable = false }", clerks),
    // A condition that cannot be read: everywhere, or in what is left of the blocks around it.
    Faulty("role = = 'clerk' => isObjectEditable = false", all),
    Faulty("role 'clerk' => isObjectEditable = false", all),
    Faulty("(role = 'clerk' => isObjectEditable = false", all),
    Faulty("high: role = = 'clerk' => isObjectEditable = false", all),
    Faulty("when role = 'clerk' { entity.name = = 'x' => isObjectEditable = false }", clerks),
    Faulty(
      "when role = = 'clerk' { entity.name = 'Movie' => isObjectEditable = false }",
      all.filter { $0.entity == "Movie" }
    ),
    Faulty("isObjectEditable = )", all),
    // What only permits takes nothing away when it is left out.
    Faulty("role = 'clerk' and unknownThing = 3 => isObjectEditable = true", []),
    Faulty("role = 'clerk' => title = 'x', unknownThing = 3", []),
    Faulty("disabled role = = 'clerk' => isObjectEditable = false", []),
    Faulty("disabled role = 'clerk' => isObjectEditable = 'no'", []),
    // In a condition the key is only read.
    Faulty("isObjectEditable = true and role = = 'x' => title = 'y'", []),
    // No key can be made out.
    Faulty("role = 'clerk' => isObjectEditble = false", []),
  ]

  @Test(arguments: cases)
  func `A right is denied where a faulty rule may have been meant`(faulty: Faulty) {
    let good = "role = 'boss' and entity.name = 'Rental' => title = 'good'\n"
    for text in [faulty.rule + "\n" + good, good + faulty.rule + "\n"] {
      let (model, faults) = Self.load(text)
      #expect(!faults.isEmpty || faulty.rule.hasPrefix("disabled"), "the fault is told")
      for (role, entity) in Self.all {
        let isDenied = faulty.denied.contains { $0.role == role && $0.entity == entity }
        let values = Self.values(model, role: role, entity: entity)
        #expect(values.isObjectEditable == !isDenied, "\(role), \(entity)")
      }
      let values = Self.values(model, role: "boss", entity: "Rental")
      #expect(values.title == "good", "the good rule acts")
    }
  }

  @Test func `Each kind of right is denied by what permits least`() {
    let text = """
      role = 'clerk' => isEntityReadOnly = 'yes', visibleEntityNames = ['Muvie'], restrictingQualifier = 5
      """
    let (model, faults) = Self.load(text)
    #expect(faults.count == 3)
    let clerk = Self.values(model)
    #expect(clerk.isEntityReadOnly)
    #expect(clerk.visibleEntityNames == [])
    #expect(clerk.restrictingQualifier == .constant(false))
    let boss = Self.values(model, role: "boss")
    #expect(!boss.isEntityReadOnly)
    #expect(boss.restrictingQualifier == nil)
  }

  @Test func `A denial keeps the rank of its rule`() {
    let text = """
      role = 'clerk' and entity.name = 'Muvie' => isObjectEditable = false
      role = 'clerk' => isObjectEditable = true
      high: role = 'clerk' and entity.name = 'Rental' => isObjectEditable = true
      """
    let model = Self.load(text).model
    #expect(!Self.values(model, entity: "Movie").isObjectEditable, "more specific than the second")
    #expect(Self.values(model, entity: "Rental").isObjectEditable, "the third is above it")
  }

  @Test func `A higher layer that is whole decides over a denial below`() {
    let layers = [
      (
        Layer.application,
        [SourceText(name: "a.rules", text: "role = = 'x' => isObjectEditable = false")]
      ),
      (.site, [SourceText(name: "s.rules", text: "role = 'boss' => isObjectEditable = true")]),
    ]
    let model = RuleModel.load(layers: layers, vocabulary: Vocabulary(MovieKeys.shared)).model
    #expect(Self.values(model, role: "boss").isObjectEditable)
    #expect(!Self.values(model, role: "clerk").isObjectEditable)
  }

  @Test(arguments: [Layer.user, .live])
  func `A layer that may only narrow denies nothing by mistake`(layer: Layer) {
    let (model, faults) = Self.load("role = = 'x' => isObjectEditable = false", layer: layer)
    #expect(!faults.isEmpty)
    #expect(Self.values(model).isObjectEditable)
  }

  @Test func `It is explained, and is no rule of the file`() throws {
    let (model, _) = Self.load("\nrole = 'clerk' => isObjectEditable = 'no'\n")
    #expect(model.rules.isEmpty && model.allRules.isEmpty)
    let resolver = RuleResolver(model: model)
    var values = EnvironmentValues(resolver: resolver)
    values.role = "clerk"
    let why = resolver.explain(MovieKeys.shared.isObjectEditable, in: values)
    #expect(why.rule?.isDenial == true)
    #expect(why.rule?.line == 2)
    #expect(why.refusal == "the rule has a fault: this forbids")
  }

  @Test func `F2: a class that no format reads costs the rule, and is told`() {
    let (model, faults) = Self.load(
      """
      title = 'a.b' [er.KeyValueAssignment]
      isEntityReadOnly = 'true' [BooleanAssignment]
      title = 'as it stands' [com.webobjects.directtoweb.Assignment]
      """
    )
    #expect(faults.map(\.place) == ["unknown-class 1:1", "unknown-class 2:1"])
    #expect(faults[0].message.contains("`er.KeyValueAssignment` has no counterpart"))
    let values = Self.values(model)
    #expect(values.title == "as it stands" && values.isEntityReadOnly)
  }
}
