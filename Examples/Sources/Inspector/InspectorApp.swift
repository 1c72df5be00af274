import DirectToTerminal
import InspectorPages

@main struct InspectorApp: TerminalApplication {
  static let application = Application("inspector", summary: "shows any database as cards") {
    inspectorPages
  }
}
