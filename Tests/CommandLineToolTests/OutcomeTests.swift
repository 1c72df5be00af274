import CommandLineTool
import Testing

@MainActor
struct OutcomeTests {
  @Test func `What a database says on standard error does not drive the terminal`() {
    let outcome = Program.Outcome(messages: "d2t: no: \u{1B}[31mred\u{7}\nTry again\n")
    let lines = outcome.harmlessMessages.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3 && lines[1] == "Try again" && lines[2].isEmpty)
    #expect(lines[0].hasPrefix("d2t: no: ") && lines[0].contains("[31mred"))
    #expect(!outcome.harmlessMessages.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
  }
}
