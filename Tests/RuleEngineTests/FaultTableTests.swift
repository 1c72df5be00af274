import Diagnostics
import RuleEngine
import RuleTestSupport
import Testing

/// Each kind of fault that programs know by its id: once where it is, and once where it is nearly.
struct FaultTableTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let id: String
    let faulty: String
    /// `line:column`.
    let place: String
    let suggestion: String?
    let clean: String

    var testDescription: String { id }
  }

  static let examples = [
    Example(
      id: "unknown-key",
      faulty: "titel = 'x'",
      place: "1:1",
      suggestion: "did you mean `title`?",
      clean: "title = 'x'"
    ),
    Example(
      id: "unknown-entity",
      faulty: "entity.name = 'Moovie' => rows = 1",
      place: "1:15",
      suggestion: "did you mean 'Movie'?",
      clean: "entity.name = 'Movie' => rows = 1"
    ),
    Example(
      id: "unknown-property",
      faulty: "displayPropertyKeys = ['name', '-raiting']",
      place: "1:32",
      suggestion: "did you mean 'rating'?",
      clean: "displayPropertyKeys = ['name', '-rating', 'customer.lastName']"
    ),
    Example(
      id: "unknown-component",
      faulty: "component = 'EditChoise'",
      place: "1:13",
      suggestion:
        "did you mean 'EditChoice'? there are EditChoice, EditString, DisplayString; `d2t catalog component` lists them",
      clean: "component = 'EditChoice'"
    ),
    Example(
      id: "unknown-page",
      faulty: "task = 'x' => page = 'lst'",
      place: "1:22",
      suggestion: "did you mean 'list'? there are list, inspect; `d2t catalog page` lists them",
      clean: "task = 'x' => page = 'list'"
    ),
    Example(
      id: "wrong-type",
      faulty: "rows = 'many'",
      place: "1:8",
      suggestion: nil,
      clean: "rows = 3"
    ),
    Example(
      id: "wrong-type",
      faulty: "rows = 'x' => title = 'y'",
      place: "1:8",
      suggestion: nil,
      clean: "rows = '3' => title = 'y'"
    ),
    Example(
      id: "not-allowed",
      faulty: "platform = 'wyde'",
      place: "1:12",
      suggestion: "did you mean 'wide'?",
      clean: "platform = 'wide'"
    ),
    Example(
      id: "unreachable",
      faulty: "high: title = 'x'\ntask = 'a' => title = 'y'",
      place: "2:15",
      suggestion: "raise its priority",
      clean: "title = 'x'\ntask = 'a' => title = 'y'"
    ),
    Example(
      id: "shadowed",
      faulty: "task = 'a' => title = 'x'\ntask = 'a' => title = 'y'",
      place: "2:15",
      suggestion: "remove one of them",
      clean: "task = 'a' => title = 'x'\ntask = 'b' => title = 'y'"
    ),
    Example(
      id: "ambiguous",
      faulty: "task = 'a' => title = 'x'\nrows = 1 => title = 'y'",
      place: "2:13",
      suggestion: "change the priority or the condition of one of them",
      clean: "task = 'a' => title = 'x'\ntask = 'b' and rows = 1 => title = 'y'"
    ),
    Example(
      id: "duplicate",
      faulty: "rows = 1 => title = 'x'\nrows = 1 => title = 'x'",
      place: "2:13",
      suggestion: "remove one",
      clean: "rows = 1 => title = 'x'\nrows = 2 => title = 'x'"
    ),
    Example(
      id: "dead-alias",
      faulty: "title = color",
      place: "1:1",
      suggestion: "write a rule for `color`, or another value",
      clean: "title = color\ncolor = 'red'"
    ),
    Example(
      id: "unquoted-word",
      faulty: "color = green",
      place: "1:9",
      suggestion: "for the text write: color = 'green'",
      clean: "color = 'green'"
    ),
    Example(
      id: "constant-condition",
      faulty: "task = 'a' and task = 'b' => title = 'x'",
      place: "1:30",
      suggestion: nil,
      clean: "task = 'a' and role = 'b' => title = 'x'"
    ),
    Example(
      id: "cycle",
      faulty: "title = navigationBarTitle\nnavigationBarTitle = title",
      place: "2:1",
      suggestion: "give one of them a value that does not read the others",
      clean: "title = navigationBarTitle\nnavigationBarTitle = 'x'"
    ),
    Example(
      id: "idle-priority",
      faulty: "high: title = 'x'",
      place: "1:7",
      suggestion: "remove the priority",
      clean: "high: task = 'a' => title = 'x'\ntitle = 'y'"
    ),
    Example(
      id: "open-right",
      faulty: "role != 'boss' => isObjectEditable = false",
      place: "1:19",
      suggestion:
        "add `role is null or …`, or grant the right in the value",
      clean: "role is null or role != 'boss' => isObjectEditable = false"
    ),
    Example(
      id: "unused-when",
      faulty: "when task = 'a' { // nothing\n}",
      place: "1:1",
      suggestion: "remove it",
      clean: "when task = 'a' { title = 'x' }"
    ),
    Example(
      id: "syntax",
      faulty: "task lke 'x' => title = 'y'",
      place: "1:6",
      suggestion: "did you mean `like`?",
      clean: "task like 'x' => title = 'y'"
    ),
    Example(
      id: "not-assignable",
      faulty: "object = null",
      place: "1:1",
      suggestion: "use it in a condition",
      clean: "object is null => rows = 1"
    ),
  ]

  private func all(_ text: String) -> [Diagnostic] {
    let (model, faults) = RuleModel.load(text, vocabulary: vocabulary, names: known)
    return faults + model.lint()
  }

  @Test(arguments: examples)
  func `A fault has its id, its place and what to do`(example: Example) throws {
    let faults = all(example.faulty)
    #expect(faults.map(\.place) == ["\(example.id) \(example.place)"])
    let fault = try #require(faults.first)
    if let suggestion = example.suggestion { #expect(fault.suggestion == suggestion) }
    let position = try #require(fault.position)
    #expect("\(position.line):\(position.column)" == example.place && fault.file == "rules")
  }

  @Test(arguments: examples)
  func `What is nearly a fault is none`(example: Example) {
    #expect(all(example.clean).map(\.rendered) == [])
  }

  @Test(
    arguments: examples.filter {
      ["unreachable", "shadowed", "ambiguous", "duplicate"].contains($0.id)
    }
  )
  func `A warning is kept quiet by a comment with a reason and by no other`(example: Example) {
    var lines = example.faulty.split(separator: "\n").map(String.init)
    let last = lines.removeLast()
    let quiet = (lines + ["// allow(\(example.id)): until the next edition", last]).joined(
      separator: "\n"
    )
    #expect(all(quiet).isEmpty)
    let loud = (lines + ["// allow(dead-alias): until the next edition", last]).joined(
      separator: "\n"
    )
    #expect(all(loud).map(\.id) == [example.id])
    let mute = (lines + ["// allow(\(example.id))", last]).joined(separator: "\n")
    #expect(Set(all(mute).map(\.id)) == ["bad-allow", example.id])
  }

  @Test func `Without a database names of entities and properties are not judged`() {
    let text = "entity.name = 'Nobody' => displayPropertyKeys = ['nothing']"
    #expect(RuleModel.load(text, vocabulary: vocabulary).diagnostics.isEmpty)
    #expect(all(text).map(\.id) == ["unknown-entity", "unknown-property"])
  }

  @Test func `A fault as JSON has what programs read`() throws {
    let fault = try #require(all("titel = 'x'").first)
    guard case .object(let members) = fault.json else {
      Issue.record("no object")
      return
    }
    let names = Set(members.map(\.0))
    #expect(
      names.isSuperset(of: ["id", "severity", "file", "line", "column", "message", "suggestion"])
    )
  }
}
