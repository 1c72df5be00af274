import RuleFiles
import AccessControl
import Glibc
import Testing

import CommandLineTool
import Pages

/// Tests that a locked process keeps only the environment variables on its list.
@MainActor
struct LockedVariablesTests {
  @Test func `G6: every variable that the sources read has a verdict`() throws {
    var read: Set<String> = []
    var files: Set<String> = []
    for (name, text) in try SourceTexts.all() {
      let asks = ["getenv", "environ", "ProcessInfo", "variables[", "areWanted"]
      guard asks.contains(where: text.contains) else { continue }
      let literals = text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      let names = literals.filter { word in
        word.count > 1 && word.first?.isLetter == true
          && word.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
      }
      if text.contains("getenv") { files.insert(name) }
      read.formUnion(names)
    }
    #expect(
      files == [
        "Pages/Live/ExternalEditor.swift", "RuleFiles/HostEnvironment.swift",
        "NCursesTerminal/NCursesTerminal.swift", "NCursesTerminal/TerminalInput.swift",
        "CommandLineTool/Program/ProgramRun.swift",
      ],
      "somebody else reads variables"
    )
    #expect(read.isSuperset(of: ["TERM", "EDITOR", "SUDO_UID", "LC_ALL", "HOME", "NO_COLOR"]))
    let known = Set(LockedModePolicy.variables.keys)
    // Names of colours and the like in the same files.
    #expect(read.subtracting(known).subtracting(["C", "POSIX", "UTF"]).sorted() == [])
  }

  @Test func `G6: variables that lead to files, libraries or programs do not stay`() {
    for name in [
      "TERMINFO", "TERMINFO_DIRS", "TERMCAP", "HOME", "PAGER", "EDITOR", "VISUAL", "SHELL",
      "TMPDIR", "SQLITE_TMPDIR", "LD_PRELOAD", "LOCPATH", "GCONV_PATH", "XDG_CONFIG_HOME",
      "XDG_STATE_HOME", "NLSPATH", "TZ", "SWIFT_BACKTRACE", "NEVER_HEARD_OF",
    ] {
      #expect(LockedModePolicy.refusedVariables(of: [name: "x"]) == [name])
    }
    let all = HostEnvironment.allVariables()
    #expect(all["PATH"] == getenv("PATH").map { String(cString: $0) } && all.count > 1)
    let harmless = [
      "TERM": "xterm-256color", "LANG": "de_DE.UTF-8@euro", "LC_ALL": "", "ESCDELAY": "25",
    ]
    #expect(LockedModePolicy.refusedVariables(of: harmless) == [])
    for name in ["TERM", "LANG", "LC_ALL", "LC_CTYPE"] {
      #expect(LockedModePolicy.refusedVariables(of: [name: "../../tmp/x"]) == [name])
      #expect(LockedModePolicy.refusedVariables(of: [name: "a:b"]) == [name])
    }
  }

  @Test func `G6: a locked process has no other variables when its screen starts`() async throws {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        for name in ["PAGER", "NEVER_HEARD_OF", "TERMINFO"] { setenv(name, "x", 1) }
        setenv("TERM", "xterm", 1)
        let site = try LockedSite()
        Program(try Invocation(arguments: ["--help"])).confineProcess()
        precondition(getenv("PAGER") != nil, "who is not locked keeps them")
        try site.program([site.database]).confineProcess()
        let left = HostEnvironment.allVariables()
        precondition(left["TERM"] == "xterm" && LockedModePolicy.refusedVariables(of: left).isEmpty)
        for name in ["PAGER", "NEVER_HEARD_OF", "TERMINFO", "PATH"] {
          precondition(getenv(name) == nil, "\(name) stays")
        }
      }
    }
    // Nothing is done with an invocation before.
    let main = try #require(try SourceTexts.all()["CommandLineTool/Program/ProgramRun.swift"])
    let call = try #require(main.firstRange(of: "program.confineProcess()"))
    let use = try #require(main.firstRange(of: "switch program.invocation.command"))
    #expect(call.lowerBound < use.lowerBound)
  }
}
