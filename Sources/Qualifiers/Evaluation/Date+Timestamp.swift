package import FoundationEssentials

/// Moments that are written with their offset from UTC.
extension Date {
  /// Reads what ``init(wallClock:)`` reads, and a time with an offset, which gives the time in UTC:
  /// `2024-05-01T12:00:00+02:00`, `2024-05-01 12:00:00.123 +0200`, `… 10:00:00 UTC`.
  package init?(moment text: String) {
    guard let date = Self.timestampParts(of: text)?.moment ?? Date(wallClock: text) else {
      return nil
    }
    self = date
  }

  /// Reads a day, or a day and a time as its clock shows it, in capitals or small letters: `2024-05-01T00:30:00+02:00` is of
  /// 1 May, though it was still April in UTC.
  package init?(dayAndTime text: String) {
    let text = text.uppercased()
    let clock = Self.timestampParts(of: text).map { $0.moment + Double($0.offset) }
    guard let date = clock ?? Date(wallClock: text) else { return nil }
    self = date
  }

  /// The pieces of a time with or without an offset; `nil` for all else.
  package static func timestampParts(of text: String) -> TimestampParts? {
    var bytes = Array(text.utf8)[...]
    guard bytes.count >= 16, bytes.count <= 48 else { return nil }
    let zone = Self.zone(at: &bytes)
    // `2024-05-01T12:00`, then seconds, then a fraction, which is read for itself: whole seconds add up exactly.
    let time = bytes.prefix(while: { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ",") })
    let digits = bytes.dropFirst(time.count + 1)
    guard time.count == 16 || time.count == 19, time[10] != UInt8(ascii: "Z"),
      let wall = Date(wallClock: String(decoding: time, as: UTF8.self).uppercased()),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      bytes.count == time.count || (time.count == 19 && !digits.isEmpty),
      let fraction = Double("0." + String(decoding: digits, as: UTF8.self) + "0")
    else { return nil }
    let whole = wall.timeIntervalSinceReferenceDate - Double(zone.offset)
    return TimestampParts(
      moment: Date(timeIntervalSinceReferenceDate: whole + fraction),
      separator: Character(Unicode.Scalar(time[10])),
      hasSeconds: time.count == 19,
      digitCount: digits.count,
      offset: zone.offset,
      zone: zone.text
    )
  }

  /// Takes the offset from the end: `Z`, `UTC`, `+02:00`, `-0230`, `+02`, also behind a blank.
  private static func zone(at bytes: inout ArraySlice<UInt8>) -> (text: String, offset: Int) {
    var rest = bytes
    guard let offset = takeOffset(from: &rest) else { return ("", 0) }
    if rest.last == UInt8(ascii: " ") { rest.removeLast() }
    // The hyphens of a day are no offsets.
    guard rest.count >= 16 else { return ("", 0) }
    defer { bytes = rest }
    return (String(decoding: bytes[rest.endIndex...], as: UTF8.self), offset)
  }

  private static func takeOffset(from bytes: inout ArraySlice<UInt8>) -> Int? {
    for name in ["UTC", "GMT", "Z", "z"]
    where bytes.suffix(name.utf8.count).elementsEqual(name.utf8) {
      bytes = bytes.dropLast(name.utf8.count)
      return 0
    }
    guard
      let sign = bytes.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") })
    else { return nil }
    var digits = Array(bytes[(sign + 1)...])
    if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
    guard digits.count == 2 || digits.count == 4,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let numbers = digits.map { Int($0 - UInt8(ascii: "0")) } + (digits.count == 2 ? [0, 0] : [])
    let (hours, minutes) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
    guard hours < 24, minutes < 60 else { return nil }
    let isWest = bytes[sign] == UInt8(ascii: "-")
    bytes = bytes[..<sign]
    return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
  }
}

/// The parts of a timestamp text: its moment in UTC, and how separator, seconds, fraction and offset are written.
///
/// Used to write a changed timestamp in the notation of the old one.
package struct TimestampParts {
  /// The time in UTC.
  package let moment: Date
  /// The character between date and time.
  package let separator: Character
  /// Whether seconds are written.
  package let hasSeconds: Bool
  /// How many digits the fraction of a second has.
  package let digitCount: Int
  /// Seconds east of UTC.
  package let offset: Int
  /// How the offset is written; empty for none.
  package let zone: String
}
