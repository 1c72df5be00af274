import Terminal

/// The setting whether the program receives mouse events: the value from the rules, unless the user has switched it.
final class MouseSetting {
  private let driver: any TerminalDriver
  private var choice: Bool?

  init(_ driver: any TerminalDriver) { self.driver = driver }

  /// Takes over what the rules say.
  func adopt(_ isEnabled: Bool) {
    driver.isMouseEnabled = choice ?? isEnabled
  }

  /// Gives the mouse to the terminal, or back to the program.
  /// - Returns: What it does now.
  func change() -> String {
    let isEnabled = !driver.isMouseEnabled
    choice = isEnabled
    driver.isMouseEnabled = isEnabled
    return isEnabled
      ? "the mouse chooses and scrolls; with Shift it selects text" : "the mouse selects text"
  }
}
