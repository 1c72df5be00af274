import DirectToTerminal

@main struct D2T: TerminalApplication {
  static let application = Application.d2t
}
