import Qualifiers

/// A prepared search for one text within others, which ignores case and the Unicode composition of accents.
///
/// Gives the same answers as ``LikePattern`` for `*text*` without case. It compares bytes where every scalar is a character
/// of its own; `LikePattern` compares characters.
package final class TextFinder: Sendable {
  /// The text as it is looked for, case folded.
  package let folded: String
  /// Its digits.
  package let digits: [UInt8]
  private let pattern: LikePattern
  /// The scalars of the folded text, where each is a character by itself; `nil` where they are not.
  private let scalars: [UInt32]?
  /// The bytes of the folded text, where they are printable ASCII.
  private let letters: [UInt8]?
  /// The place of the byte among them that texts have least.
  private let rarest: Int
  private let characters: Set<Character>

  package init(_ text: String) {
    var escaped = ""
    for character in text {
      if ["*", "?", "\\"].contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    pattern = LikePattern("*\(escaped)*", ignoringCase: true)
    let folded = LikePattern.fold(text)
    self.folded = folded
    digits = folded.utf8.filter { (0x30...0x39).contains($0) }
    characters = Set(folded)
    let bytes = Array(folded.utf8)
    letters = !bytes.isEmpty && bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? bytes : nil
    rarest = bytes.indices.min { Self.commonness(bytes[$0]) < Self.commonness(bytes[$1]) } ?? 0
    let scalars = folded.unicodeScalars.map(\.value)
    self.scalars = scalars.allSatisfy { LetterFoldingTable.folded($0) == $0 } ? scalars : nil
  }

  /// Whether some character of the text is none of `alphabet`.
  package func needsMore(than alphabet: String) -> Bool {
    !characters.isSubset(of: LikePattern.fold(alphabet))
  }

  /// Whether the text stands in another.
  package func isFound(in text: String) -> Bool {
    if let told = text.utf8.withContiguousStorageIfAvailable({ isFound(in: $0) }) { return told }
    return pattern.matches(text)
  }

  /// Returns whether the text occurs in the UTF-8 bytes of another text.
  package func isFound(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if let told = foundInASCII(bytes) ?? foundByScalars(in: bytes) { return told }
    return pattern.matches(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether one of several texts that are found by the same ``anchor`` stands in another: one look at its bytes serves all.
  static func isFound(oneOf finders: [TextFinder], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    finders[0].foundInASCII(bytes, orOneOf: finders)
      ?? finders.contains { $0.isFound(in: bytes) }
  }

  /// The byte by which the text is found; `nil` where it is not found by its bytes.
  var anchor: UInt8? { letters?[rarest] }

  /// How common a byte is in texts: blanks and the letters of many languages before all others.
  private static func commonness(_ byte: UInt8) -> Int {
    let order: StaticString = "zqxjkvbwyfpgmuchdlrsntoaie0 "
    return order.withUTF8Buffer { $0.firstIndex(of: byte).map { $0 + 1 } ?? 0 }
  }

  /// `nil` for a text with other characters than those of ASCII, and where such are looked for as a control character.
  private func foundInASCII(
    _ bytes: UnsafeBufferPointer<UInt8>,
    orOneOf others: [TextFinder]? = nil
  ) -> Bool? {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    guard let letters else {
      guard scalars?.contains(where: { $0 >= 0x80 }) == true else { return nil }
      // No letter of ASCII is another one in any case.
      while index + 8 <= raw.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 != 0 { return nil }
        index += 8
      }
      return raw[index...].allSatisfy { $0 < 0x80 } ? false : nil
    }
    let wanted = letters[rarest]
    let bit: UInt8 = (0x61...0x7A).contains(wanted) ? 0x20 : 0
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (wide, bits) = (UInt64(wanted) &* ones, UInt64(bit) &* ones)
    var isFound = false
    while raw.count >= 8, index < raw.count {
      // Sixteen bytes at once; at the end some a second time.
      let first = min(index, max(raw.count &- 16, 0))
      let second = min(first &+ 8, raw.count &- 8)
      let left = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: first, as: UInt64.self))
      let right = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: second, as: UInt64.self))
      if (left | right) & Self.highBits != 0 { return nil }
      let (inLeft, inRight) = (Self.zeros((left | bits) ^ wide), Self.zeros((right | bits) ^ wide))
      if inLeft | inRight != 0, !isFound {
        isFound =
          isHere(letters, in: bytes, inLanes: inLeft, from: first, orOneOf: others)
          || isHere(letters, in: bytes, inLanes: inRight, from: second, orOneOf: others)
      }
      index = second &+ 8
    }
    while index < raw.count {
      let byte = raw[index]
      if byte >= 0x80 { return nil }
      if !isFound, byte | bit == wanted, isHere(letters, in: bytes, at: index, orOneOf: others) {
        isFound = true
      }
      index += 1
    }
    return isFound
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The highest bit of each byte that is zero, and of some behind one that is: taking 1 from it borrows from that bit.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & highBits
  }

  /// Whether the text, or one of others, stands where its rarest byte may do: in the marked ones of eight bytes.
  private func isHere(
    _ letters: [UInt8],
    in bytes: UnsafeBufferPointer<UInt8>,
    inLanes marked: UInt64,
    from start: Int,
    orOneOf others: [TextFinder]?
  ) -> Bool {
    var rest = marked
    while rest != 0 {
      let place = start + (rest.trailingZeroBitCount >> 3)
      if isHere(letters, in: bytes, at: place, orOneOf: others) { return true }
      rest &= rest &- 1
    }
    return false
  }

  /// Whether the text, or one of others, stands where its rarest byte does.
  private func isHere(
    _ letters: [UInt8],
    in bytes: UnsafeBufferPointer<UInt8>,
    at place: Int,
    orOneOf others: [TextFinder]?
  ) -> Bool {
    guard let others else { return isHere(letters, in: bytes, at: place) }
    return others.contains { $0.isHere($0.letters ?? [], in: bytes, at: place) }
  }

  /// Whether the text stands where its rarest byte does.
  private func isHere(
    _ letters: [UInt8],
    in bytes: UnsafeBufferPointer<UInt8>,
    at place: Int
  ) -> Bool {
    let start = place - rarest
    guard start >= 0, start + letters.count <= bytes.count else { return false }
    for (offset, letter) in letters.enumerated() {
      let byte = bytes[start + offset]
      guard byte == letter || (byte &- 0x41 < 26 && byte | 0x20 == letter) else { return false }
    }
    return true
  }

  /// `nil` where scalars do not tell.
  private func foundByScalars(in bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard let scalars, let first = scalars.first else { return nil }
    var start = 0
    // Every scalar is looked at once as the first one, so that all of them are known to tell.
    while start < bytes.count {
      guard let (scalar, length) = LetterFoldingTable.scalar(bytes, at: start) else { return nil }
      start += length
      guard scalar == first else { continue }
      var (next, position) = (1, start)
      while next < scalars.count, position < bytes.count {
        guard let (scalar, length) = LetterFoldingTable.scalar(bytes, at: position) else {
          return nil
        }
        guard scalar == scalars[next] else { break }
        next += 1
        position += length
      }
      if next == scalars.count {
        return LetterFoldingTable.areSimple(bytes, from: position) ? true : nil
      }
    }
    return false
  }
}

