extension CommandDefinition {
  /// Moves the focus on.
  public static let focusNext =
    focus(.safe, "focusNext", title: "next", keys: "tab", importance: 10)
    .saying("Go to the next field")
    .labeled("Next field")
    .alsoCalled("next")
  /// Moves the focus back.
  public static let focusPrevious =
    focus(.safe, "focusPrevious", title: "previous", keys: "backtab")
    .saying("Go to the previous field")
    .labeled("Previous field")
    .alsoCalled("previous")
  /// Moves the focus to the view below.
  public static let focusDown = focus(.safe, "focusDown", title: "down", keys: "down j")
    .saying("Go to the field below")
    .labeled("Field below")
    .alsoCalled("down")
  /// Moves the focus to the view above.
  public static let focusUp = focus(.safe, "focusUp", title: "up", keys: "up k")
    .saying("Go to the field above")
    .labeled("Field above")
    .alsoCalled("up")
  /// Takes the front view away.
  public static let close = focus(.safe, "close", keys: "esc ctrl-c", importance: 60)
    .saying("Close the window in front")
    .labeled("Close window")
    .alsoCalled("cancel", "dismiss")
}

/// The commands that every screen has without declaring them: help, the command palette, moving the focus, and closing a modal
/// view.
enum BuiltInCommands {
  @CommandBuilder static func all(hasModal: Bool, canMove: Bool) -> [Command] {
    if hasModal {
      Command(.close) { $0.dismiss() }
    } else {
      Command(.help) { $0.host.presentHelp() }
      Command(.palette) { $0.host.presentPalette() }
    }
    if canMove {
      Command(.focusNext) { $0.host.moveFocus(by: 1) }
      Command(.focusPrevious) { $0.host.moveFocus(by: -1) }
      Command(.focusDown, isHidden: true) { context in
        if !context.host.moveFocus(by: 1, wrapping: false) { context.beep() }
      }
      Command(.focusUp, isHidden: true) { context in
        if !context.host.moveFocus(by: -1, wrapping: false) { context.beep() }
      }
    }
  }
}
