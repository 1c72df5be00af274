import DirectToTerminal

/// The entry point of the `d2t` program, which runs the standard application without any parts added to it.
@main struct D2T: TerminalApplication {
  static let application = Application.d2t
}
