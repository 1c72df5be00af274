import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Testing

struct RuleCheckerTests {
  @Test(arguments: [
    ("titel = 'x'", "unknown-key 1:1"), ("Title = 'x'", "unknown-key 1:1"),
    ("tsak = 'x' => title = 'y'", "unknown-key 1:1"),
    ("entity.nam = 'Movie' => title = 'y'", "unknown-key 1:1"),
    ("title = entitty.name", "unknown-key 1:9"), ("title = entity.nam", "unknown-key 1:9"),
    ("title = `{entity.nam}`", "unknown-key 1:11"),
    ("restrictingQualifier = where (name = $usr.id)", "unknown-key 1:38"),
    ("*true* => title.length = 3", "not-assignable 1:11"), ("title.length = 3", "syntax 1:17"),
    ("entity = null", "not-assignable 1:1"),
    ("color = green", "unquoted-word 1:9"), ("rows = 'many'", "wrong-type 1:8"),
    ("rows = title * 2", "wrong-type 1:8"), ("rows = super + 'x'", "wrong-type 1:8"),
    ("title = year(today)", "wrong-type 1:9"), ("1 < -title => rows = 1", "wrong-type 1:6"),
    ("rows = object.items[x = $nam].@count", "unknown-key 1:25"),
    ("title = 3", "wrong-type 1:9"), ("title = ['x']", "wrong-type 1:9"),
    ("title = not debug", "wrong-type 1:9"), ("title = isObjectEditable", "wrong-type 1:9"),
    ("rows = today", "wrong-type 1:8"), ("rows = `{title}`", "wrong-type 1:8"),
    ("rows = if debug then 1 else 'x'", "wrong-type 1:29"),
    ("title = where (name = 1)", "wrong-type 1:9"), ("platform = 'phone'", "not-allowed 1:12"),
    ("platform = 'wid' => title = 'x'", "not-allowed 1:12"),
    ("rows = 'many' => title = 'x'", "wrong-type 1:8"),
    ("entity = 'Movie' => title = 'x'", "wrong-type 1:10"),
    ("entity.name = 'Moovie' => title = 'x'", "unknown-entity 1:15"),
    ("entity.name in ['Movie', 'Acter'] => title = 'x'", "unknown-entity 1:26"),
    ("propertyKey = 'ratin' => title = 'x'", "unknown-property 1:15"),
    ("attribute.name != 'ratin' => title = 'x'", "unknown-property 1:19"),
    ("displayPropertyKeys = ['name', 'rateing']", "unknown-property 1:32"),
    ("component = 'EditChoise'", "unknown-component 1:13"),
    ("page = if debug then 'lst' else 'list'", "unknown-page 1:22"),
    ("visibleEntityNames = ['Movi']", "unknown-entity 1:23"),
    ("displayPropertyKeys = ['rateing', propertyKey]", "unknown-property 1:24"),
    ("when tsak = 'x' { title = 'y' }", "unknown-key 1:6"),
    ("when rows = 1 { when entity.name = 'Moovie' { title = 'y' } }", "unknown-entity 1:36"),
    (
      "when entity.nam = 'x' { title = 'y'\n rows = 1\n when debug { note = 'z' } }",
      "unknown-key 1:6"
    ),
  ])
  func `Each mistake is a fault at its place, and the rule is left out`(
    text: String,
    fault: String
  ) {
    #expect(faults(text) == [fault])
    let model = RuleModel.load(text, vocabulary: vocabulary, names: known).model
    #expect(model.rules.isEmpty)
  }

  @Test(arguments: [
    "rows = 2.0", "note = null", "task = 'anything'", "title = user.whatever",
    "propertyKey = 'customer.lastName' => title = 'x'", "propertyKey like 'x*' => title = 'y'",
    "formatter = 'unjudged'", "isObjectEditable = 1 => title = 'x'", "title = propertyKey",
    "displayPropertyKeys = ['-name']", "choices = [1, 'two', null]", "rows = title.length",
    "entity is null => title = 'none'", "title = '5' => rows = 5",
    "restrictingQualifier = where (customer.lastName = $user.id)", "platform != 'wide' => rows = 3",
    "displayPropertyKeys.@count > 3 => rows = 3", "restrictingQualifier = *false*",
    "title = super + ' (draft)'", "rows = super * 2 - 1", "note = yearMonth(today - 1 day)",
    "color = coalesce(super, 'red')", "rows = object.items[x = $rows].@sum(y * z)",
    "length(title) % 2 = 1 => rows = length(title + note)", "isEntityReadOnly = super and rows > 2",
  ])
  func `What is good is not a fault`(text: String) { #expect(faults(text) == []) }

  @Test func `A mistake in the condition of a block is told once, and keeps out no other block`() {
    let (model, faults) = RuleModel.load(
      """
      when tsak = 'a' { title = 'x'; rows = 1 }
      // allow(unknown-task): ours
      when task = 'querry' { title = 'y' }
      when task = 'querry' { title = 'z' }
      """,
      vocabulary: vocabulary,
      names: KnownNames([.task: ["query"]])
    )
    #expect(faults.map(\.place) == ["unknown-key 1:6", "unknown-task 4:13"])
    #expect(model.rules.map(\.line) == [3, 4])
  }

  @Test func `What a fetch asks for is judged, and a restriction with a mistake stays`() throws {
    let text = "restrictingQualifier = where (raiting = 'G' and customer.lastNam = $user.name)"
    let (model, faults) = RuleModel.load(text, vocabulary: vocabulary, names: known)
    #expect(faults.map(\.place) == ["unknown-property 1:31", "unknown-property 1:49"])
    #expect(faults.map(\.suggestion) == ["did you mean 'rating'?", "did you mean 'lastName'?"])
    #expect(model.rules.count == 1)
    let inAnyDatabase = RuleModel.load(text, layer: .site, vocabulary: vocabulary, names: known)
    #expect(inAnyDatabase.diagnostics.isEmpty)
  }

  @Test func `Names of entities are not judged in files that serve any database`() {
    #expect(faults("entity.name = 'Other' => title = 'x'", layer: .user) == [])
    #expect(faults("component = 'Other'", layer: .user) == ["unknown-component 1:13"])
    #expect(faults("entity.name = 'Other' => title = 'x'", names: KnownNames()) == [])
  }

  @Test func `One bad assignment costs only itself`() {
    let model = RuleModel.load("rows = 'x', title = 'y'", vocabulary: vocabulary).model
    #expect(model.rules.map(\.keyName) == ["title"])
  }

  @Test func `Suggestions name what is near`() {
    let text =
      "titel = 'x'\ncolor = green\nplatform = 'wid'\nTITLE = 'x'\nentity.name = 'movie' => rows = 1"
    let found = RuleModel.load(text, vocabulary: vocabulary, names: known).diagnostics
    #expect(
      found.map { $0.suggestion ?? "" } == [
        "did you mean `title`?", "for the text write: color = 'green'",
        "did you mean 'wide'?",
        "did you mean `title`?", "did you mean 'Movie'?",
      ]
    )
  }
}
