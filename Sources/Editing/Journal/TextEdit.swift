import Glibc

/// A replacement within a text: some UTF-8 bytes are removed at a position and others inserted.
nonisolated struct TextEdit: Codable, Equatable {
  let start: Int
  let removed: Int
  let inserted: String

  /// `nil` where both are the same, byte by byte.
  init?(from old: String, to new: String) {
    var (old, new) = (old, new)
    let place = old.withUTF8 { old in
      new.withUTF8 { new in Self.place(old, new).map { ($0, new.count - $0.end) } }
    }
    guard let ((start, end), newEnd) = place else { return nil }
    self.start = start
    removed = old.utf8.count - end - start
    inserted = new.withUTF8 { String(decoding: $0[start..<newEnd], as: UTF8.self) }
  }

  /// How much both have in common at the beginning and at the end; no character is cut.
  private static func place(
    _ old: UnsafeBufferPointer<UInt8>,
    _ new: UnsafeBufferPointer<UInt8>
  ) -> (start: Int, end: Int)? {
    let shared = min(old.count, new.count)
    let (oldEnd, newEnd) = (old.count, new.count)
    var start = 0
    while start + stretch <= shared, isSame(old, at: start, new, at: start) { start += stretch }
    while start < shared, old[start] == new[start] { start += 1 }
    if start == old.count, start == new.count { return nil }
    while start > 0, old.isInside(start) || new.isInside(start) { start -= 1 }
    var end = 0
    while end + stretch <= shared - start,
      isSame(old, at: oldEnd - end - stretch, new, at: newEnd - end - stretch)
    {
      end += stretch
    }
    while end < shared - start, old[oldEnd - end - 1] == new[newEnd - end - 1] { end += 1 }
    while end > 0, old.isInside(oldEnd - end) { end -= 1 }
    return (start, end)
  }

  private static func isSame(
    _ old: UnsafeBufferPointer<UInt8>,
    at oldStart: Int,
    _ new: UnsafeBufferPointer<UInt8>,
    at newStart: Int
  ) -> Bool {
    guard let left = old.baseAddress, let right = new.baseAddress else { return false }
    return memcmp(left + oldStart, right + newStart, stretch) == 0
  }

  private static let stretch = 4096

  /// The text that comes of another one; `nil` where it cannot be the one that was meant.
  func applied(to text: String) -> String? {
    var bytes = Array(text.utf8)
    guard start >= 0, removed >= 0, start <= bytes.count, removed <= bytes.count - start else {
      return nil
    }
    bytes.replaceSubrange(start..<(start + removed), with: inserted.utf8)
    return String(validating: bytes, as: UTF8.self)
  }
}

nonisolated extension UnsafeBufferPointer<UInt8> {
  /// Whether a place is in the middle of a character.
  fileprivate func isInside(_ place: Int) -> Bool { place < count && self[place] & 0xC0 == 0x80 }
}
