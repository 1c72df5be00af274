import FoundationEssentials
import Terminal
import Testing
import Widgets

@testable import NCursesTerminal

/// Text on its way from the bytes of a terminal into a field.
@MainActor
struct ArrivingTextTests {
  private final class Draft { var text = "" }

  /// A field, or an editor of several lines, which is sent bytes.
  private struct Field {
    let draft = Draft()
    let scene: SceneTester
    var decoder = KeyDecoder()

    @MainActor init(isLong: Bool) {
      let binding = Binding(get: { [draft] in draft.text }, set: { [draft] in draft.text = $0 })
      scene = SceneTester(width: 30, height: 4) {
        if isLong { TextEditor(text: binding) } else { TextField(text: binding) }
      }
    }

    @MainActor mutating func arrive(_ bytes: ArraySlice<UInt8>, at now: ContinuousClock.Instant) {
      decoder.inputArrives(bytes, at: now)
      decoder.take(bytes)
    }

    @MainActor mutating func settle() { for event in decoder.finish() { scene.send(event) } }
  }

  private static let pieces: [String] = [
    "a", "é", "e\u{301}", "日本", "👨‍👩‍👧", "🇩🇪", " ", "ß", "\u{200D}", "\u{85}", "ﷺ", "\u{10FFFF}",
    "x\u{308}\u{323}",
  ]

  private func text(_ random: inout Chance, isPasted: Bool, isLong: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: bytes += [UInt8.random(in: 0x80...0xFF, using: &random)]
      case 1:
        bytes +=
          [[0xE2, 0x82], [0xF0, 0x9F, 0x91], [0xC3], [0xED, 0xA0]].randomElement(using: &random)
          ?? []
      case 2 where isLong: bytes += [0x0D]
      case 3 where isPasted && isLong:
        bytes += [[0x1B], [0x07], [0x09], [0x1B, 0x5B, 0x41]].randomElement(using: &random) ?? []
      default: bytes += Array((Self.pieces.randomElement(using: &random) ?? "").utf8)
      }
    }
    return bytes
  }

  private static var cases: Range<UInt64> {
    let variables = ProcessInfo.processInfo.environment
    let seed = variables["D2T_SEED"].flatMap { UInt64($0) } ?? 1
    return seed..<seed + (variables["D2T_LONG"] == "1" ? 100_000 : 1000)
  }

  @Test
  func `G3: text in any pieces, typed or pasted, valid or not, is in the field as it was sent`() {
    for seed in Self.cases {
      var random = Chance(seed: seed)
      let isPasted = Bool.random(using: &random)
      let isLong = Bool.random(using: &random)
      let sent = text(&random, isPasted: isPasted, isLong: isLong)
      var field = Field(isLong: isLong)
      var now = ContinuousClock.now
      if isPasted { field.arrive(Array("\u{1B}[200~".utf8)[...], at: now) }
      var rest = sent[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...7, using: &random))
        rest = rest.dropFirst(piece.count)
        field.arrive(piece, at: now)
        if Int.random(in: 0..<6, using: &random) == 0 { field.settle() }
        now += .milliseconds(Int.random(in: 0...900, using: &random))
      }
      // What is cut at the end waits for its rest; a blank shows that there is none.
      if isPasted { field.arrive(Array("\u{1B}[201~".utf8)[...], at: now) }
      field.arrive([0x20], at: now)
      field.settle()
      // A field of one line keeps line breaks that are pasted, and shows `⏎` for each.
      let text = String(decoding: sent.map { $0 == 0x0D ? 0x0A : $0 }, as: UTF8.self)
      let expected = text + " "
      #expect(
        Array(field.draft.text.unicodeScalars) == Array(expected.unicodeScalars),
        "seed \(seed), \(isPasted ? "pasted" : "typed")"
      )
      guard Array(field.draft.text.unicodeScalars) == Array(expected.unicodeScalars) else { return }
    }
  }

  @Test(arguments: [true, false])
  func `G3: two thousand characters at once are one insertion, and one step of undo`(isLong: Bool) {
    var field = Field(isLong: isLong)
    let sent = String(repeating: "abc é日", count: 300)
    field.arrive(Array(sent.utf8)[...], at: .now)
    let events = field.decoder.finish()
    #expect(events == [.typed(sent)])
    for event in events { field.scene.send(event) }
    #expect(field.draft.text == sent)
    field.scene.send("ctrl-_")
    #expect(field.draft.text == "")
  }

  @Test func `G3: what is typed at once goes through fields and commands key by key`() {
    let draft = Draft()
    var opened = 0
    let scene = SceneTester(width: 30, height: 4) {
      TextField(text: Binding(get: { draft.text }, set: { draft.text = $0 })).onSubmit { _ in
        opened += 1
      }
    }
    scene.send(.typed("ab\nc"))
    #expect(draft.text == "abc" && opened == 1)
  }

  @Test(arguments: [true, false])
  func `G3: a megabyte arrives in a few insertions`(isPasted: Bool) {
    var field = Field(isLong: true)
    let sent = Array(String(repeating: "one line of a long text, zwölf\r", count: 33_000).utf8)
    let framed = isPasted ? Array("\u{1B}[200~".utf8) + sent + Array("\u{1B}[201~".utf8) : sent
    for start in stride(from: 0, to: framed.count, by: 4095) {
      field.arrive(framed[start..<min(start + 4095, framed.count)], at: .now)
    }
    let events = field.decoder.finish()
    #expect(events.count == 1)
    for event in events { field.scene.send(event) }
    #expect(field.draft.text.utf8.count == sent.count)
  }
}

/// Chance that a seed repeats: SplitMix64.
private struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
