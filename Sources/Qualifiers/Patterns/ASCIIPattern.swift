import Glibc

/// A ``LikePattern`` of ASCII characters only, compared with texts of such characters byte by byte.
///
/// Most texts are of that kind, and need not be taken apart into characters.
///
/// A class, for it is asked about millions of rows and a copy would count the references to its pieces each time.
package final class ASCIIPattern: Sendable {
  /// Bytes that stand one behind the other, small letters where case does not matter; ``wildcard`` fits any byte.
  private typealias Piece = [UInt8]

  /// Stands for one character; no byte of ASCII.
  static let wildcard: UInt8 = 0xFF

  /// How a text begins.
  private let head: Piece
  /// The pieces between the stars, in order.
  private let middle: [Piece]
  /// How a text ends; `nil` without a star, where the head is all of it.
  private let tail: Piece?
  private let ignoresCase: Bool

  /// A pattern of pieces with a star between each two.
  init(pieces: [[UInt8]], ignoringCase: Bool) {
    head = pieces.first ?? []
    tail = pieces.count > 1 ? pieces.last : nil
    middle = pieces.dropFirst().dropLast().filter { !$0.isEmpty }
    ignoresCase = ignoringCase
  }

  /// Whether the whole of a text fits; `nil` where its bytes are not its characters.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard Self.hasOneByteCharacters(text) else { return nil }
    guard let tail else { return text.count == head.count && fits(head, text, at: 0) }
    let end = text.count - tail.count
    guard head.count <= end, fits(head, text, at: 0), fits(tail, text, at: end) else {
      return false
    }
    var position = head.count
    for piece in middle {
      guard let found = first(piece, text, from: position, to: end) else { return false }
      position = found + piece.count
    }
    return true
  }

  /// Whether all bytes are ASCII and none is a CR, which with an LF is one character; eight at a time.
  private static func hasOneByteCharacters(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(text)
    guard bytes.count >= 8 else { return bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D } }
    var found: UInt64 = 0
    func look(at offset: Int) {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      // Subtracting 1 of a byte borrows from its highest bit only where it is 0.
      let difference = word ^ 0x0D0D_0D0D_0D0D_0D0D
      found |= word | ((difference &- 0x0101_0101_0101_0101) & ~difference)
    }
    for offset in stride(from: 0, to: bytes.count - 8, by: 8) { look(at: offset) }
    look(at: bytes.count - 8)
    return found & 0x8080_8080_8080_8080 == 0
  }

  private func fits(_ piece: Piece, _ text: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    for (offset, wanted) in piece.enumerated() where wanted != Self.wildcard {
      let byte = text[position + offset]
      guard byte == wanted || (ignoresCase && byte.lowercasedASCII == wanted) else { return false }
    }
    return true
  }

  /// Returns the first position between two positions where a piece matches.
  private func first(
    _ piece: Piece,
    _ text: UnsafeBufferPointer<UInt8>,
    from start: Int,
    to end: Int
  ) -> Int? {
    let last = end - piece.count
    guard start <= last else { return nil }
    guard let offset = piece.firstIndex(where: { $0 != Self.wildcard }) else { return start }
    var position = start
    while let found = next(piece[offset], text, from: position + offset, through: last + offset) {
      position = found - offset
      if fits(piece, text, at: position) { return position }
      position += 1
    }
    return nil
  }

  /// Returns the next position of a byte, in either case if case is ignored.
  private func next(
    _ byte: UInt8,
    _ text: UnsafeBufferPointer<UInt8>,
    from start: Int,
    through last: Int
  ) -> Int? {
    guard start <= last else { return nil }
    guard ignoresCase, byte.isSmallLetter else {
      return text.firstIndex(of: byte, from: start, through: last)
    }
    // One pass: looking for each case in turn would go through the whole text again for a case that is not there.
    for position in start...last where text[position] | 0x20 == byte { return position }
    return nil
  }
}

extension UInt8 {
  fileprivate var isSmallLetter: Bool { self &- 0x61 < 26 }
  fileprivate var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func firstIndex(of byte: UInt8, from start: Int, through last: Int) -> Int? {
    guard let base = baseAddress, let found = memchr(base + start, Int32(byte), last - start + 1)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }
}
