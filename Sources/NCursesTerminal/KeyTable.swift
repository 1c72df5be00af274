import CNCurses
import Terminal

/// Which key is which code, and the sequences that terminals send beyond their description.
enum KeyTable {
  static let escape: UInt32 = 27

  // Codes of our own, above those of curses.
  static let pasteStart: Int32 = 0x1000
  static let pasteEnd: Int32 = 0x1001
  static let focusIn: Int32 = 0x1002
  static let focusOut: Int32 = 0x1003
  static let mouse: Int32 = 0x1004
  private static let firstModified: Int32 = 0x1100

  /// The keys that xterm reports with modifiers, and the end of their sequences: a letter, or a number before `~`.
  private static let modifiable: [(KeyEvent.Key, String)] = [
    (.up, "A"), (.down, "B"), (.right, "C"), (.left, "D"), (.end, "F"), (.home, "H"),
    (.insert, "2"), (.delete, "3"), (.pageUp, "5"), (.pageDown, "6"),
  ]

  /// Sequences and the codes that curses is to report for them.
  static var definitions: [(sequence: String, code: Int32)] {
    var definitions: [(String, Int32)] = [
      ("\u{1B}[200~", pasteStart), ("\u{1B}[201~", pasteEnd),
      ("\u{1B}[I", focusIn), ("\u{1B}[O", focusOut), ("\u{1B}[<", mouse),
      ("\u{1B}[A", KEY_UP), ("\u{1B}[B", KEY_DOWN), ("\u{1B}[C", KEY_RIGHT), ("\u{1B}[D", KEY_LEFT),
      ("\u{1B}OA", KEY_UP), ("\u{1B}OB", KEY_DOWN), ("\u{1B}OC", KEY_RIGHT), ("\u{1B}OD", KEY_LEFT),
      ("\u{1B}[H", KEY_HOME), ("\u{1B}[F", KEY_END), ("\u{1B}OH", KEY_HOME), ("\u{1B}OF", KEY_END),
      ("\u{1B}[1~", KEY_HOME), ("\u{1B}[4~", KEY_END), ("\u{1B}[7~", KEY_HOME),
      ("\u{1B}[8~", KEY_END), ("\u{1B}[2~", KEY_IC), ("\u{1B}[3~", KEY_DC),
      ("\u{1B}[5~", KEY_PPAGE), ("\u{1B}[6~", KEY_NPAGE), ("\u{1B}[Z", KEY_BTAB),
    ]
    for (row, entry) in modifiable.enumerated() {
      for modifiers in 2...8 {
        let code = firstModified + Int32(row * 16 + modifiers)
        let isLetter = entry.1.first?.isLetter == true
        let sequence = isLetter ? "1;\(modifiers)\(entry.1)" : "\(entry.1);\(modifiers)~"
        definitions.append(("\u{1B}[" + sequence, code))
      }
    }
    return definitions
  }

  /// The key of a character: a control character is Ctrl with its letter, unless it is a key of its own.
  static func key(scalar value: UInt32) -> KeyEvent? {
    switch value {
    case 0: return KeyEvent(.character(" "), .control)
    case 8, 127: return KeyEvent(.backspace)
    case 9: return KeyEvent(.tab)
    case 10, 13: return KeyEvent(.enter)
    case 27: return KeyEvent(.escape)
    case 1..<32:
      guard let scalar = Unicode.Scalar(value + 64) else { return nil }
      return KeyEvent(.character(Character(scalar)), .control)
    case 0x80..<0xA0: return nil
    default:
      guard let scalar = Unicode.Scalar(value) else { return nil }
      return KeyEvent(.character(Character(scalar)))
    }
  }

  /// The key of a code; nil for codes that are no key.
  static func key(code: Int32) -> KeyEvent? {
    if let event = named[code] { return event }
    let function = code - KEY_F0
    if (1...63).contains(function) { return KeyEvent(.function(Int(function))) }
    let row = Int(code - firstModified) / 16
    let bits = Int(code - firstModified) % 16 - 1
    guard code >= firstModified, modifiable.indices.contains(row), (1...7).contains(bits)
    else { return nil }
    // xterm counts Shift 1, Alt 2 and Ctrl 4, and sends the sum plus 1.
    var modifiers: KeyEvent.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 2 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return KeyEvent(modifiable[row].0, modifiers)
  }

  private static let named: [Int32: KeyEvent] = [
    KEY_UP: KeyEvent(.up), KEY_DOWN: KeyEvent(.down),
    KEY_LEFT: KeyEvent(.left), KEY_RIGHT: KeyEvent(.right),
    KEY_HOME: KeyEvent(.home), KEY_END: KeyEvent(.end), KEY_LL: KeyEvent(.end),
    KEY_A1: KeyEvent(.home), KEY_C1: KeyEvent(.end),
    KEY_A3: KeyEvent(.pageUp), KEY_C3: KeyEvent(.pageDown),
    KEY_PPAGE: KeyEvent(.pageUp), KEY_NPAGE: KeyEvent(.pageDown),
    KEY_ENTER: KeyEvent(.enter), KEY_BACKSPACE: KeyEvent(.backspace),
    KEY_DC: KeyEvent(.delete), KEY_IC: KeyEvent(.insert), KEY_BTAB: KeyEvent(.backTab),
    KEY_SR: KeyEvent(.up, .shift), KEY_SF: KeyEvent(.down, .shift),
    KEY_SLEFT: KeyEvent(.left, .shift), KEY_SRIGHT: KeyEvent(.right, .shift),
    KEY_SHOME: KeyEvent(.home, .shift), KEY_SEND: KeyEvent(.end, .shift),
    KEY_SPREVIOUS: KeyEvent(.pageUp, .shift), KEY_SNEXT: KeyEvent(.pageDown, .shift),
    KEY_SDC: KeyEvent(.delete, .shift), KEY_SIC: KeyEvent(.insert, .shift),
  ]
}
