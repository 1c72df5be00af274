import EntityModel
import FoundationEssentials
import Qualifiers
import Testing
import TestSupport

/// Dates that are nothing but numbers, in columns of which only the name says that they are dates.
struct NumericDateEpochTests {
  /// The storage formats of dates as numbers, each with the conversion from seconds since 1970.
  static let eras: [(storage: StorageFormat, number: @Sendable (Int64) -> Int64)] = [
    (.epochSeconds, { $0 }), (.epochMilliseconds, { $0 * 1000 + 7 }),
    (.epochMicroseconds, { $0 * 1_000_000 + 7 }), (.epochNanoseconds, { $0 * 1_000_000_000 + 7 }),
    (.referenceSeconds, { $0 - 978_307_200 }),
    (.referenceMilliseconds, { ($0 - 978_307_200) * 1000 }),
    (.referenceNanoseconds, { ($0 - 978_307_200) * 1_000_000_000 }),
    (.webKitSeconds, { $0 + 11_644_473_600 }),
    (.webKitMilliseconds, { ($0 + 11_644_473_600) * 1000 }),
    (.webKitMicroseconds, { ($0 + 11_644_473_600) * 1_000_000 }),
    (.fileTime, { ($0 + 11_644_473_600) * 10_000_000 + 7 }),
  ]

  /// Moments of 2011 to 2023.
  private static let moments = (0..<24).map { Int64(1_300_000_000 + $0 * 17_000_003) }

  private func found(_ name: String, _ values: [Value], declared: String = "INTEGER") -> ColumnType
  {
    ColumnType(declared: declared, columnName: name).refined(by: values)
  }

  @Test(arguments: NumericDateEpochTests.eras.indices)
  func `A12: moments that are plausible in one era only are of that era`(index: Int) {
    let era = Self.eras[index]
    let values = Self.moments.map { Value.int(era.number($0)) }
    for name in ["date", "at_ms", "installed_ms", "sent", "last_visit_time"] {
      let type = found(name, values)
      #expect(type.type == .timestamp && type.storage == era.storage, "\(name)")
      #expect(type.zeroIsNever)
    }
    // None and never, and one value that is no moment, do not hide the others.
    let spoilt = values + [.null, .int(0), .int(-1), .int(0), .int(Int64.max)]
    #expect(found("date", spoilt).storage == era.storage)
    #expect(found("size", values).type == .integer)
  }