/// A table that maps single-scalar characters to their case-folded scalars, so that `TextFinder` can compare bytes.
///
/// Covers Latin, Greek and Cyrillic letters, and the syllables and ideographs of East Asia.
package enum LetterFoldingTable {
  /// By number up to the end of Cyrillic; 0 where more than one scalar, or what stands beside it, counts.
  private static let table: [UInt32] = (0..<0x500 as Range<UInt32>).map { number in
    guard let scalar = Unicode.Scalar(number), number >= 0x20, number != 0x7F,
      !(0x80..<0xA0).contains(number), number != 0xAD,
      scalar.properties.canonicalCombiningClass == .notReordered,
      !marks.contains(scalar.properties.generalCategory)
    else { return 0 }
    let text = String(Character(scalar))
    let folded = LikePattern.fold(text).unicodeScalars
    guard folded.count == 1, let letter = folded.first, letter.value < 0x500,
      !otherSpellings.contains(number), !otherSpellings.contains(letter.value)
    else { return 0 }
    return letter.value
  }

  private static let marks: Set<Unicode.GeneralCategory> = [
    .nonspacingMark, .spacingMark, .enclosingMark, .format,
  ]

  /// Signs that are another way to write one of the others.
  private static let otherSpellings: Set<UInt32> = [0x374, 0x37E, 0x387]

  /// The scalar that stands for the letter of another; `nil` where one does not tell.
  package static func folded(_ scalar: UInt32) -> UInt32? {
    if scalar < 0x500 {
      let letter = table[Int(scalar)]
      return letter == 0 ? nil : letter
    }
    switch scalar {
    case 0x3005...0x3029, 0x3030...0x3096, 0x309B...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3:
      return scalar
    default: return nil
    }
  }

  /// The letter at a place of well-formed UTF-8, and how many bytes it takes; `nil` where it does not tell.
  @inline(__always)
  package static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>,
    at index: Int
  ) -> (scalar: UInt32, length: Int)? {
    let byte = UInt32(bytes[index])
    func tail(_ offset: Int) -> UInt32? {
      guard index + offset < bytes.count, bytes[index + offset] & 0xC0 == 0x80 else { return nil }
      return UInt32(bytes[index + offset] & 0x3F)
    }
    switch byte {
    case 0x20..<0x80:
      guard let letter = folded(byte) else { return nil }
      return (letter, 1)
    case 0xC2..<0xE0:
      guard let second = tail(1), let letter = folded((byte & 0x1F) << 6 | second) else {
        return nil
      }
      return (letter, 2)
    case 0xE1..<0xED:
      guard let second = tail(1), let third = tail(2),
        let letter = folded((byte & 0x0F) << 12 | second << 6 | third)
      else { return nil }
      return (letter, 3)
    default: return nil
    }
  }

  /// Whether all bytes from a place on are letters that tell.
  package static func areSimple(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var position = start
    while position < bytes.count {
      guard let (_, length) = scalar(bytes, at: position) else { return false }
      position += length
    }
    return true
  }
}
