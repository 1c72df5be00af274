import Terminal

/// Turns the bytes that a terminal sends into events: keys, typed and pasted text, mouse and focus.
///
/// Bytes may arrive in any pieces. No byte of a text is lost: a character that is cut waits for its rest, and what is no
/// UTF-8 becomes U+FFFD, as `String(decoding:as:)` reads it. An unknown sequence is swallowed, for its letters
/// would run commands.
struct KeyDecoder {
  private let sequences: KeySequences
  /// The bytes received but not yet decoded.
  private var pending: [UInt8] = []
  /// The bytes of a paste so far; nil outside of one.
  private var pasted: [UInt8]?
  private var typed = String.UnicodeScalarView()
  private var events: [TerminalEvent] = []
  private var lastInput: ContinuousClock.Instant?

  /// A paste whose end never comes must not swallow what is typed later.
  private static let longestPauseInPaste = Duration.seconds(1)
  private static let longestMouseReport = 20
  private static let longestSequence = 40

  init(sequences: KeySequences = .common) { self.sequences = sequences }

  /// Takes bytes as they arrive.
  mutating func take(_ bytes: some Collection<UInt8>) {
    pending.append(contentsOf: bytes)
    decode(isLast: false)
  }

  /// Notes that bytes arrive now, before they are taken.
  ///
  /// After a long pause within a paste one key alone ends it: it was typed by somebody whose terminal never told the end.
  mutating func inputArrives(_ bytes: some Collection<UInt8>, at now: ContinuousClock.Instant) {
    defer { lastInput = now }
    guard let pasted, let lastInput, now - lastInput > KeyDecoder.longestPauseInPaste,
      isOneKey(Array(bytes))
    else { return }
    finishPaste(pasted + pending)
    pending = []
  }

  private func isOneKey(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, pending.isEmpty else { return false }
    guard first == KeyTable.escape else { return Utf8.length(first) >= bytes.count }
    return !KeyTable.pasteEnd.starts(with: bytes) && !bytes.starts(with: KeyTable.pasteEnd)
      && bytes.count < 8
  }

  /// Whether more must arrive soon, or what is there is something else: Esc, or the beginning of a key.
  var isUndecided: Bool {
    pasted == nil && pending.first.map { sequences.begin(with: $0) } == true
  }

  /// The events so far; called when there is nothing left to read, which is what tells Esc from Alt.
  mutating func finish() -> [TerminalEvent] {
    decode(isLast: true)
    finishTyping()
    defer { events = [] }
    return events
  }

  // MARK: Decoding

  private mutating func decode(isLast: Bool) {
    var position = 0
    while position < pending.count {
      let used = pasted == nil ? step(at: position, isLast) : paste(at: position)
      if used == 0 { break }
      position += used
    }
    pending.removeFirst(position)
  }

  /// Understands what stands at a place outside of a paste.
  /// - Returns: How many bytes it was; 0 to wait for more.
  private mutating func step(at start: Int, _ isLast: Bool) -> Int {
    let byte = pending[start]
    if byte >= 0x20, byte != 0x7F { return text(at: start) }
    guard byte == KeyTable.escape || sequences.begin(with: byte) else {
      emit(control: byte)
      return 1
    }
    switch sequences.match(pending[start...]) {
    case .whole(.mouse, let length): return mouse(at: start, behind: length)
    case .whole(let meaning, let length):
      act(on: meaning)
      return length
    case .beginning(let meaning?, let length) where isLast:
      act(on: meaning)
      return length
    case .beginning where !isLast: return 0
    case .beginning, .none:
      guard byte == KeyTable.escape else {
        emit(control: byte)
        return 1
      }
      return afterEscape(at: start, isLast)
    }
  }

  /// An escape that begins no known sequence: the key itself, Alt with a key, or an unknown sequence.
  private mutating func afterEscape(at start: Int, _ isLast: Bool) -> Int {
    guard start + 1 < pending.count else {
      guard isLast else { return 0 }
      emit(KeyEvent(.escape))
      return 1
    }
    let next = pending[start + 1]
    switch next {
    case KeyTable.escape:
      switch sequences.match(pending[(start + 1)...]) {
      case .whole(.key(let key), let length):
        emit(KeyEvent(key.key, key.modifiers.union(.alt)))
        return length + 1
      case .beginning where !isLast && start + 2 < pending.count: return 0
      default:
        emit(KeyEvent(.escape))
        return 1
      }
    case UInt8(ascii: "["), UInt8(ascii: "O"): return unknownSequence(at: start, isLast)
    case UInt8(ascii: "]") where !isLast || pending.count > start + 2:
      return groundAnswer(at: start) ?? alt(at: start, isLast)
    default: return alt(at: start, isLast)
    }
  }

  /// Alt with a character.
  private mutating func alt(at start: Int, _ isLast: Bool) -> Int {
    let length = Utf8.length(pending[start + 1])
    guard start + 1 + length <= pending.count else {
      guard isLast else { return 0 }
      emit(KeyEvent(.escape))
      return 1
    }
    let text = String(decoding: pending[(start + 1)..<(start + 1 + length)], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
      // No character: the text behind the key says what is wrong with it.
      emit(KeyEvent(.escape))
      return 1
    }
    let key = KeyTable.key(scalar: scalar)
    emit(KeyEvent(key.key, key.modifiers.union(.alt)))
    return length + 1
  }

