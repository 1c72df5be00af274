import AccessControl
import Testing

/// Tests which environment variables a process keeps in locked mode.
struct LockedVariableTests {
  @Test func `A variable stays when it is permitted and holds no more than a word`() {
    #expect(LockedModePolicy.of(variable: "TERM", holding: "xterm-256color") == .permitted)
    #expect(LockedModePolicy.of(variable: "TERM", holding: "../x").isRefused)
    #expect(LockedModePolicy.of(variable: "EDITOR", holding: "vi").isRefused)
    #expect(LockedModePolicy.of(variable: "NOBODY_KNOWS", holding: "1") == .unjudged)
    let all = ["TERM": "vt100", "HOME": "/root", "LANG": "C.UTF-8", "PATH": "/bin"]
    #expect(LockedModePolicy.refusedVariables(of: all) == ["HOME", "PATH"])
  }
}
