import Observation
import Terminal
import Testing
import TestSupport
import Widgets

@MainActor @Observable
private final class Draft {
  var text: String

  init(_ text: String) { self.text = text }
}

/// Fields that are seen as fields: their ground, their cursor and the mouse in them.
@MainActor
struct FieldGroundTests {
  private func scene(_ draft: Draft, width: Int, field: Int) -> SceneTester {
    SceneTester(width: width, height: 1) {
      TextField(text: Binding(draft, \.text)).ground(FieldGround(width: field))
    }
  }

  @Test func `A field is as wide as its values, a longer text makes it wider`() {
    let draft = Draft("MOD")
    let scene = scene(draft, width: 30, field: 10)
    #expect(scene.lines == ["▏MOD        ▕"])
    #expect(scene.cursor == Point(x: 4, y: 0))
    scene.type("EL 12345")
    #expect(scene.lines == ["▏MODEL 12345 ▕"])
    #expect(self.scene(draft, width: 9, field: 4).lines == ["▏…12345 ▕"])
  }

  @Test func `A palette with a shade needs no bars`() {
    let draft = Draft("MOD")
    let scene = scene(draft, width: 30, field: 10)
    scene.host.palette[.field] = Style(background: .blue)
    scene.host.setNeedsDisplay()
    #expect(scene.lines == [" MOD"])
    let shaded = (0..<30).filter {
      scene.terminal.screen[Point(x: $0, y: 0)].style.background == .blue
    }
    #expect(shaded == Array(0..<13))
  }

  @Test func `After a narrow screen a field shows its whole text again`() {
    let draft = Draft("a text of some length")
    let scene = scene(draft, width: 40, field: 4)
    scene.resize(width: 10, height: 1)
    #expect(scene.lines == ["▏…length ▕"])
    scene.resize(width: 40, height: 1)
    #expect(scene.lines == ["▏a text of some length ▕"])
    draft.text = (1...9).map { "line \($0)" }.joined(separator: "\n")
    let editor = SceneTester(width: 20, height: 3) { TextEditor(text: Binding(draft, \.text)) }
    #expect(editor.lines == ["line 7", "line 8", "line 9"])
    editor.resize(width: 20, height: 5)
    #expect(editor.lines.first == "line 5")
  }

  @Test func `The row of the field with the cursor is marked`() {
    let scene = SceneTester(width: 30, height: 2) {
      Form {
        FormRow("Title", state: FieldState(isModified: true)) { TextField(text: .constant("")) }
        FormRow("Year") { Toggle(isOn: .constant(true)) }
      }
    }
    #expect(scene.lines == ["●›Title", "  Year   [x]"])
    scene.send("down")
    #expect(scene.lines == ["● Title", " ›Year   [x]"])
  }

  @Test(arguments: 0..<60)
  func `The cursor stands on its character, whatever is typed and however wide the screen is`(
    seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    var letters = RandomLetters(&random, count: 0...30).letters
    let draft = Draft(String(letters))
    let scene = scene(draft, width: 40, field: Int.random(in: 1...20, using: &random))
    var place = letters.count
    for _ in 0..<40 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: (place, _) = (max(0, place - 1), scene.send("left"))
      case 1: (place, _) = (min(letters.count, place + 1), scene.send("right"))
      case 2: (place, _) = (0, scene.send("home"))
      case 3: (place, _) = (letters.count, scene.send("end"))
      case 4: scene.resize(width: Int.random(in: 6...50, using: &random), height: 1)
      case 5 where place > 0:
        place -= 1
        letters.remove(at: place)
        scene.send("backspace")
      case 6:
        letters.insert("日", at: place)
        place += 1
        scene.type("日")
      default: place = click(in: scene, at: place, letters, &random)
      }
      expect(scene, shows: letters, cursorAt: place)
    }
    #expect(draft.text == String(letters))
  }

  /// Clicks somewhere in the field.
  /// - Returns: The place of the character under the mouse, as the screen shows it.
  private func click(
    in scene: SceneTester,
    at place: Int,
    _ letters: [Character],
    _ random: inout SeededGenerator
  ) -> Int {
    let screen = cells(scene)
    guard let cursor = scene.cursor?.x, let end = screen.lastIndex(of: "▕") else { return place }
    let x = Int.random(in: 1..<end, using: &random)
    scene.send(.mouse(MouseEvent(.press(.left), at: Point(x: x, y: 0))))
    var (clicked, at) = (place, cursor)
    while x < at, clicked > 0 {
      clicked -= 1
      at -= TextWidth.cells(of: String(letters[clicked]))
    }
    while clicked < letters.count, x >= at + TextWidth.cells(of: String(letters[clicked])) {
      at += TextWidth.cells(of: String(letters[clicked]))
      clicked += 1
    }
    return clicked
  }

  private func cells(_ scene: SceneTester) -> [String] {
    _ = scene.lines
    let screen = scene.terminal.screen
    return (0..<screen.size.width).map { screen[Point(x: $0, y: 0)].text }
  }

  /// Compares the screen with the characters around the cursor, cell by cell.
  private func expect(_ scene: SceneTester, shows letters: [Character], cursorAt place: Int) {
    let screen = cells(scene)
    guard let cursor = scene.cursor?.x, let end = screen.lastIndex(of: "▕") else {
      Issue.record("no field: \(screen)")
      return
    }
    #expect((1..<end).contains(cursor), "\(screen)")
    let all = letters.reduce(0) { $0 + TextWidth.cells(of: String($1)) }
    if all < end - 1 { #expect(screen[1..<end].joined().hasPrefix(String(letters))) }
    var x = cursor
    for letter in letters[..<place].reversed() {
      x -= TextWidth.cells(of: String(letter))
      guard x >= 1, screen[x] != "…" else { break }
      #expect(screen[x] == String(letter), "\(screen)")
    }
    if place < letters.count, screen[cursor] != "…" {
      #expect(screen[cursor] == String(letters[place]), "\(screen)")
    }
  }
}

/// Letters of one and two cells, with and without marks.
private struct RandomLetters {
  let letters: [Character]

  init(_ random: inout SeededGenerator, count: ClosedRange<Int>) {
    let all: [Character] = ["a", "b", " ", "é", "e\u{301}", "日", "本", "👍", "o\u{308}"]
    letters = (0..<Int.random(in: count, using: &random)).map { _ in
      all.randomElement(using: &random) ?? "a"
    }
  }
}
