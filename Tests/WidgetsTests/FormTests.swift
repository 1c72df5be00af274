import Terminal
import Testing
import Widgets

@MainActor
struct FormTests {
  private func scene(width: Int) -> SceneTester {
    SceneTester(width: width, height: 6) {
      Form {
        FormRow("Title", state: FieldState(isRequired: true)) { TextField(text: .constant("MOD")) }
        FormRow("Length", state: FieldState(isModified: true, problem: "a whole number")) {
          TextField(text: .constant("1x2"))
        }
      }
    }
  }

  @Test func `E10: labels have one width and problems stand beside the field`() {
    #expect(
      scene(width: 60).lines.prefix(2) == [
        " ›Title *  MOD",
        "● Length   1x2                   ✗ a whole number",
      ]
    )
  }

  @Test func `A problem goes below its field when there is no room beside it`() {
    #expect(
      scene(width: 30).lines.prefix(3) == [
        " ›Title *  MOD",
        "● Length   1x2",
        "           ✗ a whole number",
      ]
    )
  }

  @Test(arguments: [60, 120, 200])
  func `E10: what is wrong stands beside the field however wide the screen is`(width: Int) {
    let line = scene(width: width).lines[1]
    #expect(line == "● Length   1x2                   ✗ a whole number")
  }

  @Test func `A field keeps its width when it becomes wrong: a long sentence stands below it`() {
    let text = #"{"type": "point", "rating": 5"#
    let scene = SceneTester(width: 60, height: 2) {
      Form {
        FormRow("Data", state: FieldState(problem: "needs valid JSON, ending in a brace")) {
          TextField(text: .constant(text))
        }
      }
    }
    #expect(scene.lines == [" ›Data  " + text, "        ✗ needs valid JSON, ending in a brace"])
  }

  @Test func `E10: what is wrong with several lines stands below them`() {
    let scene = SceneTester(width: 60, height: 6) {
      VStack {
        Form {
          FormRow("Notes", state: FieldState(problem: "too long")) {
            TextEditor(text: .constant("one"), rows: 2)
          }
        }
        Text("end")
      }
    }
    #expect(scene.lines.prefix(4) == [" ›Notes  one", "", "         ✗ too long", "end"])
  }

  @Test func `Down moves from field to field`() {
    let scene = scene(width: 60)
    scene.send("down")
    #expect(scene.cursor?.y == 1)
    scene.send("up")
    #expect(scene.cursor?.y == 0)
  }
}
