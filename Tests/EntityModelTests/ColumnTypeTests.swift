import Qualifiers
import TestSupport
import Testing

import EntityModel

struct ColumnTypeTests {
  @Test(arguments: [
    ("VARCHAR(30)", AttributeType.string), ("NVARCHAR(160)", .string), ("NVARCHAR(MAX)", .text),
    ("VARCHAR(4000)", .text), ("character varying (20)", .string), ("TEXT", .string),
    ("CLOB", .text),
    ("STRING", .string), ("DECIMAL(10,2)", .decimal), ("NUMERIC", .decimal),
    ("NUMERIC(10)", .integer),
    ("NUMBER(8, 0)", .integer), ("MONEY", .decimal), ("DATETIME", .timestamp),
    ("TIMESTAMP", .timestamp),
    ("timestamp with time zone", .timestamp), ("datetime2(7)", .timestamp), ("DATE", .date),
    ("TIME", .time), ("TINYINT(1)", .bool), ("TINYINT(4)", .integer), ("TINYINT", .integer),
    ("BOOLEAN", .bool), ("BIT", .bool), ("JSON", .json), ("UUID", .uuid),
    ("UNIQUEIDENTIFIER", .uuid),
    ("BLOB", .blob), ("BYTEA", .blob), ("VARBINARY(16)", .blob), ("INT8", .integer),
    ("BIGINT UNSIGNED", .integer), ("UNSIGNED BIG INT", .integer), ("INT(11)", .integer),
    ("REAL", .number), ("DOUBLE PRECISION", .number), ("FLOAT", .number),
    ("FLOATING POINT", .number),
    ("INTERVAL", .string), ("ENUM('a','b')", .string), ("", .any), ("ANY", .any),
    ("WHATEVER", .any),
    ("BLOB SUB_TYPE TEXT", .text), ("GEOMETRY", .blob), ("LONGTEXT", .text), ("YEAR", .integer),
  ])
  func `A declared type is read as people write it`(declared: String, type: AttributeType) {
    #expect(ColumnType(declared: declared, columnName: "x").type == type)
  }

  @Test(arguments: [
    ("BLOB", "calendardata", [Value.string(""), .string("")], AttributeType.text),
    ("BLOB", "content", [.string(""), .data([])], .blob), ("BLOB", "content", [.data([])], .blob),
    ("BLOB", "content", [.null], .blob), ("VARBINARY(16)", "x", [.int(1)], .integer),
    ("BLOB", "x", [.int(1), .double(0.5)], .number), ("BLOB", "x", [.int(1), .data([])], .blob),
    ("GUID", "guid", [.data([]), .null], .blob), ("GUID", "guid", [.string("")], .uuid),
    ("TEXT", "uuid", [.data([])], .blob), ("UUID", "id", [.data([]), .string("")], .uuid),
  ])
  func `Texts and numbers in a column for bytes, and bytes in one for UUIDs, are what they are`(
    declared: String,
    name: String,
    values: [Value],
    type: AttributeType
  ) {
    let column = ColumnType(declared: declared, columnName: name)
    #expect(column.refined(by: values).type == type)
  }

  @Test(arguments: [
    ("created_unix", [Value.int(1_700_000_000), .int(0)], AttributeType.timestamp),
    ("todo_due", [.int(0), .int(1_700_000_000_000)], .timestamp),
    ("expires_utc", [.int(13_376_009_600_123_456), .int(0)], .timestamp),
    ("last_updated_ts", [.double(1_700_000_000.25), .null], .timestamp),
    ("todo_due", [.int(0), .int(0)], .integer), ("ts", [.int(17), .int(1_700_000_000)], .integer),
  ])
  func `A zero among dates says that there is none yet`(
    name: String,
    values: [Value],
    type: AttributeType
  ) {
    let declared = values.contains { if case .double = $0 { true } else { false } } ? "REAL" : "INT"
    #expect(ColumnType(declared: declared, columnName: name).refined(by: values).type == type)
  }

  @Test func `K1: of forms that equally many values have always the same one is chosen`() {
    let known = [
      "2015-01-02 23:00:00", "2015-01-02T23:00:00", "2015-01-02", "2016-02-03", "2017-03-04",
    ]
    for seed in 0..<32 {
      var random = SeededGenerator(seed: UInt64(seed))
      let texts = known.shuffled(using: &random)
      let column = ColumnType(declared: "DATETIME").refined(by: texts.map(Value.string))
      #expect(column.storage == .isoTextT, "\(texts)")
    }
  }

  @Test func `Width, scale and choices are kept`() {
    #expect(ColumnType(declared: "VARCHAR(30)", columnName: "x").width == 30)
    // GnuCash writes moments so.
    let moment = ColumnType(declared: "text(19)", columnName: "post_date")
    #expect(moment.refined(by: [.string("20150102230000")]).storage == .digitText)
    #expect(moment.refined(by: [.string("2015-01-02 23:00:00")]).type == .timestamp)
    #expect(moment.refined(by: [.string("soon")]).type == .string)
    #expect(!ColumnType(declared: "text(2048)", columnName: "post_date").isOpen)
    #expect(ColumnType(declared: "DECIMAL( 10 , 2 )", columnName: "x").scale == 2)
    #expect(ColumnType(declared: "INT(11)", columnName: "x").width == nil)
    #expect(ColumnType(declared: "MONEY", columnName: "x").scale == 2)
    let choices = ColumnType(declared: "ENUM('a', 'b')", columnName: "x").choices
    #expect(choices == [.string("a"), .string("b")])
  }