  @Test func `J3: tenths of microseconds since 1601 are moments of Windows`() {
    let values = [133_497_936_000_000_000, 131_000_000_000_000_000].map { Value.int($0) }
    for name in ["last_write_time", "created", "filetime", "mtime"] {
      #expect(found(name, values).storage == .fileTime, "\(name)")
      #expect(found(name, [values[0]]).storage == .fileTime, "\(name)")
    }
    #expect(found("x", values, declared: "DATETIME").storage == .fileTime)
    // Tenths of microseconds since year 1, as of .NET, are none, nor are they Apple's nanoseconds of 2021.
    let ticks = [638_000_000_000_000_000, 636_000_000_000_000_000].map { Value.int($0) }
    #expect(found("created", ticks).type == .integer)
    #expect(found("created", ticks, declared: "DATETIME").type == .integer)
    #expect(
      found("created", ticks + [.int(700_000_000_000_000_000)]).storage == .referenceNanoseconds
    )
  }

  /// Uptimes of 45 hours and of ten days, and what counts them in a second.
  @Test(arguments: [1, 1_000, 1_000_000, 1_000_000_000])
  func `J3: the time since a device was started is no date`(perSecond: Int64) {
    for seconds: Int64 in [162_000, 300_000, 500_000, 700_000] {
      let values = (0..<20).map { Value.int((seconds + $0 * 60) * perSecond + 7) }
      for name in ["init_timestamp", "timestamp", "time", "boot_time_ms", "ts"] {
        #expect(found(name, values).type == .integer, "\(name) \(seconds)")
        #expect(found(name, [values[0]]).type == .integer, "\(name) \(seconds)")
      }
    }
  }

  @Test func `J3: seconds since 1904 are no dates of 2090`() {
    let values = (0..<20).map { Value.int(3_800_000_000 + $0 * 10_000) }
    #expect(found("created", values).type == .integer)
    #expect(found("created", values, declared: "TIMESTAMP").type == .integer)
  }

  @Test func `J3: fractions of seconds since 2001 are dates in the column of a clock`() {
    let values = [Value.double(489_123_456.789), .double(512_000_000)]
    for name in ["LSQuarantineTimeStamp", "TimeStamp", "timestamp", "time_stamp"] {
      let column = found(name, values, declared: "REAL")
      #expect(column.type == .timestamp && column.storage == .referenceSeconds, "\(name)")
    }
  }

  @Test(arguments: [
    ("mod", 1_581_236_544, StorageFormat.epochSeconds),
    ("mod", 1_581_236_544_279, .epochMilliseconds),
    ("last_change", 1_581_236_544, .epochSeconds),
    ("lastmod", 1_581_236_544_279, .epochMilliseconds),
    ("lastModified", 1_581_236_544_279, .epochMilliseconds),
    ("lastmodified", 1_581_236_544, .epochSeconds),
    ("last_login", 1_581_236_544, .epochSeconds),
    ("lastSync_ms", 1_581_236_544_279, .epochMilliseconds),
    ("time_slot", 13_255_986_600_000_000, .webKitMicroseconds),
  ])
  func `J3: a moment is found under the names that it has`(
    name: String,
    number: Int64,
    storage: StorageFormat
  ) {
    #expect(found(name, [.int(number), .int(number + 1), .int(0)]).storage == storage)
    #expect(found("size", [.int(number)]).type == .integer)
    #expect(found("last_id", [.int(number)]).type == .integer)
    #expect(found(name, [.int(3), .int(1482)]).type == .integer)
  }

  @Test func `J3: numbers are dates of one era, whichever it is, or of none`() {
    // Whatever numbers a column holds: a second look in another order finds the same, and all but outliers are plausible.
    var random = SeededGenerator(seed: 33)
    for _ in 0..<400 {
      let scale = (0..<19).reduce(Int64(1)) { product, place in
        place < 8 + random.below(11) ? product &* 10 : product
      }
      let start = Int64(random.below(1_000_000))
      let values = (0..<(1 + random.below(20))).map { _ in
        Value.int(max(1, scale / 1_000_000 * (start + Int64(random.below(50_000)))))
      }
      let column = found("created", values)
      #expect(found("created", values.reversed()) == column)
      guard column.type == .timestamp, let count = column.storage.count else { continue }
      let years = values.map { value -> Double in
        guard case .int(let number) = value else { return 0 }
        return (Double(number) - Double(count.origin)) / count.perSecond / 86_400 / 365.25 + 2001
      }
      let outliers = years.count { !(1995..<2101).contains($0) }
      #expect(outliers <= max(years.count < 8 ? 0 : 1, years.count / 10), "\(column) \(years)")
    }
  }

  @Test func `A12: what two eras could mean stays a number`() {
    // 1999 since 1970, or 2030 since 2001.
    let values = (0..<20).map { Value.int(920_000_000 + $0 * 1000) }
    #expect(found("date", values).type == .integer)
    #expect(found("at", values, declared: "DATETIME").type == .integer)
    #expect(found("at", values.map { .double($0.seconds + 0.5) }, declared: "REAL").type == .number)
    // One moment that is not of both decides.
    let decided = values + [.int(1_500_000_000), .int(1_600_000_000), .int(1_700_000_000)]
    #expect(found("date", decided).storage == .epochSeconds)
  }

  @Test func `A12: numbers of no plausible time stay numbers`() {
    for numbers: [Int64] in [[3, 5, 8], [0, 0, -1], [5_000_000, 7_000_000], [1_700_000_000, 3]] {
      #expect(found("updated_at", numbers.map(Value.int)).type == .integer, "\(numbers)")
    }
  }

  @Test func `A12: days and moments written as digits are dates`() {
    let moments = found("changed", [.int(20_180_213_105_900), .int(20_191_231_235_959)])
    #expect(moments.type == .timestamp && moments.storage == .digits && !moments.isWholeDay)
    let days = found("birth_date", [.int(20_180_213), .int(19_510_101)])
    #expect(days.type == .date && days.storage == .digits)
    let texts = found("changed", [.string("20180213105900")], declared: "TEXT")
    #expect(texts.type == .timestamp && texts.storage == .digitText)
    #expect(found("changed", [.int(20_181_313), .int(20_180_213)]).type == .integer)
  }

  @Test func `A12: the digits of days are days, whatever else stands in the column`() {
    let digits = [20_240_229, 20_231_231, 20_240_301].map { Value.int($0) }
    let seconds = [1_709_208_000, 1_709_164_800, 1_609_459_200].map { Value.int($0) }
    let texts = [Value.string("2024-02-29"), .string("2024-03-01")]
    func storage(_ values: [Value]) -> StorageFormat {
      found("day", values, declared: "DATE").storage
    }
    for (values, expected) in [
      (digits, StorageFormat.digits), (digits + [seconds[0]], .digits), (digits + seconds, .digits),
      (digits + texts, .digits), (digits.dropLast() + texts, .isoText),
      (seconds + [digits[0]], .epochSeconds), ([digits[0], texts[0], seconds[0]], .isoText),
      (digits + [.int(20_249_999)], .digits), ([digits[0], seconds[0]], .digits),
    ] {
      #expect(storage(Array(values)) == expected, "\(values)")
    }
    // Days stay days beside what is none of them.
    #expect(found("day", digits + [seconds[0]], declared: "DATE").type == .date)
    let midnights = [1_709_164_800, 1_609_459_200, 1_704_067_200].map { Value.int($0) }
    #expect(found("day", midnights + [digits[0]], declared: "DATE").type == .date)
    #expect(found("at", midnights + [digits[0]], declared: "DATETIME").isWholeDay)
  }

  @Test func `A12: Julian days are dates where they are days of ours`() {
    let column = found("mtime", [.double(2_458_000.25), .double(2_459_000.5)], declared: "REAL")
    #expect(column.type == .timestamp && column.storage == .julianDay)
    #expect(found("date", [.int(2_458_000), .int(2_459_000)]).storage == .julianDay)
    #expect(found("date", [.int(2_058_000), .int(2_459_000)]).type == .integer)
  }

  @Test func `A12: a column without a declaration may hold dates`() {
    #expect(found("created_at", Self.moments.map(Value.int), declared: "").storage == .epochSeconds)
    #expect(found("created_at", [.string("soon"), .string("late")], declared: "").type == .string)
  }

  @Test func `A12: whether something is so may be told by when it became so`() {
    let values = Self.moments.map(Value.int)
    #expect(found("deleted", values).storage == .epochSeconds)
    #expect(found("deleted", [.int(0), .int(1)]).type == .bool)
  }
}

extension Value {
  fileprivate var seconds: Double { if case .int(let number) = self { Double(number) } else { 0 } }
}