  /// The answer to ``ModeSequences/askGround``: `ESC ] 11 ; rgb:…` up to BEL or `ESC \`.
  /// - Returns: How many bytes it was, 0 to wait for more; `nil` for something else.
  private mutating func groundAnswer(at start: Int) -> Int? {
    let (rest, beginning) = (pending[start...], ModeSequences.groundAnswer)
    guard zip(rest, beginning).allSatisfy({ $0 == $1 }) else { return nil }
    let text = rest.dropFirst(beginning.count).prefix { $0 >= 0x20 && $0 != 0x7F }
    guard let end = rest[text.endIndex...].first else {
      return rest.count < KeyDecoder.longestSequence ? 0 : rest.count
    }
    let length = text.endIndex - start + (end == KeyTable.escape ? 2 : 1)
    guard rest.count >= length else { return 0 }
    if let isLight = ModeSequences.isLight(ground: String(decoding: text, as: UTF8.self)) {
      tell(.ground(isLight: isLight))
    }
    return length
  }

  /// `ESC [` or `ESC O`, parameters and a last letter; without any of them it is Alt with the bracket.
  private mutating func unknownSequence(at start: Int, _ isLast: Bool) -> Int {
    let introducer = pending[start + 1]
    var position = start + 2
    while position < pending.count {
      let byte = pending[position]
      guard (0x20...0x7E).contains(byte) else { break }
      position += 1
      // The Linux console sends `ESC [ [ A`.
      let isFinal = byte >= 0x40 && !(introducer == 0x5B && position == start + 3 && byte == 0x5B)
      if isFinal { return position - start }
    }
    // The middle of a sequence is not typed: it is one that the line delivers in parts.
    let isCut = position == pending.count && position - start < KeyDecoder.longestSequence
    if isCut, !isLast || position > start + 2 { return 0 }
    if position == start + 2 {
      let key = KeyTable.key(scalar: Unicode.Scalar(introducer))
      emit(KeyEvent(key.key, .alt))
    }
    return position - start
  }

  private mutating func mouse(at start: Int, behind length: Int) -> Int {
    var position = start + length
    while position < pending.count, position - start < KeyDecoder.longestMouseReport {
      let byte = pending[position]
      position += 1
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"): continue
      case UInt8(ascii: "M"), UInt8(ascii: "m"):
        let report = String(decoding: pending[(start + length)..<(position - 1)], as: UTF8.self)
        if let event = MouseEvent(report: report, isRelease: byte == UInt8(ascii: "m")) {
          tell(.mouse(event))
        }
        return position - start
      default: return position - 1 - start
      }
    }
    // A report that is cut goes on with the next bytes.
    return position - start < KeyDecoder.longestMouseReport ? 0 : position - start
  }

  // MARK: Text

  /// Characters up to the next control character, or to one that has not arrived as a whole.
  private mutating func text(at start: Int) -> Int {
    let rest = pending[start...]
    let control = rest.firstIndex { $0 < 0x20 || $0 == 0x7F }
    let end = control ?? Utf8.end(of: rest)
    guard end > start else { return 0 }
    typed.append(contentsOf: String(decoding: pending[start..<end], as: UTF8.self).unicodeScalars)
    return end - start
  }

  private mutating func emit(control byte: UInt8) {
    // Enter within what arrives at once is a line break of a text, to a field that takes some.
    if byte == 0x0A || byte == 0x0D { return typed.append("\n") }
    emit(KeyTable.key(scalar: Unicode.Scalar(byte)))
  }

  private mutating func paste(at start: Int) -> Int {
    let rest = pending[start...]
    guard let escape = rest.firstIndex(of: KeyTable.escape) else {
      pasted?.append(contentsOf: rest)
      return rest.count
    }
    pasted?.append(contentsOf: pending[start..<escape])
    let tail = pending[escape...]
    if tail.starts(with: KeyTable.pasteEnd), let text = pasted {
      finishPaste(text)
      return escape - start + KeyTable.pasteEnd.count
    }
    if KeyTable.pasteEnd.starts(with: tail) { return escape - start }
    pasted?.append(KeyTable.escape)
    return escape - start + 1
  }

  // MARK: Events

  private mutating func tell(_ event: TerminalEvent) {
    finishTyping()
    events.append(event)
  }

  private mutating func emit(_ key: KeyEvent) { tell(.key(key)) }

  private mutating func act(on meaning: KeyTable.Meaning) {
    switch meaning {
    case .key(let key): emit(key)
    case .focus(let isFocused): tell(.focus(isFocused))
    case .pasteStart:
      finishTyping()
      pasted = []
    case .pasteEnd, .mouse: break
    }
  }

  /// One character is a key; several that arrived together are one text, for the views that take texts.
  private mutating func finishTyping() {
    guard let first = typed.first else { return }
    let isOne = typed.count == 1
    events.append(isOne ? .key(KeyTable.key(scalar: first)) : .typed(String(typed)))
    typed = String.UnicodeScalarView()
  }

  /// Terminals send the line breaks of pasted text as the key Enter sends them.
  private mutating func finishPaste(_ bytes: [UInt8]) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte == 0x0A, text.last == 0x0D { text.removeLast() }
      text.append(byte)
    }
    for index in text.indices where text[index] == 0x0D { text[index] = 0x0A }
    pasted = nil
    events.append(.paste(String(decoding: text, as: UTF8.self)))
  }
}

/// Helper functions of the key decoder that find UTF-8 character boundaries in bytes from the terminal.
///
/// Characters with missing bytes stay pending until the rest arrives.
private enum Utf8 {
  /// How many bytes a character takes that begins with this one; 1 for what begins none.
  static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// The end of the last character of which all bytes are there.
  static func end(of bytes: ArraySlice<UInt8>) -> Int {
    for back in 1...3 where back <= bytes.count {
      let index = bytes.endIndex - back
      guard bytes[index] & 0xC0 != 0x80 else { continue }
      return length(bytes[index]) > back ? index : bytes.endIndex
    }
    return bytes.endIndex
  }
}
