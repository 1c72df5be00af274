import Observation
import Terminal
import Testing
import TestSupport
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
extension SceneTester {
  /// The text that is shown in reverse video, row after row.
  fileprivate var reversedText: String {
    _ = lines
    let screen = terminal.screen
    return (0..<screen.size.height).flatMap { y in
      (0..<screen.size.width).map { screen[Point(x: $0, y: y)] }
    }
    .filter { $0.style.attributes.contains(.reverse) }.map(\.text).joined()
  }
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
    #expect(scene.lines == ["…efgh"])
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

  @Test func `J7: pasted lines stay lines that show in one, and nothing in them drives the screen`()
  {
    let draft = Draft()
    draft.name = ""
    let scene = SceneTester(width: 20, height: 1) { TextField(text: Binding(draft, \.name)) }
    scene.send(.paste("a\nb\u{1B}[2J"))
    #expect(scene.lines == ["a⏎b␛[2J"])
    #expect(draft.name == "a\nb\u{1B}[2J")
  }

  @Test(arguments: [("one\r\ntwo", "\r\n"), ("one\ntwo", "\n"), ("one", "\n"), ("\r\n", "\r\n")])
  func `J7: line breaks that are typed or pasted end lines as the text does`(
    text: String,
    lineBreak: String
  ) {
    let draft = Draft()
    draft.notes = text
    let scene = SceneTester(width: 20, height: 5) { TextEditor(text: Binding(draft, \.notes)) }
    scene.send("enter")
    scene.send(.paste("x\ny"))
    #expect(Array(draft.notes.utf8) == Array("\(text)\(lineBreak)x\(lineBreak)y".utf8))
  }

