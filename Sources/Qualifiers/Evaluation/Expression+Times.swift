package import FoundationEssentials

/// An object that knows which of its dates are days, moments and times of day.
package protocol DateKindCoding: KeyValueCoding {
  /// The kind of the dates at a path: a day, a date or a time; `anything` where it is not known.
  func dateKind(at path: PropertyPath) -> ComparedKind
}

extension EvaluationContext {
  /// Known by the object at the beginning of the path.
  package func dateKind(at path: PropertyPath) -> ComparedKind {
    guard path.components.count > 1 else { return .anything }
    let rest = PropertyPath(components: Array(path.components.dropFirst()))
    return value(at: PropertyPath(path.first))?.dateKind(at: rest) ?? .anything
  }
}

extension Value {
  /// The kind of the dates at a path from this object on.
  func dateKind(at path: PropertyPath) -> ComparedKind {
    guard case .object(let object) = self else { return .anything }
    return (object as? any DateKindCoding)?.dateKind(at: path) ?? .anything
  }
}

extension Expression {
  /// Whether a value of this is a time of day; where no column says it, one on 1 January 1970 is.
  func isTime(_ value: Value, with context: some EvaluationContext) -> Bool {
    switch value {
    case .date(let date): date.isOnFirstDay && date.kind(comparedKind(context.dateKind)) == .time
    case .string(let text): Date(timeOfDay: text) != nil
    default: false
    }
  }

  /// A value of this as operators on text see it: dates in the form of their kind.
  func text(of value: Value, with context: some EvaluationContext) -> Value {
    guard case .date(let date) = value else { return value }
    return .string(date.text(of: comparedKind(context.dateKind)))
  }
}

extension Date {
  /// Reads a time of day: `08:30`, `08:30:15`.
  package init?(timeOfDay text: String) {
    guard text.utf8.dropFirst(2).first == UInt8(ascii: ":") else { return nil }
    self.init(wallClock: "1970-01-01 " + text)
  }

  /// Whether it falls on the day that times of day are kept on.
  var isOnFirstDay: Bool { (0..<86_400).contains(timeIntervalSince1970) }

  /// The time of the day alone.
  var timeOfDay: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970 - startOfDay.timeIntervalSince1970)
  }

  /// Whether it is a day, a date with a time or a time, where `known` is what its column says.
  fileprivate func kind(_ known: ComparedKind) -> ComparedKind {
    switch known {
    case .time where isOnFirstDay: .time
    case .day where self == startOfDay: .day
    case .anything where isOnFirstDay: .time
    case .anything where self == startOfDay: .day
    default: .date
    }
  }

  /// `2024-02-28 10:00:00`, of a day `2024-02-28`, of a time `10:00:00`, with all digits of a fraction.
  package func text(of known: ComparedKind) -> String {
    let kind = kind(known)
    if kind == .day { return dayText }
    let parts = wallClockText(separator: " ").split(separator: " ")
    let time = parts.count > 1 ? String(parts[1]) : "00:00"
    let whole = time.count == 5 ? time + ":00" : time
    return kind == .time ? whole : "\(dayText) \(whole)"
  }
}
