import DirectToTerminal

@main struct HelloApp: TerminalApplication {
  static let application = Application("hello") {
    Rules {
      \.task == "query" => \.title <= "Hello, world"
    }
  }
}
