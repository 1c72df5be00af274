extension PageContext {
  /// The announcement of a page that asks for confirmation, reports an error or shows progress; `nil` on other pages.
  public var announcement: Announcement? { isOpen ? state.announcement : nil }

  /// Asks whether something is to be done, and does it when that is confirmed; `verb` says what: `delete it`.
  public func confirm(_ question: String, verb: String, then action: @escaping () -> Void) {
    guard let commandContext else { return }
    ui.ask(Announcement(asking: question, verb: verb) { _ in action() }, commandContext)
  }
}
