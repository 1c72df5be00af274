/// The parts of a time that texts of a column omit when they are zero, such as seconds or midnight.
package struct TimeOmissions: OptionSet, Sendable, Hashable {
  /// The bits.
  package let rawValue: Int

  /// Creates a set from its bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The seconds of a whole minute: `12:30`.
  package static let seconds = TimeOmissions(rawValue: 1)
  /// All of midnight: `2024-05-01`.
  package static let midnight = TimeOmissions(rawValue: 2)

  /// Detects the parts of a time that most of `texts` omit.
  init(most texts: [String]) {
    var (days, moments, minutes, times) = (0, 0, 0, 0)
    for text in texts {
      let count = text.utf8.prefix(20).count
      let isMoment = count > 10 && text.utf8.dropFirst(4).first == UInt8(ascii: "-")
      if count == 10 { days += 1 }
      if isMoment { moments += 1 }
      if isMoment || text.utf8.dropFirst(2).first == UInt8(ascii: ":") { times += 1 }
      if count == 5 || isMoment && count == 16 { minutes += 1 }
    }
    self = []
    if days > moments { insert(.midnight) }
    if minutes * 2 > times { insert(.seconds) }
  }
}
