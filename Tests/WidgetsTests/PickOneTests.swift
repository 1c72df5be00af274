import Observation
import Terminal
import TestSupport
import Testing
import Widgets

@MainActor @Observable
private final class Draft {
  var choice: String?
  var text = ""

  init(_ choice: String?) { self.choice = choice }
}

extension CommandDefinition {
  fileprivate static let next = CommandDefinition("next", "next", keys: "enter")
}

/// The keys of a field that picks one of several, closed and opened.
@MainActor
struct PickOneTests {
  /// A field of choices above a line of text, on a page that goes on by Enter.
  private func scene(_ titles: [String], _ draft: Draft, width: Int) -> SceneTester {
    SceneTester(width: width, height: 16) {
      VStack {
        ChoiceField(titles.map { Choice($0, $0) }, selection: Binding(draft, \.choice))
          .formField()
        TextField(text: Binding(draft, \.text))
      }
      .command(.next) { $0.host.moveFocus(by: 1, wrapping: false) }
    }
  }

  /// The choice that keys make, and a mark where the focus has gone on by them.
  private func outcome(_ keys: String, _ titles: [String], width: Int) -> String {
    let draft = Draft(titles[0])
    let scene = scene(titles, draft, width: width)
    scene.send(keys)
    scene.type("#")
    return "\(draft.choice ?? "∅") \(draft.text)"
  }

  @Test(arguments: 0..<60)
  func `J10: letters choose in an opened list what they choose in a closed one`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 2...8, using: &random)
    var titles: [String] = []
    while titles.count < count {
      let title = String(
        (0..<Int.random(in: 1...4, using: &random)).map { _ in "abc".randomElement(using: &random)!
        }
      )
      if !titles.contains(title) { titles.append(title) }
    }
    let letters = (0..<Int.random(in: 1...5, using: &random))
      .map { _ in String("abcd".randomElement(using: &random)!) }.joined(separator: " ")
    let width = Bool.random(using: &random) ? 6 : 90
    let closed = outcome("\(letters) tab", titles, width: width)
    #expect(closed.hasSuffix(" #"))
    for key in ["enter tab", "tab"] {
      let opened = outcome("space \(letters) \(key)", titles, width: width)
      #expect(opened == closed, "\(key) behind \(letters) in \(titles)")
    }
  }

  @Test(arguments: [4, 12], [8, 200])
  func `J10: letters choose, and Tab goes on, however many and wide they are`(
    count: Int,
    width: Int
  ) {
    let titles = (0..<count).map { "\(Character(UnicodeScalar(UInt8(97 + $0))))nd" }
    for keys in ["c n tab", "space c n enter tab", "enter c n tab", "space down down tab"] {
      #expect(outcome(keys, titles, width: width) == "cnd #", "\(keys)")
    }
  }

  @Test(arguments: [8, 200])
  func `J10: left and right go through the choices, closed and opened`(width: Int) {
    let titles = ["set", "clear", "replace", "compute"]
    #expect(outcome("right right tab", titles, width: width) == "replace #")
    #expect(outcome("right left tab", titles, width: width) == "set #")
    #expect(outcome("enter right right right left enter tab", titles, width: width) == "replace #")
  }

  @Test func `J10: letters of an opened list that begin no choice stay motions`() {
    let titles = ["set", "clear", "replace"]
    #expect(outcome("space j tab", titles, width: 8) == "clear #")
    #expect(outcome("space G tab", titles, width: 8) == "replace #")
    #expect(outcome("space G k tab", titles, width: 8) == "clear #")
    #expect(outcome("j tab", titles, width: 8) == "set #")
  }
}
