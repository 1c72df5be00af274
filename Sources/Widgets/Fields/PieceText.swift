import Glibc

/// A text in pieces, so that a change costs the same however long the text is.
///
/// Places are counted in bytes of UTF-8 and stand between scalars. A piece is never changed through a copy of the text:
/// undo keeps what was there before without copying it.
nonisolated struct PieceText: Sendable {
  private struct Piece: Sendable {
    var bytes: [UInt8]
    var lineCount: Int

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      lineCount = PieceText.lineFeeds(in: bytes)
    }
  }

  /// How many line feeds there are; the C library looks for them many bytes at a time.
  private static func lineFeeds(in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { buffer in
      guard var place = buffer.baseAddress else { return 0 }
      let end = place + buffer.count
      var count = 0
      while let found = memchr(place, Int32(lineFeed), end - place) {
        count += 1
        place = UnsafeRawPointer(found) + 1
      }
      return count
    }
  }

  private var pieces: [Piece] = []
  /// How many bytes it has.
  private(set) var count = 0

  private static let pieceSize = 1 << 15
  fileprivate static let lineFeed = UInt8(ascii: "\n")

  init() {}

  init(_ text: some StringProtocol) {
    var text = String(text)
    text.withUTF8 { bytes in self.append(bytes[...]) }
  }

  private mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    var rest = bytes
    while !rest.isEmpty {
      pieces.append(Piece(Array(rest.prefix(Self.pieceSize))))
      rest = rest.dropFirst(Self.pieceSize)
    }
    count += bytes.count
  }

  /// Puts a text at the end.
  mutating func append(_ text: PieceText) {
    replace(count..<count, with: text)
  }

  // MARK: Reading

  /// The text as a string.
  var string: String { string(in: 0..<count) }

  /// A part of the text as a string.
  func string(in range: Range<Int>) -> String { String(decoding: bytes(in: range), as: UTF8.self) }

  /// A part of the bytes.
  func bytes(in range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    forEachPart(of: range) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private func forEachPart(of range: Range<Int>, _ body: (ArraySlice<UInt8>) -> Void) {
    guard !range.isEmpty else { return }
    var (index, start) = piece(at: range.lowerBound)
    while index < pieces.count, start < range.upperBound {
      let bytes = pieces[index].bytes
      let first = max(0, range.lowerBound - start)
      body(bytes[first..<min(bytes.count, range.upperBound - start)])
      start += bytes.count
      index += 1
    }
  }

  /// The piece in which a byte stands, and where it begins; behind the text there is none.
  private func piece(at offset: Int) -> (index: Int, start: Int) {
    var start = 0
    for index in pieces.indices {
      let end = start + pieces[index].bytes.count
      if offset < end { return (index, start) }
      start = end
    }
    return (pieces.count, start)
  }

  func byte(at offset: Int) -> UInt8? {
    let (index, start) = piece(at: offset)
    return pieces.indices.contains(index) ? pieces[index].bytes[offset - start] : nil
  }

  /// The nearest place between scalars at or before `offset`.
  func aligned(_ offset: Int) -> Int {
    var offset = min(max(0, offset), count)
    while offset > 0, let byte = byte(at: offset), byte & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  // MARK: Lines

  /// Returns the start of the line around an offset.
  func lineStart(_ offset: Int) -> Int {
    var (index, start) = piece(at: max(0, offset - 1))
    guard offset > 0 else { return 0 }
    var limit = offset - start
    while true {
      let piece = pieces[index]
      if piece.lineCount > 0, let found = piece.bytes[..<limit].lastIndex(of: Self.lineFeed) {
        return start + found + 1
      }
      guard index > 0 else { return 0 }
      index -= 1
      limit = pieces[index].bytes.count
      start -= limit
    }
  }

  /// Returns the end of the line around an offset, before its line feed or CR LF.
  func lineEnd(_ offset: Int) -> Int {
    var (index, start) = piece(at: offset)
    var first = offset - start
    while index < pieces.count {
      let piece = pieces[index]
      if piece.lineCount > 0, let found = piece.bytes[first...].firstIndex(of: Self.lineFeed) {
        let end = start + found
        return end > 0 && byte(at: end - 1) == 0x0D ? end - 1 : end
      }
      start += piece.bytes.count
      index += 1
      first = 0
    }
    return count
  }

  /// Returns the start of the line after one that ends at `end`; `nil` for the last line.
  func nextLine(after end: Int) -> Int? {
    guard end < count else { return nil }
    return end + (byte(at: end) == 0x0D ? 2 : 1)
  }

  /// How many lines end before a place.
  func lineNumber(_ offset: Int) -> Int {
    let (index, start) = piece(at: offset)
    let before = pieces[..<index].reduce(0) { $0 + $1.lineCount }
    guard index < pieces.count else { return before }
    return before + pieces[index].bytes[..<(offset - start)].count { $0 == Self.lineFeed }
  }

  /// How many line feeds the text has.
  var lineFeedCount: Int { pieces.reduce(0) { $0 + $1.lineCount } }

  // MARK: Characters

  /// The maximum length of a character in bytes; longer sequences of combining marks are split.
  private static let longestCharacter = 256

  /// At most `limit` characters from a place on.
  func characters(from offset: Int, limit: Int) -> [Character] {
    let end = aligned(min(count, offset + limit * 8 + Self.longestCharacter))
    var characters = Array(string(in: offset..<max(offset, end)).prefix(limit))
    // The last one may go on behind what was looked at.
    if characters.count < limit, characters.count > 1, end < count { characters.removeLast() }
    return characters
  }

  /// Hands over the characters of a part, each whole however long it is, until `body` says that it has enough.
  func forEachCharacter(in range: Range<Int>, _ body: (Character) -> Bool) {
    var place = range.lowerBound
    var length = Self.glance
    while place < range.upperBound {
      let isLast = range.upperBound - place <= length
      let end = isLast ? range.upperBound : aligned(place + length)
      var isWhole = false
      var open: Character?
      for character in string(in: place..<end) {
        if let open {
          isWhole = true
          place += open.utf8.count
          guard body(open) else { return }
        }
        open = character
      }
      if isLast {
        if let open { _ = body(open) }
        return
      }
      // The last one may go on behind what was looked at.
      length = isWhole ? Self.glance : length * 4
    }
  }

  /// The number of bytes read at a time.
  private static let glance = 1 << 10

  /// At most `limit` characters before a place, in their order.
  func characters(before offset: Int, limit: Int) -> [Character] {
    let start = aligned(offset - limit * 8 - Self.longestCharacter)
    var characters = Array(string(in: start..<offset).suffix(limit))
    if characters.count < limit, characters.count > 1, start > 0 { characters.removeFirst() }
    return characters
  }

  /// The place behind the character at `offset`.
  func next(_ offset: Int) -> Int {
    offset + (characters(from: offset, limit: 1).first?.utf8.count ?? 0)
  }

  /// The place before the character in front of `offset`.
  func previous(_ offset: Int) -> Int {
    offset - (characters(before: offset, limit: 1).last?.utf8.count ?? 0)
  }

  // MARK: Changing

  /// Puts `new` in the place of a range.
  /// - Returns: What was there.
  @discardableResult
  mutating func replace(_ range: Range<Int>, with new: PieceText) -> PieceText {
    let first = piece(at: range.lowerBound)
    // Small changes at one place stay within its piece.
    if first.index < pieces.count, new.count < 1024,
      range.upperBound - first.start <= pieces[first.index].bytes.count,
      pieces[first.index].bytes.count + new.count <= 2 * Self.pieceSize
    {
      let old = PieceText(bytes: bytes(in: range))
      var bytes = pieces[first.index].bytes
      bytes.replaceSubrange(
        (range.lowerBound - first.start)..<(range.upperBound - first.start),
        with: new.bytes(in: 0..<new.count)
      )
      if bytes.isEmpty {
        pieces.remove(at: first.index)
      } else {
        pieces[first.index] = Piece(bytes)
      }
      count += new.count - range.count
      return old
    }
    let (before, rest) = split(at: range.lowerBound)
    let (old, after) = rest.split(at: range.count)
    var joined = before
    joined.join(new)
    joined.join(after)
    self = joined
    return old
  }

  private init(bytes: [UInt8]) {
    self.init()
    bytes.withUnsafeBufferPointer { self.append($0[...]) }
  }

  /// Puts the pieces of another text behind those of this one; small neighbours become one.
  private mutating func join(_ other: PieceText) {
    var others = other.pieces[...]
    if let last = pieces.last, let first = others.first,
      last.bytes.count + first.bytes.count <= Self.pieceSize
    {
      pieces[pieces.count - 1] = Piece(last.bytes + first.bytes)
      others = others.dropFirst()
    }
    pieces.append(contentsOf: others)
    count += other.count
  }

  private func split(at offset: Int) -> (PieceText, PieceText) {
    let (index, start) = piece(at: offset)
    var (left, right) = (PieceText(), PieceText())
    left.pieces = Array(pieces[..<index])
    left.count = offset
    right.count = count - offset
    guard index < pieces.count else { return (left, right) }
    let bytes = pieces[index].bytes
    let inner = offset - start
    right.pieces = Array(pieces[(index + 1)...])
    if inner == 0 {
      right.pieces.insert(pieces[index], at: 0)
    } else {
      left.pieces.append(Piece(Array(bytes[..<inner])))
      right.pieces.insert(Piece(Array(bytes[inner...])), at: 0)
    }
    return (left, right)
  }
}
