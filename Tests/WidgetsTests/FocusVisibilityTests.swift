import Observation
import Terminal
import TestSupport
import Testing
import Widgets

/// The focused view of a scrolled page, while the page around it changes.
@MainActor
struct FocusVisibilityTests {
  @Observable
  fileprivate final class Model {
    /// The lines above each field.
    var heights: [Int]
    /// Whether a note stands below each field.
    var notes: [Bool]
    var texts: [String]

    init(count: Int) {
      heights = Array(repeating: 0, count: count)
      notes = Array(repeating: false, count: count)
      texts = Array(repeating: "", count: count)
    }
  }

  private struct FieldsView: View {
    let model: Model

    var body: some View {
      ScrollView {
        Form {
          ForEach(Array(model.heights.indices)) { index in
            ForEach(Array(0..<model.heights[index])) { Text("above \(index) \($0)") }
            FormRow("f\(index)", state: FieldState(problem: model.notes[index] ? "note" : nil)) {
              TextField(
                text: Binding(get: { model.texts[index] }, set: { model.texts[index] = $0 })
              )
            }
          }
        }
      }
    }
  }

  private func scene(_ model: Model, height: Int = 6) -> SceneTester {
    SceneTester(width: 20, height: height) { FieldsView(model: model) }
  }

  /// Whether the cursor of the focused field is on the screen.
  private func isSeen(_ scene: SceneTester) -> Bool { scene.cursor != nil }

  @Test func `J19: a field stays in sight when the page grows above it`() {
    let model = Model(count: 6)
    let scene = scene(model)
    scene.send("tab tab tab")
    model.heights[1] = 9
    #expect(scene.lines.contains { $0.contains("f3") } && isSeen(scene), "\(scene.text)")
  }

  @Test func `J19: a field stays in sight when the room for the page shrinks`() {
    let model = Model(count: 12)
    let scene = scene(model, height: 12)
    for _ in 0..<11 { scene.send("tab") }
    scene.resize(width: 20, height: 5)
    #expect(scene.lines.contains { $0.contains("f11") } && isSeen(scene), "\(scene.text)")
  }

  @Test func `J19: what is wrong with the last field in sight is seen below it`() {
    let model = Model(count: 9)
    let scene = scene(model)
    for _ in 0..<5 { scene.send("tab") }
    model.notes[5] = true
    #expect(scene.lines.contains { $0.contains("✗ note") } && isSeen(scene), "\(scene.text)")
  }

  @Test func `J19: what is scrolled away by the mouse stays so until something is typed`() {
    let model = Model(count: 30)
    let scene = scene(model)
    for _ in 0..<4 { scene.send(.mouse(MouseEvent(.scrollDown, at: Point(x: 1, y: 1)))) }
    #expect(!isSeen(scene), "\(scene.text)")
    scene.type("x")
    #expect(isSeen(scene) && scene.lines[0].contains("f0"), "\(scene.text)")
  }

  @Test(arguments: 0..<20)
  func `J19: whatever changes, the focused field is in sight`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 2...20, using: &random)
    let model = Model(count: count)
    let scene = scene(model, height: Int.random(in: 3...8, using: &random))
    for step in 0..<60 {
      let index = Int.random(in: 0..<count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: model.heights[index] = Int.random(in: 0...12, using: &random)
      case 1: model.notes[index].toggle()
      case 2:
        scene.resize(
          width: Int.random(in: 12...40, using: &random),
          height: Int.random(in: 2...9, using: &random)
        )
      case 3: scene.send("backtab")
      case 4: scene.type("x")
      default: scene.send("tab")
      }
      #expect(isSeen(scene), "step \(step) of \(seed):\n\(scene.text)")
    }
  }
}
