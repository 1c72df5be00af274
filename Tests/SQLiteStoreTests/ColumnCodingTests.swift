import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers
import SQL
import SQLite
import Testing

import EntityStore
@testable import SQLiteStore

struct ColumnCodingTests {
  private func decode(_ sql: String, _ coding: ColumnCoding) throws -> Value {
    let statement = try Connection().prepare("SELECT \(sql)")
    _ = try statement.step()
    return coding.decode(statement[0])
  }

  private func date(_ text: String) -> Value {
    Date(wallClock: text).map { .date($0) } ?? .null
  }

  @Test(
    arguments: [
      ("'2024-03-01'", AttributeType.date, StorageFormat.isoText, "2024-03-01"),
      ("'2024-03-01 12:30:15'", .timestamp, .isoText, "2024-03-01 12:30:15"),
      ("'2024-03-01T12:30:15'", .timestamp, .isoTextT, "2024-03-01 12:30:15"),
      ("'2024-03-01 12:30:15.250'", .timestamp, .isoText, "2024-03-01 12:30:15.250"),
      ("'0001-01-01'", .date, .isoText, "0001-01-01"),
      ("'1969-12-31 23:59:59'", .timestamp, .isoText, "1969-12-31 23:59:59"),
      ("1709296215", .timestamp, .epochSeconds, "2024-03-01 12:30:15"),
      ("-1", .timestamp, .epochSeconds, "1969-12-31 23:59:59"),
      ("1709296215250", .timestamp, .epochMilliseconds, "2024-03-01 12:30:15.250"),
      ("1709296215123", .timestamp, .epochMilliseconds, "2024-03-01 12:30:15.123"),
      ("-1", .timestamp, .epochMilliseconds, "1969-12-31 23:59:59.999"),
      ("1709296215.123", .timestamp, .epochSeconds, "2024-03-01 12:30:15.123"),
      ("1709296215.654321", .timestamp, .epochSeconds, "2024-03-01 12:30:15.654321"),
      ("2451545.25", .timestamp, .julianDay, "2000-01-01 18:00:00"),
      ("1709296215250125", .timestamp, .epochMicroseconds, "2024-03-01 12:30:15.250125"),
      ("-1", .timestamp, .epochMicroseconds, "1969-12-31 23:59:59.999999"),
      ("13353769815250125", .timestamp, .webKitMicroseconds, "2024-03-01 12:30:15.250125"),
      ("0", .timestamp, .webKitMicroseconds, "1601-01-01 00:00:00"),
      ("2451545.0", .timestamp, .julianDay, "2000-01-01 12:00:00"),
      ("86400.5", .timestamp, .referenceSeconds, "2001-01-02 00:00:00.5"),
      ("'12:30:00'", .time, .isoText, "1970-01-01 12:30:00"),
    ]
  )
  func `Dates are read in the column's format and written back the same`(
    sql: String,
    type: AttributeType,
    storage: StorageFormat,
    expected: String
  ) throws {
    let coding = ColumnCoding(type.kind, storage)
    let value = try decode(sql, coding)
    #expect(value == date(expected))
    let stored = try Connection().scalar("SELECT \(sql)")
    #expect(try coding.stored(value) == stored)
  }

  @Test(
    arguments: [
      StorageFormat.epochSeconds, .epochMilliseconds, .epochMicroseconds, .webKitMicroseconds,
      .julianDay, .referenceSeconds,
    ],
    [
      "9e999", "-9e999", "1e300", "-1e300", "1e20", "-1e20", "9223372036854775807",
      "-9223372036854775808",
    ]
  )
  func `Numbers beyond all calendars stay numbers`(storage: StorageFormat, sql: String) throws {
    let coding = ColumnCoding(.timestamp, storage)
    #expect(try decode(sql, coding) == decode(sql, .raw))
  }

  @Test func `Seconds with more digits than microseconds are written back the same`() throws {
    let coding = ColumnCoding(.timestamp, .epochSeconds)
    var number = 1_700_000_000.1
    for _ in 0..<2_000 {
      number = number.nextUp
      let value = coding.decode(RowBatch.Scalar.real(number))
      #expect(try coding.stored(value) == .double(number))
    }
  }

  @Test(
    arguments: [
      ("'soon'", AttributeType.date, Value.string("soon")),
      ("'2024-02-30'", .date, .string("2024-02-30")),
      ("'2024-03-01 24:00:00'", .timestamp, .string("2024-03-01 24:00:00")),
      ("'2024-03-01 12:30:00'", .time, .string("2024-03-01 12:30:00")),
      ("'many'", .integer, .string("many")), ("2.5", .integer, .double(2.5)),
      ("7", .number, .double(7)), ("9007199254740993", .number, .int(9_007_199_254_740_993)),
      ("2", .bool, .int(2)), ("1", .bool, .bool(true)), ("'yes'", .bool, .string("yes")),
      ("x'00ff'", .string, .data([0, 255])), ("5", .string, .int(5)),
    ] as [(String, AttributeType, Value)]
  )
  func `What does not fit its type is shown as what it is`(
    sql: String,
    type: AttributeType,
    expected: Value
  ) throws {
    #expect(
      try decode(sql, ColumnCoding(type.kind, type == .date ? .isoText : .native)) == expected
    )
  }

  @Test(arguments: [
    "0.1", "9.99", "-1.1", "123456.789", "1e-7", "0.30000000000000004", "12", "-0.5", "1e20",
  ])
  func `Decimals print the digits of the number`(sql: String) throws {
    let coding = ColumnCoding(.decimal)
    let value = try decode(sql, coding)
    guard case .decimal(let decimal) = value else {
      Issue.record("\(value)")
      return
    }
    let double = Double(sql) ?? .nan
    #expect(decimal == Decimal(string: double.description))
    #expect(Decimal(string: decimal.description) == decimal)
    let stored = try coding.stored(value)
    #expect(stored == .double(double) || stored == .int(Int64(double)))
  }

  @Test func `A decimal with more digits than a number of SQL is a number among numbers`() throws {
    let third = Value.decimal(1 / Decimal(3))
    for type in [AttributeType.integer, .number] {
      #expect(try ColumnCoding(type.kind).stored(third) == .double(1.0 / 3))
    }
    for type in [AttributeType.decimal, .any, .string] {
      guard case .text = try ColumnCoding(type.kind).stored(third) else {
        Issue.record("\(type)")
        continue
      }
    }
  }
}