  @Test(arguments: ["a", "abc", "a much longer one than these"])
  func `E12: a secret shows dots that do not tell its length`(text: String) {
    let scene = SceneTester(width: 20, height: 1) {
      TextField(text: .constant(text)).secure()
    }
    #expect(scene.lines == ["••••••"])
    #expect(scene.cursor == Point(x: 6, y: 0))
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

  @Test(arguments: [
    (24, "per", "Person"), (24, "plo", "Plot"), (24, "p", "Price"), (24, "pp", "Plot"),
    (24, "ppp", "Person"), (24, "rel", "Released"), (24, "per rel", "Released"),

    (60, "per", "Person"), (60, "pp", "Plot"), (24, "perx", "Person"),
  ])
  func `J10: letters typed one behind the other find the choice, open or closed`(
    width: Int,
    keys: String,
    choice: String
  ) {
    let draft = Draft()
    let choices = ["Genre", "Price", "Plot", "Person", "Released"].map { Choice($0, $0) }
    draft.rating = "Genre"
    let scene = SceneTester(width: width, height: 7) {
      ChoiceField(choices, selection: Binding(draft, \.rating))
    }
    for key in keys where key != " " { scene.send(String(key)) }
    #expect(draft.rating == choice, "\(scene.text)")
  }

  @Test(arguments: [
    ("price u", "Price per unit"), ("price per", "Price per unit"), ("unit p", "Unit price"),
    ("uni per pri", "Unit price, per dozen"), ("pers", "Person"), ("f pl", "Film’s place"),
  ])
  func `J10: a blank goes on with a title of several words`(keys: String, choice: String) {
    let draft = Draft()
    let titles = [
      "Genre", "Price per unit", "Person", "Unit price", "Unit price, per dozen", "Film’s place",
    ]
    draft.rating = "Genre"
    let scene = SceneTester(width: 30, height: 9) {
      ChoiceField(titles.map { Choice($0, $0) }, selection: Binding(draft, \.rating))
    }
    for key in keys { scene.send(key == " " ? "space" : String(key)) }
    #expect(draft.rating == choice, "\(scene.text)")
  }

  @Test(arguments: ["space", "p e r s space", "x space", "enter"])
  func `J10: where a blank goes on with no title, it opens the menu`(keys: String) {
    let draft = Draft()
    let titles = ["Genre", "Person", "Unit price", "Released", "Length", "Country"]
    draft.rating = "Genre"
    let scene = SceneTester(width: 24, height: 10) {
      ChoiceField(titles.map { Choice($0, $0) }, selection: Binding(draft, \.rating))
    }
    scene.send(keys)
    #expect(scene.text.contains("Country"), "\(scene.text)")
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

  @Test func `Long lines are wrapped at words, the cursor moves by rows and keeps its column`() {
    let draft = Draft()
    draft.notes = "the quick brown fox\nand"
    let scene = SceneTester(width: 11, height: 4) { TextEditor(text: Binding(draft, \.notes)) }
    #expect(scene.lines == ["the quick", "brown fox", "and", ""])
    #expect(scene.cursor == Point(x: 3, y: 2))
    scene.send("end up up")
    #expect(scene.cursor == Point(x: 3, y: 0))
    scene.send("home ctrl-f ctrl-f ctrl-f ctrl-f ctrl-f down")
    #expect(scene.cursor == Point(x: 5, y: 1))
    scene.send("down")
    #expect(scene.cursor == Point(x: 3, y: 2), "the row is shorter")
    scene.send("up")
    #expect(scene.cursor == Point(x: 5, y: 1), "and the column is not forgotten")
    scene.type("X")
    #expect(draft.notes == "the quick brownX fox\nand")
  }

  @Test func `A word longer than the row is broken, wide characters whole`() {
    let draft = Draft()
    draft.notes = "日本語日本語 ok"
    let scene = SceneTester(width: 8, height: 3) { TextEditor(text: Binding(draft, \.notes)) }
    #expect(scene.lines == ["日本語", "日本語", "ok"])
  }

  @Test func `An editor scrolls by rows to where the cursor is`() {
    let draft = Draft()
    draft.notes = (1...9).map { "line \($0)" }.joined(separator: "\n")
    let scene = SceneTester(width: 12, height: 3) { TextEditor(text: Binding(draft, \.notes)) }
    #expect(scene.lines == ["line 7", "line 8", "line 9"])
    scene.send("up up up")
    #expect(scene.lines == ["line 6", "line 7", "line 8"])
    scene.send("ctrl-home")
    #expect(scene.lines == ["line 1", "line 2", "line 3"])
  }

  @Test(arguments: 0..<40)
  func `A wrapped text shows every character once, in order, and the cursor goes through all rows`(
    seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    let letters: [Character] = ["a", "b", "c", " ", " ", "\n", "日", "é"]
    let count = Int.random(in: 0...60, using: &random)
    let draft = Draft()
    draft.notes = String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
    let width = Int.random(in: 4...12, using: &random)
    let scene = SceneTester(width: width, height: 70) {
      TextEditor(text: Binding(draft, \.notes))
    }
    let shown = scene.lines.joined().filter { !$0.isWhitespace }
    #expect(shown == draft.notes.filter { !$0.isWhitespace })
    let last = scene.cursor?.y ?? -1
    for row in stride(from: last, through: 0, by: -1) {
      #expect(scene.cursor?.y == row)
      scene.send("up")
    }
    #expect(scene.cursor?.y == 0)
  }

  @Test func `A long text shows its beginning until one is in it`() {
    let draft = Draft()
    draft.notes = "one\ntwo\nthree\nfour"
    let scene = SceneTester(width: 10, height: 3) {
      VStack {
        TextField(text: Binding(draft, \.name))
        TextEditor(text: Binding(draft, \.notes), rows: 2)
      }
    }
    #expect(scene.lines[1...] == ["one", "two"])
    scene.send("tab")
    #expect(scene.lines[1...] == ["three", "four"])
  }

  @Test func `What is selected over several rows is set apart, and typing takes its place`() {
    let draft = Draft()
    draft.notes = "one\ntwo\nthree"
    let scene = SceneTester(width: 10, height: 3) { TextEditor(text: Binding(draft, \.notes)) }
    scene.send("ctrl-home right shift-down shift-right")
    #expect(scene.reversedText == "netw")
    scene.send("x")
    #expect(draft.notes == "oxo\nthree")
    #expect(scene.reversedText == "")
    scene.send("ctrl-_")
    #expect(draft.notes == "one\ntwo\nthree")
  }

  @Test func `What is selected in a field is set apart where it is in the frame`() {
    let draft = Draft()
    draft.name = "日本 letters"
    let scene = SceneTester(width: 8, height: 1) { TextField(text: Binding(draft, \.name)) }
    scene.send("shift-left shift-left shift-left")
    #expect(scene.reversedText == "ers")
    scene.send("home shift-right")
    #expect(scene.reversedText == "日")
  }

  @Test func `A text that typing replaces is set apart until something is done in the field`() {
    let draft = Draft()
    func field() -> TextField { TextField(text: Binding(draft, \.name)).replacedByTyping() }
    let scene = SceneTester(width: 8, height: 1) { field() }
    #expect(scene.reversedText == "Ada")
    scene.send("left")
    #expect(scene.reversedText == "")
    let other = SceneTester(width: 8, height: 1) { field() }
    other.send("Z")
    #expect(draft.name == "Z" && other.reversedText == "")
  }
}
