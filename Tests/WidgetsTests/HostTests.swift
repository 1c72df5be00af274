import RuleEnvironment
import Terminal
import Testing
import Widgets

@MainActor
private final class Log {
  var entries: [String] = []
}

@MainActor
private struct Everything: View {
  let draft = Binding<String>.constant("text")

  var body: some View {
    VStack {
      TitleLine(["DVD Rental", "Film", "a very long name of a film"], note: "clerk")
      Split {
        Table(
          [TableColumn("a", title: "A"), TableColumn("b", title: "B", width: .flexible())],
          source: WindowedRows(total: 50, window: 10)
        )
      } trailing: {
        ScrollView {
          Form {
            FormRow("Title", state: FieldState(problem: "wrong")) { TextField(text: draft) }
            FormRow("日本語") { TextEditor(text: draft) }
          }
          Text("wrapped text of several words").wrap(3)
          BarPlot([.init("x", value: 3, text: "3"), .init("y", value: 1.5, text: "1.5")])
          Sparkline([1, 2, 3, .nan, 1e308, -1e308])
        }
      }
      StatusLine("3/183", note: "8 ms")
      KeyLine()
    }
  }
}

extension CommandDefinition {
  fileprivate static let ask = CommandDefinition("ask", "ask", keys: "d")
}

@MainActor
struct HostTests {
  @Test(arguments: [
    (0, 0), (1, 1), (2, 1), (1, 3), (3, 2), (20, 5), (40, 10), (80, 24), (200, 50),
  ])
  func `No size is too small`(width: Int, height: Int) {
    let scene = SceneTester(width: width, height: height) { Everything() }
    scene.send("j tab j pgdn G ? j esc ctrl-p x esc backtab")
    #expect(scene.lines.count == height)
    #expect(scene.lines.allSatisfy { TextWidth.cells(of: $0) <= width })
    scene.resize(width: height, height: width)
    #expect(scene.lines.count == width)
  }

  @Test(arguments: [
    (60, " Rental › Film › Actors › MAUDE MOD  note · ada · read only"),
    (50, " Rental › … › Actors › MAUDE MOD  ada · read only"),
    (41, " Rental › … › MAUDE MOD  ada · read only"),
    (28, " … › MAUDE MOD    read only"), (20, " …DE MOD  read only"),
  ])
  func `A path is cut in the middle, and the badge is always shown`(width: Int, line: String) {
    let scene = SceneTester(width: width, height: 1) {
      TitleLine(
        ["Rental", "Film", "Actors", "MAUDE MOD"],
        note: "note",
        badge: ["ada", "read only"]
      )
    }
    #expect(scene.lines == [line])
  }

  @Test func `A click on a crumb chooses it, also behind the cut`() {
    let log = Log()
    let scene = SceneTester(width: 24, height: 1) {
      TitleLine(["Rental", "Film", "Actors", "MAUDE MOD"]) { crumb, _ in
        log.entries.append("\(crumb)")
      }
    }
    #expect(scene.lines == [" Rental › … › MAUDE MOD"])
    for x in [0, 1, 6, 7, 10, 14, 22, 23] {
      scene.send(.mouse(MouseEvent(.press(.left), at: Point(x: x, y: 0))))
    }
    #expect(log.entries == ["0", "0", "3", "3"])
  }

  @Test func `What does not change is not drawn anew`() {
    let scene = SceneTester(width: 20, height: 2) { Text("still") }
    #expect(!scene.host.needsDisplay)
    scene.host.setNeedsDisplay()
    #expect(scene.host.needsDisplay)
  }

  @Test func `Only the confirming key confirms`() {
    let log = Log()
    let scene = SceneTester(width: 40, height: 8) {
      Text("row").focusable().command(.ask) { context in
        context.present {
          Confirm("Delete it?", verb: "delete") { _ in log.entries.append("deleted") }
        }
      }
    }
    scene.send("d")
    #expect(scene.text.contains("Delete it?"))
    scene.send("d")
    #expect(log.entries.isEmpty)
    #expect(scene.text.contains("Delete it?"))
    scene.send("esc")
    #expect(!scene.text.contains("Delete it?"))
    scene.send("d y")
    #expect(log.entries == ["deleted"])
  }

  @Test func `The footer of a question shows the keys that answer it`() {
    let scene = SceneTester(width: 60, height: 12) {
      VStack {
        Text("row").focusable().command(.ask) { context in
          context.present { Confirm("Delete it?", verb: "delete") { $0.say("deleted") } }
        }
        Spacer()
        StatusLine()
        KeyLine()
      }
    }
    scene.send("d")
    #expect(scene.lines.last == " y delete  esc keep", "\(scene.text)")
    scene.host.keyBindings["confirm"] = [.character("z")]
    scene.send("ctrl-l")
    #expect(scene.lines.last == " z delete  esc keep", "\(scene.text)")
    scene.send("y")
    #expect(!scene.text.contains("deleted"))
    scene.send("z z")
    #expect(scene.text.contains("deleted"), "\(scene.text)")
  }

