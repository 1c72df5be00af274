public import EntityModel
import Formatting
public import Qualifiers

/// Turns a value into the text that people read; chosen by name with the key `formatter`.
public nonisolated struct Formatter: Sendable {
  /// The name of the formatter in rules.
  public let name: String
  /// One sentence for help.
  public let summary: String
  /// The kinds of properties whose values it writes; `nil` for all.
  public let types: Set<PropertyKind>?
  /// The keys that its texts depend on.
  public let reads: Set<String>
  /// The text of a value that is not null; `nil` when the value is not of a kind the formatter knows.
  public let text: @Sendable (Value, FormatContext) -> String?

  /// A text that it may have written as programs write the value, to be typed by the user; `nil` for another text.
  package var reading: @Sendable (String, FormatContext) -> String?

  /// A text that says what may be typed, such as `minutes, like 156 or 2 h 36 min`; `nil` where fields show the same form.
  package var typedForms: String?

  /// The properties of its texts that a search relies on; ``FormatterOutputKind/unknown`` for formatters of applications.
  package var manner = FormatterOutputKind.unknown

  /// A formatter called `name`; where it has a `reading`, what is typed into fields may be what it writes.
  ///
  /// `reading` gives a text that `text` may have written as programs write the value, `1234.5`, and `nil` for another text.
  public init(
    _ name: String,
    _ summary: String,
    types: Set<PropertyKind>? = nil,
    reads: Set<String> = [],
    text: @escaping @Sendable (Value, FormatContext) -> String?,
    reading: @escaping @Sendable (String, FormatContext) -> String? = { _, _ in nil }
  ) {
    (self.name, self.summary) = (name, summary)
    (self.types, self.reads) = (types, reads)
    (self.text, self.reading) = (text, reading)
  }
}

