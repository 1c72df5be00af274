/// Takes a program's output apart: glyphs, control characters and escape sequences.
///
/// The states are those of https://vt100.net/emu/dec_ansi_parser, with UTF-8 where it has bytes.
struct EscapeParser {
  /// A sequence `CSI prefix numbers final`.
  struct Sequence: Equatable {
    var prefix: Character?
    var numbers: [Int]
    var final: Character

    /// A number of the sequence; one that is 0 or left out counts as the default.
    func number(_ index: Int, default value: Int) -> Int {
      numbers.indices.contains(index) && numbers[index] != 0 ? numbers[index] : value
    }
  }

  enum Action: Equatable {
    case print(Unicode.Scalar)
    case control(UInt8)
    case escape(UInt8)
    case sequence(Sequence)
    case command(String)
  }

  private enum State {
    case ground, escape, escapeIntermediate, sequence
    /// Within a string: an operating system command, which is kept, or another, which is not.
    case string(isCommand: Bool)
    case stringEscape(isCommand: Bool)
  }

  private var state = State.ground
  private var collected: [UInt8] = []

  /// Takes one byte.
  /// - Returns: What is complete with it, if anything.
  mutating func take(_ byte: UInt8) -> Action? {
    switch state {
    case .ground: takeInGround(byte)
    case .escape: takeAfterEscape(byte)
    case .escapeIntermediate: takeFinal(byte)
    case .sequence: takeInSequence(byte)
    case .string(let isCommand): takeInString(byte, isCommand: isCommand)
    case .stringEscape(let isCommand): endString(isCommand: isCommand)
    }
  }

  private mutating func takeInGround(_ byte: UInt8) -> Action? {
    if collected.isEmpty {
      if byte == 0x1B {
        state = .escape
        return nil
      }
      if byte < 0x20 || byte == 0x7F { return .control(byte) }
      if byte < 0x80 { return .print(Unicode.Scalar(byte)) }
    }
    collected.append(byte)
    let length = collected[0] >= 0xF0 ? 4 : collected[0] >= 0xE0 ? 3 : collected[0] >= 0xC0 ? 2 : 1
    guard collected.count >= length else { return nil }
    defer { collected = [] }
    return .print(String(decoding: collected, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}")
  }

  private mutating func takeAfterEscape(_ byte: UInt8) -> Action? {
    switch byte {
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "]"): state = .string(isCommand: true)
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string(isCommand: false)
    case 0x20..<0x30: state = .escapeIntermediate
    case 0x1B: break
    default:
      state = .ground
      return .escape(byte)
    }
    return nil
  }

  /// The end of a sequence such as `ESC ( B`, which selects a character set.
  private mutating func takeFinal(_ byte: UInt8) -> Action? {
    if byte >= 0x30 { state = .ground }
    return nil
  }

  private mutating func takeInSequence(_ byte: UInt8) -> Action? {
    if byte < 0x20 { return .control(byte) }
    guard (0x40...0x7E).contains(byte) else {
      collected.append(byte)
      return nil
    }
    defer {
      collected = []
      state = .ground
    }
    var text = Substring(String(decoding: collected, as: UTF8.self))
    var prefix: Character?
    if let first = text.first, "<=>?".contains(first) {
      prefix = first
      text = text.dropFirst()
    } else if let last = text.last, !last.isNumber, last != ";", last != ":" {
      // A sequence with an intermediate character, such as the cursor's shape.
      prefix = last
    }
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    return .sequence(
      Sequence(
        prefix: prefix,
        numbers: text.isEmpty ? [] : numbers,
        final: Character(Unicode.Scalar(byte))
      )
    )
  }

  private mutating func takeInString(_ byte: UInt8, isCommand: Bool) -> Action? {
    switch byte {
    case 0x07: return endString(isCommand: isCommand)
    case 0x1B: state = .stringEscape(isCommand: isCommand)
    default: collected.append(byte)
    }
    return nil
  }

  private mutating func endString(isCommand: Bool) -> Action? {
    defer {
      collected = []
      state = .ground
    }
    return isCommand ? .command(String(decoding: collected, as: UTF8.self)) : nil
  }
}
