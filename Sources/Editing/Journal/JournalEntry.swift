import EntityStore
import FoundationEssentials

/// One thing that a journal says.
nonisolated enum JournalEntry: Codable {
  /// The database and the user.
  case begin(JournalHeader)
  /// The object that a number identifies from here on, without changes yet.
  case object(Int, PendingState.Subject)
  /// The value of an object at a place; `nil` removes it.
  case put(Int, PendingState.Place, CodedValue?)
  /// How a text at a place has changed.
  case edit(Int, PendingState.Place, TextEdit)
  /// Nothing is pending in an object any more.
  case drop(Int)
  /// A save of these objects is about to be committed, with the time by which a log knows it.
  case saving(Double?, [Int])
  /// The result of the save is known.
  case settled
  /// The contents of another journal were copied into this one.
  case took(String)
}

/// The header of a journal: its database, user and time.
package nonisolated struct JournalHeader: Codable, Equatable, Sendable {
  /// How it is written.
  package var version = 1
  /// The file of the database, as it was called.
  package let path: String
  package let userName: String
  /// When it was begun, in seconds since 1970.
  package let time: Double

  /// A journal that is begun.
  package init(path: String, userName: String, time: Double) {
    (self.path, self.userName, self.time) = (path, userName, time)
  }
}

/// The frame around journal entries: a length and a checksum, so that all entries of a frame are read or none.
nonisolated enum JournalFrame {
  /// The first bytes of every journal file.
  static let magic = Array("d2t-journal\n".utf8)
  private static let headCount = 12

  /// Entries as they are written.
  static func bytes(of entries: [JournalEntry]) throws(JournalFault) -> [UInt8] {
    guard let data = try? JSONEncoder.ofValues.encode(entries) else { throw .formless }
    let payload = [UInt8](data)
    return bytes(UInt64(payload.count), count: 4) + bytes(checksum(payload[...]), count: 8)
      + payload
  }

  /// The frame that begins at `start`: what is in it, and where the next begins; `nil` where none is there whole.
  static func payload(at start: Int, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard bytes.count - start >= headCount else { return nil }
    let count = number(bytes[start..<(start + 4)])
    let first = start + headCount
    guard count <= UInt64(bytes.count - first) else { return nil }
    let payload = bytes[first..<(first + Int(count))]
    // Entries are a list as JSON: nothing else has to be gone through.
    guard payload.first == UInt8(ascii: "[") else { return nil }
    return number(bytes[(start + 4)..<first]) == checksum(payload) ? payload : nil
  }

  private static func bytes(_ number: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// FNV-1a.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