  @Test func `The focus returns when what was in front is gone`() {
    let scene = SceneTester(width: 40, height: 8) {
      VStack {
        TextField(text: .constant("one")).focusName("one")
        TextField(text: .constant("two")).focusName("two")
      }
    }
    scene.send("tab")
    #expect(scene.host.focusedName == AnyID("two"))
    scene.host.present { Confirm("Oh?", verb: "yes") { _ in } }
    scene.send("esc")
    #expect(scene.host.focusedName == AnyID("two"))
    scene.host.focus(on: "one")
    #expect(scene.cursor?.y == 0)
  }

  @Test func `A place is found however deep in the page it is`() {
    var page = AnyView(
      TextField(text: .constant("one")).focusName("one").focusPlace(FocusRestoration())
    )
    // Looked for twice on each level, it would never be found.
    for level in 0..<64 { page = AnyView(page.focusName(level)) }
    let shown = page
    let scene = SceneTester(width: 40, height: 3) { shown }
    #expect(scene.host.focusedName == AnyID("one"))
  }

  @Test func `A prompt recalls, completes and submits`() {
    let log = Log()
    let scene = SceneTester(width: 40, height: 4) { Text("page") }
    let prompt = {
      scene.host.present(.bottomLine) {
        Prompt(":", history: ["older", "newer"], completions: { _ in ["save", "sort"] }) {
          text,
          _ in
          log.entries.append(text)
        }
      }
    }
    prompt()
    scene.send("up up enter")
    prompt()
    scene.send("s tab tab enter")
    prompt()
    scene.send("x esc")
    #expect(log.entries == ["older", "sort"])
    #expect(scene.text == "page")
  }

  @Test func `A scroll view follows the focus and shows where it is`() {
    let scene = SceneTester(width: 10, height: 3) {
      ScrollView {
        ForEach(Array(0..<9)) { Text("row \($0)").focusable() }
      }
    }
    #expect(scene.lines == ["row 0    ┃", "row 1    │", "row 2    │"])
    for _ in 0..<4 { scene.send("j") }
    #expect(scene.lines == ["row 2    │", "row 3    ┃", "row 4    │"])
    scene.send("tab tab tab tab")
    #expect(scene.lines == ["row 6    │", "row 7    │", "row 8    ┃"])
  }

  @Test func `Paging takes the focus along`() {
    let scene = SceneTester(width: 12, height: 3) {
      ScrollView {
        ForEach(Array(0..<9)) { Text("row \($0)").focusableRow().focusName($0) }
      }
    }
    scene.send("pgdn pgdn")
    #expect(scene.host.focusedName == AnyID(4))
    #expect(scene.lines.contains { $0.hasPrefix("› row 4") })
    scene.send("G")
    #expect(scene.host.focusedName == AnyID(8))
    scene.send("g j")
    #expect(scene.lines[1].hasPrefix("› row 1"))
  }

  @Test func `The mouse sets the cursor and scrolls`() {
    let cursor = ListCursor()
    let scene = SceneTester(width: 20, height: 5) {
      Table(
        [TableColumn("a", title: "A")],
        source: WindowedRows(total: 50, window: 10),
        cursor: cursor
      )
    }
    scene.send(.mouse(MouseEvent(.press(.left), at: Point(x: 3, y: 3))))
    #expect(cursor.position == 2)
    scene.send(.mouse(MouseEvent(.scrollDown, at: Point(x: 3, y: 3))))
    #expect(cursor.position == 5)
  }

  @Test func `S6: the commands of the module stand in one list, each with a name of its own`() {
    let names = CommandDefinition.ofWidgets.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func `Data cannot drive the terminal`() {
    let scene = SceneTester(width: 30, height: 3) {
      VStack {
        Text("a\u{1B}[31mb\u{202E}c")
        Table(
          [TableColumn("x", title: "x\u{7}")],
          source: HostileRows()
        )
      }
    }
    let text = scene.lines.joined()
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
  }
}

@MainActor
private final class HostileRows: TableSource {
  var bounds: RowBounds { RowBounds(0..<1) }
  func id(at position: Int) -> AnyID? { AnyID(position) }
  func position(of id: AnyID) -> Int? { nil }
  func row(at position: Int) -> TableRow? { TableRow([TableCell("\u{1B}]0;x\u{7}\r\n")]) }
}