nonisolated extension Formatter {
  /// Returns a copy with `manner`, which tells a search how the texts are made.
  fileprivate func writing(_ manner: FormatterOutputKind) -> Formatter {
    var copy = self
    copy.manner = manner
    return copy
  }

  private static func number(
    _ name: String,
    _ summary: String,
    as manner: FormatterOutputKind,
    text: @escaping @Sendable (Value, FormatContext) -> String?,
    reading: @escaping @Sendable (String, FormatContext) -> String? = { _, _ in nil }
  ) -> Formatter {
    Formatter(
      name,
      summary,
      types: PropertyKind.numbers,
      reads: ["locale"],
      text: text,
      reading: reading
    )
    .writing(manner)
  }

  private static func duration(
    _ name: String,
    _ summary: String,
    besides signs: String,
    typed: String,
    text: @escaping @Sendable (Double) -> String,
    reading: @escaping @Sendable (String) -> String?
  ) -> Formatter {
    var formatter = Formatter(
      name,
      summary,
      types: PropertyKind.numbers,
      text: { value, _ in value.number.map(text) },
      reading: { text, _ in reading(text) }
    )
    .writing(.amount(besides: signs))
    formatter.typedForms = typed
    return formatter
  }

  private static func date(
    _ name: String,
    _ summary: String,
    text: @escaping @Sendable (Value, FormatContext) -> String?
  ) -> Formatter {
    Formatter(name, summary, types: PropertyKind.days, text: text).writing(.date)
  }

  private static func truth(
    _ name: String,
    _ summary: String,
    yes: String,
    no: String
  ) -> Formatter {
    Formatter(
      name,
      summary,
      types: PropertyKind.truths,
      text: { value, _ in value.truth.map { $0 ? yes : no } },
      reading: { text, context in
        guard let truth = [yes: true, no: false][text.lowercased()] else { return nil }
        let isBool = context.attribute?.type.kind == .bool
        return truth ? (isBool ? "yes" : "1") : (isBool ? "no" : "0")
      }
    )
    .writing(.amount(besides: yes + no))
  }

  /// The formatters that come with the program; one line adds one.
  public static let builtIn: [Formatter] = [
    number("integer", "Whole number with grouped digits.", as: .number(padded: false)) {
      NumberText.grouped($0, places: 0, exact: true, $1.numbers)
    },
    number(
      "number",
      "Number with grouped digits and its fraction.",
      as: .number(padded: false)
    ) {
      NumberText.grouped($0, places: nil, exact: true, $1.numbers)
    },
    number(
      "decimal",
      "Number with the decimal places of its column.",
      as: .number(padded: true)
    ) {
      NumberText.grouped($0, places: $1.attribute?.definition.scale, exact: true, $1.numbers)
    },
    number("currency", "Number with two decimal places.", as: .amount(besides: "")) {
      NumberText.grouped($0, places: 2, exact: false, $1.numbers)
    },
    number(
      "percent",
      "Fraction of one as a percentage.",
      as: .amount(besides: " %"),
      text: {
        let hundreds = $0.number.map { Value.double($0 * 100) }
        return hundreds.flatMap { [numbers = $1.numbers] hundreds in
          NumberText.grouped(hundreds, places: 0, exact: false, numbers).map { "\($0) %" }
        }
      },
      reading: { NumberText.plain(ofPercentage: $0, $1.numbers) }
    ),
    Formatter(
      "plain",
      "Just the digits or the text.",
      text: { value, _ in value.description },
      // Digits that no language has grouped.
      reading: { text, _ in Double(text) == nil ? nil : text }
    )
    .writing(.plain),
    Formatter(
      "bytes",
      "Size of binary data, or a number of bytes as kB and MB.",
      types: PropertyKind.numbers.union([.blob]),
      reads: ["locale"],
      text: { value, context in
        if case .data(let bytes) = value {
          return BytesKind.text(bytes, size: bytes.count, context.numbers)
        }
        return value.number.flatMap { Int(exactly: $0.rounded()) }
          .map { ByteText.size($0, context.numbers) }
      },
      reading: { ByteText.plain(ofSize: $0, $1.numbers) }
    )
    .writing(.amount(besides: " BkMGT")),
    duration(
      "duration",
      "Minutes as hours and minutes.",
      besides: " hmin",
      typed: "minutes, like 156 or 2 h 36 min",
      text: { DurationText.text(minutes: $0) },
      reading: { DurationText.plain(ofMinutes: $0) }
    ),
    duration(
      "seconds",
      "Seconds as hours, minutes and seconds.",
      besides: ":s ",
      typed: "seconds, like 3723 or 1:02:03",
      text: { DurationText.text(seconds: $0) },
      reading: { DurationText.plain(ofSeconds: $0, perSecond: 1) }
    ),
    duration(
      "milliseconds",
      "Milliseconds as minutes and seconds.",
      besides: ":s ",
      typed: "milliseconds, like 213000 or 3:33",
      text: { DurationText.text(seconds: $0 / 1000) },
      reading: { DurationText.plain(ofSeconds: $0, perSecond: 1000) }
    ),
    date("date", "Day as year-month-day.") {
      $1.timeBesideDay($0) ?? $0.civilTime?.dayText ?? $1.never($0)
    },
    date("time", "Time of day.") { value, _ in value.civilTime?.timeText ?? value.string },
    date("timestamp", "Day and time.") {
      $0.civilTime.map { "\($0.dayText) \($0.timeText)" } ?? $1.never($0)
    },
    date("month", "Year and month.") {
      $0.civilTime.map { String($0.dayText.prefix(7)) } ?? $1.never($0)
    },
    date("year", "Year only.") {
      $0.civilTime.map { String($0.dayText.prefix(4)) } ?? $1.never($0) ?? $0.description
    },
    truth("yesNo", "True or false as yes or no.", yes: "yes", no: "no"),
    truth("check", "True or false as a check mark.", yes: "✓", no: "–"),
    Formatter("upper", "Text in capitals.") { value, _ in value.description.uppercased() }
      .writing(.plain),
    Formatter("lower", "Text in small letters.") { value, _ in value.description.lowercased() },
  ]
}

/// The context that a formatter gets beside the value: the attribute and the number style.
public nonisolated struct FormatContext: Sendable {
  /// The attribute the value belongs to, if any.
  public var attribute: Attribute?
  /// How numbers are written.
  public var numbers: NumberStyle

  /// `never` for a 0 or -1 that stands for no moment.
  package func never(_ value: Value) -> String? {
    guard attribute?.definition.zeroIsNever == true, let number = value.number else { return nil }
    return number == 0 || number == -1 ? "never" : nil
  }

  /// A day with a time where only days are kept, whole: who sees the day alone would take it for all that is there.
  package func timeBesideDay(_ value: Value) -> String? {
    guard let attribute, attribute.type.kind == .date, let time = value.civilTime, !time.isMidnight
    else {
      return nil
    }
    switch value {
    case .string(let text): return text
    // What counts time may be declared to show days alone.
    default: return attribute.keepsTimesBesideDays ? "\(time.dayText) \(time.timeText)" : nil
    }
  }

  /// Creates the context for a value of `attribute`.
  package init(attribute: Attribute? = nil, numbers: NumberStyle = .plain) {
    (self.attribute, self.numbers) = (attribute, numbers)
  }
}
