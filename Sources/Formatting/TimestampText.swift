package import FoundationEssentials
import Qualifiers

/// A moment as a text with its offset from UTC: `2024-05-01T12:00:00+02:00`, `…Z`, `2024-05-01 12:00:00.123 +0200`.
///
/// Its value is the time in UTC. Another moment is written in the same form, at the same offset.
package struct TimestampText {
  private let text: String
  private let parts: TimestampParts

  /// `nil` for a text that is no such moment; one without an offset is in UTC.
  package init?(_ text: String) {
    guard let parts = Date.timestampParts(of: text) else { return nil }
    (self.text, self.parts) = (text, parts)
  }

  /// The time in UTC.
  package var moment: Date { parts.moment }

  /// Another moment, written as this one is.
  ///
  /// Years that are not four digits long stand in no such text; those are written in UTC.
  package func written(for other: Date) -> String {
    if other == moment { return text }
    let micros = (other.timeIntervalSinceReferenceDate * 1e6).rounded()
    guard let whole = Int(exactly: micros) else { return CalendarText.moment(other) }
    let (seconds, fraction) = whole.quotientAndModulus(1_000_000)
    let local = Date(timeIntervalSinceReferenceDate: Double(seconds + parts.offset))
    guard (0...9999).contains(local.wallClock.year) else { return CalendarText.moment(other) }
    let clock = Int(local.wallClock.seconds.rounded())
    var result = local.dayText
    result.append(parts.separator)
    result += CalendarText.padded(clock / 3600, 2) + ":" + CalendarText.padded(clock / 60 % 60, 2)
    if parts.hasSeconds || clock % 60 != 0 || fraction != 0 {
      result += ":" + CalendarText.padded(clock % 60, 2) + fractionText(fraction)
    }
    return result + parts.zone
  }

  /// Returns the fraction of a second with at least the original number of digits, and more where the value needs them.
  private func fractionText(_ micros: Int) -> String {
    var digits = CalendarText.padded(micros, 6)
    while digits.utf8.count > parts.digitCount, digits.hasSuffix("0") { digits.removeLast() }
    // What other programs write has three digits or six.
    let usual =
      digits.isEmpty || digits.utf8.count <= parts.digitCount
      ? parts.digitCount : digits.utf8.count <= 3 ? 3 : 6
    digits += String(repeating: "0", count: max(0, usual - digits.utf8.count))
    return digits.isEmpty ? "" : "." + digits
  }

  /// The text of a moment in the form of another text.
  package static func text(_ new: String, inFormOf old: String) -> String {
    guard let form = Self(old), let moment = Self(new)?.moment else { return new }
    return form.written(for: moment)
  }

  /// How two texts stand to each other: moments by time, before what is none.
  package static func order(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    // Most texts are written alike up to their end.
    if left.elementsEqual(right) { return 0 }
    switch (date(left), date(right)) {
    case (let left?, let right?): return left < right ? -1 : left > right ? 1 : 0
    case (_?, nil): return -1
    case (nil, _?): return 1
    case (nil, nil): return left.lexicographicallyPrecedes(right) ? -1 : 1
    }
  }

  /// Parses a timestamp like `Date(moment:)`, with a fast path for the most common form: `2024-05-01T10:00:00Z`.
  private static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    if text.count == 20, text[19] == UInt8(ascii: "Z"),
      let date = CalendarText.date(UnsafeBufferPointer(rebasing: text.dropLast()))
    {
      return date
    }
    return Date(moment: String(decoding: text, as: UTF8.self))
  }
}

extension Int {
  /// Rounded down, so that what is left is never negative.
  fileprivate func quotientAndModulus(_ divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
