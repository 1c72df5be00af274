import DirectToTerminal
import DirectToTerminalTesting
import Testing

@testable import HelpDesk

@MainActor
struct HelpDeskTests {
  private func desk(_ user: String?, _ arguments: String...) async throws -> ApplicationTester {
    try await ApplicationTester(
      DeskApp.application,
      arguments,
      user: user,
      now: .init(wallClock: "2026-11-28T09:00")
    )
  }

  @Test func `Who gives the password sees how things stand`() async throws {
    let desk = try await desk(nil)
    try await desk.type("ada")
    try await desk.send("enter")
    try await desk.type("kettle")
    try await desk.send("enter")
    #expect(desk.text.contains("Good day, ada") && desk.text.contains("1 late"), "\(desk.text)")
    for line in ["urgent", "high", "normal"] {
      #expect(desk.lines.contains { $0.contains(line) && $0.contains("1 open") }, "\(desk.text)")
    }
    #expect(desk.text.contains("45 min") && desk.text.contains("165 min"), "\(desk.text)")
    #expect(desk.text.contains("tickets take 37.5 minutes"), "\(desk.text)")
    await desk.close()
  }

  @Test func `An agent counts what is theirs or nobody's`() async throws {
    let desk = try await desk("bea")
    #expect(desk.text.contains("30 min ") && !desk.text.contains("45 min "), "\(desk.text)")
    try await desk.send("t")
    #expect(desk.text.contains("Fog in the lens"), "\(desk.text)")
    #expect(!desk.text.contains("Bread forgets its name"), "\(desk.text)")
    await desk.close()
  }

  @Test func `A ticket is taken, and the dashboard counts anew`() async throws {
    let desk = try await desk("bea", "--entity", "Ticket", "--id", "2")
    #expect(desk.text.contains("Drop everything else."), "\(desk.text)")
    try await desk.send("T")
    #expect(desk.text.contains("saved") && desk.text.contains("bea"), "\(desk.text)")
    await desk.close()
  }
}