  @Test(arguments: [
    ("email", "TEXT", AttributeType.email), ("EMail", "TEXT", .email),
    ("homepage_url", "TEXT", .url),
    ("password", "VARCHAR(40)", .password), ("passwd", "TEXT", .password), ("notes", "TEXT", .text),
    ("notes", "VARCHAR(80)", .string), ("settings_json", "TEXT", .json), ("uuid", "TEXT", .uuid),
    ("email", "INTEGER", .integer), ("title", "TEXT", .string),
  ])
  func `A name tells more where the declaration is broad`(
    name: String,
    declared: String,
    type: AttributeType
  ) {
    #expect(ColumnType(declared: declared, columnName: name).type == type)
  }

  @Test(arguments: [
    (["2024-03-01 12:30:00"], AttributeType.timestamp, StorageFormat.isoText),
    (["2024-03-01T12:30:00Z", ""], .timestamp, .isoOffset),
    (["2024-03-01", "2024-03-02"], .date, .isoText),
    (["2024-03-01", "2024-03-01 12:30"], .timestamp, .isoText),
    (["12:30", "23:59:59"], .time, .isoText), (["tomorrow", "soon"], .string, .native),
  ])
  func `Dates as text show their form`(
    texts: [String],
    type: AttributeType,
    storage: StorageFormat
  ) {
    let column = ColumnType(declared: "DATETIME", columnName: "x")
    let refined = column.refined(by: texts.map(Value.string) + [.null])
    #expect(refined.type == type)
    #expect(refined.storage == storage)
    #expect(!refined.needsSample)
  }

  @Test(arguments: [
    (Value.int(1_700_000_000), StorageFormat.epochSeconds),
    (.double(1_700_000_000.5), .epochSeconds),
    // Safari's history: as seconds since 1970 it would be of 1989.
    (.double(623_095_468.118), .referenceSeconds),
    (.double(623_095_468), .referenceSeconds),
    (.int(1_700_000_000_000), .epochMilliseconds), (.double(2_460_000.5), .julianDay),
    (.int(1_309_518_839_062_650), .epochMicroseconds),
    (.int(13_253_650_000_000_001), .webKitMicroseconds),
  ])
  func `Dates as numbers show their epoch`(value: Value, storage: StorageFormat) {
    let refined = ColumnType(declared: "TIMESTAMP", columnName: "x").refined(by: [.null, value])
    #expect(refined.type == .timestamp)
    #expect(refined.storage == storage)
  }

  @Test func `Seconds since 2001 with a time of day are no days`() {
    let column = ColumnType(declared: "REAL", columnName: "visit_time")
    #expect(column.refined(by: [.double(623_095_468.118)]).isWholeDay == false)
  }

  @Test func `A declared day is one as long as its numbers fall on midnight`() {
    let column = ColumnType(declared: "DATE", columnName: "x")
    #expect(column.refined(by: [.int(1_728_000_000), .double(1_728_086_400)]).type == .date)
    #expect(column.refined(by: [.int(1_728_000_000), .int(1_728_000_001)]).type == .timestamp)
    #expect(column.refined(by: [.double(2_460_000.5)]).type == .date)
    #expect(column.refined(by: [.double(2_460_000.75)]).type == .timestamp)
  }

  @Test func `An integer with a date's name is a date only when every value can be one`() {
    let column = ColumnType(declared: "INTEGER", columnName: "created_at")
    #expect(column.refined(by: [.int(1_700_000_000), .null]).storage == .epochSeconds)
    #expect(column.refined(by: [.int(1_700_000_000), .int(3)]).type == .integer)
    #expect(column.refined(by: []).type == .integer)
  }

  @Test func `A boolean is one when all values are 0 and 1`() {
    let named = ColumnType(declared: "INTEGER", columnName: "is_active")
    #expect(named.refined(by: [.int(0), .int(1), .null]).type == .bool)
    #expect(named.refined(by: [.int(0), .int(2)]).type == .integer)
    // What a word says may also have been counted, or say when.
    for name in ["read", "starred", "published"] {
      let word = ColumnType(declared: "INTEGER", columnName: name)
      #expect(word.refined(by: [.int(1), .int(0)]).type == .bool)
      #expect(word.refined(by: [.int(1), .int(7)]).type == .integer)
      #expect(word.refined(by: []).type == .integer)
    }
    let published = ColumnType(declared: "INTEGER", columnName: "published")
    #expect(published.refined(by: [.int(1_700_000_000), .null]).storage == .epochSeconds)
    let declared = ColumnType(declared: "BOOLEAN", columnName: "x")
    #expect(declared.refined(by: []).type == .bool)
    #expect(declared.refined(by: [.string("t"), .string("f")]).type == .string)
  }

  @Test func `A column without a type is what its values are`() {
    let column = ColumnType(declared: "", columnName: "x")
    #expect(column.refined(by: [.int(1), .null]).type == .integer)
    #expect(column.refined(by: [.int(1), .double(0.5)]).type == .number)
    #expect(column.refined(by: [.string("a")]).type == .string)
    #expect(column.refined(by: [.data([1])]).type == .blob)
    #expect(column.refined(by: [.string("a"), .int(1)]).type == .any)
    #expect(column.refined(by: [.null]).type == .any)
  }
}
