import Observation
import Terminal
import Testing
import Widgets

@MainActor @Observable
private final class Draft {
  var name = "Ada"
  var rating: String? = "G"
  var isOn: Bool? = false
  var notes = "one\ntwo"
  var saved = 0
}

extension CommandDefinition {
  fileprivate static let save = CommandDefinition("save", "save", keys: "ctrl-s s")
}

@MainActor
struct FieldTests {
  @Test func `Letters typed in a field never run commands`() {
    let draft = Draft()
    let scene = SceneTester(width: 20, height: 2) {
      TextField(text: Binding(draft, \.name)).command(.save) { _ in draft.saved += 1 }
    }
    scene.type("ss?")
    #expect(draft.name == "Adass?")
    #expect(draft.saved == 0)
    scene.send("ctrl-s")
    #expect(draft.saved == 1)
    #expect(scene.cursor == Point(x: 6, y: 0))
  }

  @Test func `A long text scrolls with the cursor`() {
    let draft = Draft()
    draft.name = ""
    let scene = SceneTester(width: 6, height: 1) { TextField(text: Binding(draft, \.name)) }
    scene.type("abcdefgh")
    #expect(scene.lines == ["defgh"])
    #expect(scene.cursor == Point(x: 5, y: 0))
    scene.send("home")
    #expect(scene.lines == ["abcde…"])
    #expect(scene.cursor == Point(x: 0, y: 0))
  }

  @Test func `A text changed from outside replaces what is edited`() {
    let draft = Draft()
    let scene = SceneTester(width: 20, height: 1) { TextField(text: Binding(draft, \.name)) }
    scene.type("x")
    draft.name = "other"
    #expect(scene.lines == ["other"])
  }

  @Test func `Pasted lines become one line, and nothing in them drives the screen`() {
    let draft = Draft()
    draft.name = ""
    let scene = SceneTester(width: 20, height: 1) { TextField(text: Binding(draft, \.name)) }
    scene.send(.paste("a\nb\u{1B}[2J"))
    #expect(scene.lines == ["a b␛[2J"])
  }

  @Test func `A secret shows dots`() {
    let scene = SceneTester(width: 20, height: 1) {
      TextField(text: .constant("abc")).secure()
    }
    #expect(scene.lines == ["•••"])
  }

  @Test func `Choices stand beside each other when there is room`() {
    let draft = Draft()
    let choices = ["G", "PG", "R"].map { Choice($0, $0) }
    let scene = SceneTester(width: 30, height: 1) {
      ChoiceField(choices, selection: Binding(draft, \.rating))
    }
    #expect(scene.lines == ["(•) G  ( ) PG  ( ) R"])
    scene.send("right right")
    #expect(draft.rating == "R")
    scene.send("right")
    #expect(scene.beeps == 1)
  }

  @Test func `Choices that are not all there is end in dots, behind which others are asked for`() {
    let draft = Draft()
    let choices = ["G", "PG"].map { Choice($0, $0) }
    let scene = SceneTester(width: 30, height: 6) {
      ChoiceField(
        choices,
        selection: Binding(draft, \.rating),
        onOther: { _ in draft.rating = "X" }
      )
    }
    #expect(scene.lines[0] == "(•) G  ( ) PG  …")
    scene.send("right right")
    #expect(draft.rating == "X")
    draft.rating = "G"
    scene.send("enter")
    #expect(scene.text.contains("another…"))
    scene.send("j j enter")
    #expect(draft.rating == "X" && scene.beeps == 0)
  }

  @Test func `Choices hide behind a menu when there is none`() {
    let draft = Draft()
    let choices = ["general", "parental", "restricted"].map { Choice($0, $0) }
    draft.rating = "general"
    let scene = SceneTester(width: 24, height: 7) {
      ChoiceField(choices, selection: Binding(draft, \.rating))
    }
    #expect(scene.lines[0] == "general ▾")
    scene.send("enter j enter")
    #expect(draft.rating == "parental")
    #expect(scene.text == "parental ▾")
  }

  @Test func `A toggle knows yes, no and no answer`() {
    let draft = Draft()
    let scene = SceneTester(width: 10, height: 1) {
      Toggle("ok", isOn: Binding(draft, \.isOn))
    }
    var seen: [String] = []
    for _ in 0..<4 {
      seen += scene.lines
      scene.send("space")
    }
    #expect(seen == ["[ ] ok", "[∅] ok", "[x] ok", "[ ] ok"])
  }

  @Test func `An editor of several lines keeps them`() {
    let draft = Draft()
    let scene = SceneTester(width: 10, height: 3) { TextEditor(text: Binding(draft, \.notes)) }
    scene.send("up end enter x")
    #expect(draft.notes == "one\nx\ntwo")
    #expect(scene.lines == ["one", "x", "two"])
    #expect(scene.cursor == Point(x: 1, y: 1))
  }
}
