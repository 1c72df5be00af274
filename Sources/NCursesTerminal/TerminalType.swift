/// The fallback terminfo entries for terminals that have none on this machine.
enum TerminalType {
  /// The type itself, and those that it is like, best first.
  ///
  /// Newer emulators name a type of their own and understand all of xterm's; a machine that one logs in to often has no
  /// description of them.
  static func candidates(for name: String) -> [String] {
    if ["tmux", "screen"].contains(where: { name.hasPrefix($0) }) {
      return [name, "screen-256color", "screen", "xterm-256color", "xterm"]
    }
    guard likeXterm.contains(where: { name.hasPrefix($0) }) else { return [name] }
    return [name, "xterm-256color", "xterm"]
  }

  private static let likeXterm = [
    "xterm", "alacritty", "contour", "foot", "ghostty", "gnome", "iterm", "kitty", "konsole",
    "mintty", "mlterm", "ms-terminal", "putty", "rio", "rxvt", "st-", "vte", "wezterm",
  ]
}
