import Terminal

/// The mapping from byte sequences to keys: those in the terminal's terminfo entry, and common ones that it omits.
enum KeyTable {
  /// The meaning of a byte sequence: a key, a focus change, a paste or a mouse report.
  enum Meaning: Hashable {
    case key(KeyEvent)
    case focus(Bool)
    /// Pasted text follows, up to ``KeyTable/pasteEnd``.
    case pasteStart
    /// An end of pasted text whose beginning was not seen.
    case pasteEnd
    /// A report of the mouse follows: numbers and a letter.
    case mouse
  }

  static let escape: UInt8 = 0x1B
  static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// The keys that xterm reports with modifiers, and the end of their sequences: a letter, or a number before `~`.
  private static let modifiable: [(KeyEvent.Key, String)] = [
    (.up, "A"), (.down, "B"), (.right, "C"), (.left, "D"), (.end, "F"), (.home, "H"),
    (.insert, "2"), (.delete, "3"), (.pageUp, "5"), (.pageDown, "6"),
  ]

  private static let plain: [(String, KeyEvent.Key)] = [
    ("[A", .up), ("[B", .down), ("[C", .right), ("[D", .left),
    ("OA", .up), ("OB", .down), ("OC", .right), ("OD", .left),
    ("[H", .home), ("[F", .end), ("OH", .home), ("OF", .end),
    ("[1~", .home), ("[4~", .end), ("[7~", .home), ("[8~", .end), ("[2~", .insert),
    ("[3~", .delete), ("[5~", .pageUp), ("[6~", .pageDown), ("[Z", .backTab),
  ]

  /// The sequences that terminals send whatever their description says.
  static var definitions: [(sequence: String, meaning: Meaning)] {
    var definitions: [(String, Meaning)] = [
      ("\u{1B}[200~", .pasteStart), ("\u{1B}[201~", .pasteEnd),
      ("\u{1B}[I", .focus(true)), ("\u{1B}[O", .focus(false)), ("\u{1B}[<", .mouse),
    ]
    definitions += plain.map { ("\u{1B}" + $0.0, .key(KeyEvent($0.1))) }
    for (key, end) in modifiable {
      for modifiers in 2...8 {
        let isLetter = end.first?.isLetter == true
        let sequence = isLetter ? "1;\(modifiers)\(end)" : "\(end);\(modifiers)~"
        definitions.append(("\u{1B}[" + sequence, .key(KeyEvent(key, held(modifiers - 1)))))
      }
    }
    return definitions
  }

  /// xterm counts Shift 1, Alt 2 and Ctrl 4, and sends the sum plus 1.
  private static func held(_ bits: Int) -> KeyEvent.Modifiers {
    var modifiers: KeyEvent.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 2 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// The key of a character: a control character is Ctrl with its letter, unless it is a key of its own.
  static func key(scalar: Unicode.Scalar) -> KeyEvent {
    switch scalar.value {
    case 0: return KeyEvent(.character(" "), .control)
    case 8, 127: return KeyEvent(.backspace)
    case 9: return KeyEvent(.tab)
    case 10, 13: return KeyEvent(.enter)
    case 27: return KeyEvent(.escape)
    case 1..<32:
      let letter = Unicode.Scalar(UInt8(scalar.value) + 64)
      return KeyEvent(.character(Character(letter)), .control)
    default: return KeyEvent(.character(Character(scalar)))
    }
  }

  /// The terminfo capability names of keys.
  ///
  /// https://invisible-island.net/ncurses/man/terminfo.5.html
  static let capabilities: [(name: String, key: KeyEvent)] = {
    var names: [(String, KeyEvent)] = [
      ("kcuu1", KeyEvent(.up)), ("kcud1", KeyEvent(.down)), ("kcub1", KeyEvent(.left)),
      ("kcuf1", KeyEvent(.right)), ("khome", KeyEvent(.home)), ("kend", KeyEvent(.end)),
      ("kll", KeyEvent(.end)), ("ka1", KeyEvent(.home)), ("kc1", KeyEvent(.end)),
      ("ka3", KeyEvent(.pageUp)), ("kc3", KeyEvent(.pageDown)), ("kpp", KeyEvent(.pageUp)),
      ("knp", KeyEvent(.pageDown)), ("kent", KeyEvent(.enter)), ("kbs", KeyEvent(.backspace)),
      ("kdch1", KeyEvent(.delete)), ("kich1", KeyEvent(.insert)), ("kcbt", KeyEvent(.backTab)),
      ("kri", KeyEvent(.up, .shift)), ("kind", KeyEvent(.down, .shift)),
      ("kLFT", KeyEvent(.left, .shift)), ("kRIT", KeyEvent(.right, .shift)),
      ("kHOM", KeyEvent(.home, .shift)), ("kEND", KeyEvent(.end, .shift)),
      ("kPRV", KeyEvent(.pageUp, .shift)), ("kNXT", KeyEvent(.pageDown, .shift)),
      ("kDC", KeyEvent(.delete, .shift)), ("kIC", KeyEvent(.insert, .shift)),
    ]
    for number in 1...63 { names.append(("kf\(number)", KeyEvent(.function(number)))) }
    return names
  }()
}
