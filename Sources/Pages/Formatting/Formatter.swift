public import EntityModel
public import Qualifiers

/// Turns a value into the text that people read; chosen by name with the key `formatter`.
public nonisolated struct Formatter: Sendable {
  /// What rules call it.
  public let name: String
  /// One sentence for help.
  public let summary: String
  /// The kinds of properties whose values it writes; `nil` for all.
  public let types: Set<PropertyKind>?
  /// The keys that its texts depend on.
  public let reads: Set<String>
  /// The text of a value that is not null; `nil` when the value is not of a kind the formatter knows.
  public let text: @Sendable (Value, FormatContext) -> String?

  /// A text that it may have written as programs write the value, which whoever edits it types; `nil` for another text.
  var reading: @Sendable (String, FormatContext) -> String? = { _, _ in nil }

  /// What a search knows of its texts; of a formatter that others wrote nothing.
  var manner = FormatterManner.unknown

  /// A formatter called `name`.
  public init(
    _ name: String,
    _ summary: String,
    types: Set<PropertyKind>? = nil,
    reads: Set<String> = [],
    text: @escaping @Sendable (Value, FormatContext) -> String?
  ) {
    (self.name, self.summary) = (name, summary)
    (self.types, self.reads) = (types, reads)
    self.text = text
  }
}

nonisolated extension Formatter {
  /// The same, with what is known of its texts.
  fileprivate func writing(_ manner: FormatterManner) -> Formatter {
    var copy = self
    copy.manner = manner
    return copy
  }

  /// The formatters that come with the program; one line adds one.
  public static let builtIn: [Formatter] = [
    Formatter(
      "integer",
      "Whole number with groups of digits.",
      types: PropertyKind.numbers,
      reads: ["locale"]
    ) { value, context in
      NumberText.grouped(value, places: 0, exact: true, context.numbers)
    }
    .writing(.number(padded: false)),
    Formatter(
      "number",
      "Number with groups of digits and the fraction it has.",
      types: PropertyKind.numbers,
      reads: ["locale"]
    ) { value, context in
      NumberText.grouped(value, places: nil, exact: true, context.numbers)
    }
    .writing(.number(padded: false)),
    Formatter(
      "decimal",
      "Number with as many places as its column declares.",
      types: PropertyKind.numbers,
      reads: ["locale"]
    ) { value, context in
      NumberText.grouped(
        value,
        places: context.attribute?.definition.scale,
        exact: true,
        context.numbers
      )
    }
    .writing(.number(padded: true)),
    Formatter("currency", "Number with two places.", types: PropertyKind.numbers, reads: ["locale"])
    { value, context in
      NumberText.grouped(value, places: 2, exact: false, context.numbers)
    }
    .writing(.amount(besides: "")),
    Formatter(
      "percent",
      "Fraction of one as a percentage.",
      types: PropertyKind.numbers,
      reads: ["locale"]
    ) { value, context in
      value.number.map {
        NumberText.grouped(.double($0 * 100), places: 0, exact: false, context.numbers).map {
          "\($0) %"
        }
      } ?? nil
    }
    .writing(.amount(besides: " %")),
    Formatter("plain", "Just the digits or the text.") { value, _ in value.description }
      .writing(.plain),
    Formatter(
      "bytes",
      "Size of binary data, or a number of bytes as kB and MB.",
      types: PropertyKind.numbers.union([.blob]),
      reads: ["locale"]
    ) {
      value,
      context in
      if case .data(let bytes) = value {
        return BytesKind.text(bytes, size: bytes.count, context.numbers)
      }
      return value.number.flatMap { Int(exactly: $0.rounded()) }
        .map { ByteText.size($0, context.numbers) }
    }
    .writing(.amount(besides: " BkMGT")),
    Formatter("duration", "Minutes as hours and minutes.", types: PropertyKind.numbers) {
      value,
      _ in
      value.number.map { DurationText.text(minutes: $0) }
    }
    .writing(.amount(besides: " hmin")),
    Formatter("seconds", "Seconds as hours, minutes and seconds.", types: PropertyKind.numbers) {
      value,
      _ in
      value.number.map { DurationText.text(seconds: $0) }
    }
    .writing(.amount(besides: ":s ")),
    Formatter("milliseconds", "Milliseconds as minutes and seconds.", types: PropertyKind.numbers) {
      value,
      _ in
      value.number.map { DurationText.text(seconds: $0 / 1000) }
    }
    .writing(.amount(besides: ":s ")),
    Formatter("date", "Day as year-month-day.", types: PropertyKind.days) { value, context in
      context.timeBesideDay(value) ?? value.civilTime?.dayText ?? context.never(value)
    }
    .writing(.date),
    Formatter("time", "Time of day.", types: PropertyKind.days) { value, _ in
      value.civilTime?.timeText ?? value.string
    }
    .writing(.date),
    Formatter("timestamp", "Day and time.", types: PropertyKind.days) { value, context in
      value.civilTime.map { "\($0.dayText) \($0.timeText)" } ?? context.never(value)
    }
    .writing(.date),
    Formatter("month", "Year and month.", types: PropertyKind.days) { value, context in
      value.civilTime.map { String($0.dayText.prefix(7)) } ?? context.never(value)
    }
    .writing(.date),
    Formatter("year", "Year only.", types: PropertyKind.days) { value, context in
      value.civilTime.map { String($0.dayText.prefix(4)) } ?? context.never(value)
        ?? value.description
    }
    .writing(.date),
    Formatter("yesNo", "Truth as yes and no.", types: PropertyKind.truths) { value, _ in
      value.truth.map { $0 ? "yes" : "no" }
    }
    .writing(.amount(besides: "yesno")),
    Formatter("check", "Truth as a check mark.", types: PropertyKind.truths) { value, _ in
      value.truth.map { $0 ? "✓" : "–" }
    }
    .writing(.amount(besides: "✓–")),
    Formatter("upper", "Text in capitals.") { value, _ in value.description.uppercased() }
      .writing(.plain),
    Formatter("lower", "Text in small letters.") { value, _ in value.description.lowercased() },
  ]
}

/// What a formatter may want to know beside the value.
public nonisolated struct FormatContext: Sendable {
  /// The attribute the value belongs to, if any.
  public var attribute: Attribute?
  /// How numbers are written.
  public var numbers: NumberStyle

  /// `never` for a 0 or -1 that stands for no moment.
  func never(_ value: Value) -> String? {
    guard attribute?.definition.zeroIsNever == true, let number = value.number else { return nil }
    return number == 0 || number == -1 ? "never" : nil
  }

  /// A day with a time where only days are kept, whole: who sees the day alone would take it for all that is there.
  func timeBesideDay(_ value: Value) -> String? {
    guard let attribute, attribute.type == .date, let time = value.civilTime, !time.isMidnight
    else {
      return nil
    }
    switch value {
    case .string(let text): return text
    // What counts time may be declared to show days alone.
    default: return attribute.keepsTimesBesideDays ? "\(time.dayText) \(time.timeText)" : nil
    }
  }

  /// What is known where a value is shown.
  public init(attribute: Attribute? = nil, numbers: NumberStyle = .plain) {
    (self.attribute, self.numbers) = (attribute, numbers)
  }
}
