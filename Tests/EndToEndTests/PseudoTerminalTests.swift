import Glibc
import Terminal
import Testing

struct PseudoTerminalTests {
  @Test func `A shell reads what is typed and shows its answer`() throws {
    let terminal = try PseudoTerminal("/bin/sh", environment: ["PS1": "> "])
    try terminal.settle()
    try terminal.send("echo $((6 * 7))\n")
    #expect(terminal.lines.prefix(3) == ["> echo $((6 * 7))", "42", ">"])
    try terminal.send("exit 7\n")
    #expect(try terminal.waitForExit() == 7)
  }

  @Test func `The program knows the size of its terminal`() throws {
    let terminal = try PseudoTerminal(
      "/bin/sh",
      size: Size(width: 100, height: 30),
      environment: ["PS1": ""]
    )
    try terminal.settle()
    // While a shell waits for what it runs it sleeps too: only the answer tells that it is done.
    try terminal.write("stty -echo; stty size\n")
    try terminal.wait { terminal.lines.contains("30 100") }
    try terminal.resize(to: Size(width: 20, height: 5))
    try terminal.write("clear; stty size\n")
    try terminal.wait { terminal.lines.first == "5 20" }
    #expect(!terminal.isSane)
    try terminal.write("stty echo\n")
    try terminal.wait { terminal.isSane }
  }

  @Test func `A program that dies of a signal ends with 128 and its number`() throws {
    let terminal = try PseudoTerminal("/bin/cat")
    try terminal.settle()
    try terminal.signal(SIGTERM)
    #expect(try terminal.waitForExit() == 143)
  }

  @Test func `All that a program wrote before it ended is read`() throws {
    for _ in 0..<20 {
      let terminal = try PseudoTerminal("/bin/sh", ["-c", "seq 2000; echo end; exit 3"])
      #expect(try terminal.waitForExit() == 3)
      #expect(terminal.lines.contains("end"))
    }
  }

  @Test func `A program that is not there does not start`() {
    #expect(throws: PseudoTerminal.Failure.self) { try PseudoTerminal("/no/such/program") }
  }
}
