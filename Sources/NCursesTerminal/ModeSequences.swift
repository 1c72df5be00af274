import CNCurses
import FoundationEssentials

/// The escape sequences for terminal modes that curses does not manage: bracketed paste, focus reports and mouse.
///
/// Also builds the bytes that restore the terminal from any state.
enum ModeSequences {
  /// Bracketed paste and focus reports.
  static let on = "\u{1B}[?2004h\u{1B}[?1004h"
  static let off = "\u{1B}[?2004l\u{1B}[?1004l"
  /// Buttons, drags and the wheel, in decimal numbers.
  static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l"

  /// Asks for the colour of the background (OSC 11).
  static let askGround = "\u{1B}]11;?\u{1B}\\"
  /// The beginning of the answer.
  static let groundAnswer = Array("\u{1B}]11;".utf8)

  /// Whether a background is light: `rgb:ffff/ffff/ffff`; `nil` if the text is no colour.
  static func isLight(ground: String) -> Bool? {
    let parts = (ground.split(separator: ":").last ?? "").split(separator: "/").prefix(3)
    let shares = parts.compactMap { part in
      Int(part, radix: 16).map { Double($0) / Double(1 << (4 * part.count) - 1) }
    }
    guard shares.count == 3 else { return nil }
    return 0.299 * shares[0] + 0.587 * shares[1] + 0.114 * shares[2] > 0.5
  }

  /// Whether the background is light by the variable `COLORFGBG`: `0;15`.
  static func isLight(colorVariable: String?) -> Bool {
    guard let last = colorVariable?.split(separator: ";").last, let index = Int(last) else {
      return false
    }
    return index == 7 || (9...15).contains(index)
  }

  /// Returns the bytes that restore the terminal from any state: attributes, scroll region, keypad, cursor, main screen.
  static func restoration() -> [UInt8] {
    var text = off + mouseOff + "\u{1B}[r"
    for name in ["sgr0", "rmkx", "cnorm", "op", "rmcup"] {
      text += capability(name) ?? ""
    }
    return Array((text + "\r").utf8)
  }

  /// A string of the terminal's description, without the pauses that only the oldest terminals need.
  static func capability(_ name: String) -> String? {
    guard let value = tigetstr(name), Int(bitPattern: value) != -1 else { return nil }
    var text = ""
    // A pause is written as `$<5>`.
    for (index, part) in String(cString: value).split(separator: "$<").enumerated() {
      text += index == 0 ? part : part.drop { $0 != ">" }.dropFirst()
    }
    return text
  }

  /// The sequence that puts text on the clipboard of the window (OSC 52).
  static func clipboard(_ text: String) -> String {
    "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
  }
}
