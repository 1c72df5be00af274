/// A key pressed, with the modifiers held.
///
/// Shift is part of a character (`G`), not a modifier beside it; Ctrl with a letter is the small letter.
public struct KeyEvent: Hashable, Sendable {
  /// A key of the keyboard.
  public enum Key: Hashable, Sendable {
    /// A key that types this character.
    case character(Character)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, escape, tab, backTab
    case backspace, delete, insert
    /// A function key, from 1.
    case function(Int)
  }

  /// Keys held while another is pressed.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// One bit for each member.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The Ctrl key.
    public static let control = Modifiers(rawValue: 1 << 0)
    /// The Alt or Meta key.
    public static let alt = Modifiers(rawValue: 1 << 1)
    /// The Shift key, with keys that type nothing.
    public static let shift = Modifiers(rawValue: 1 << 2)
  }

  /// The key pressed.
  public let key: Key
  /// The modifiers held.
  public let modifiers: Modifiers

  /// Makes an event, in the one spelling that every event of this key has.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    var key = key
    var modifiers = modifiers
    if key == .tab, modifiers.contains(.shift) { key = .backTab }
    if key == .backTab { modifiers.remove(.shift) }
    if case .character(let character) = key {
      let isLetter = character.isASCII && character.isLetter
      if modifiers.contains(.control), isLetter {
        key = .character(Character(character.lowercased()))
      } else if modifiers.contains(.shift), isLetter {
        key = .character(Character(character.uppercased()))
        modifiers.remove(.shift)
      }
    }
    self.key = key
    self.modifiers = modifiers
  }

  /// The event of a key that types a character.
  public static func character(_ character: Character) -> KeyEvent {
    KeyEvent(.character(character))
  }

  /// The event of the key that types a character, be it a line end.
  package static func typed(_ character: Character) -> KeyEvent {
    character == "\n" ? KeyEvent(.enter) : .character(character)
  }

  /// The event of a character typed with Ctrl held.
  public static func control(_ character: Character) -> KeyEvent {
    KeyEvent(.character(character), .control)
  }

  /// The character that the key types into a field; `nil` for command keys.
  package var typedCharacter: Character? {
    guard case .character(let character) = key, modifiers.isEmpty else { return nil }
    return character
  }
}
