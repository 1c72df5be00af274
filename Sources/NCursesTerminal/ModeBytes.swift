import CNCurses
import Terminal

/// The escape sequences of what curses does not manage, and of giving everything back at once.
enum ModeBytes {
  /// Bracketed paste and focus reports.
  static let on = "\u{1B}[?2004h\u{1B}[?1004h"
  static let off = "\u{1B}[?2004l\u{1B}[?1004l"
  /// Buttons, drags and the wheel, in decimal numbers.
  static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l"

  /// What gives the screen back from whatever state it is in: attributes, scroll region, keypad, cursor, main screen.
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
    "\u{1B}]52;c;\(base64(Array(text.utf8)))\u{07}"
  }

  static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word: UInt32 = 0
      for byte in group { word = word << 8 | UInt32(byte) }
      word <<= UInt32(8 * (3 - group.count))
      for position in 0..<4 {
        let digit = digits[Int(word >> UInt32(18 - 6 * position) & 63)]
        encoded.append(position <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
