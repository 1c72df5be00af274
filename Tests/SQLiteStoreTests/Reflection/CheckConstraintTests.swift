import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing

/// The first column of a table whose columns are written so.
private func column(_ columns: String) throws -> Attribute.Definition {
  let connection = try Connection()
  try connection.execute("CREATE TABLE t (\(columns))")
  let model = try SchemaReflection.reflect(connection, name: "test")
  return try #require(model.entities.first?.attributes.first?.definition)
}

struct CheckConstraintTests {
  struct Range: CustomTestStringConvertible {
    var column: String
    var minimum: Bound?
    var maximum: Bound?

    init(_ column: String, _ minimum: Bound? = nil, _ maximum: Bound? = nil) {
      (self.column, self.minimum, self.maximum) = (column, minimum, maximum)
    }

    var testDescription: String { column }
  }

  @Test(arguments: [
    Range("a INT CHECK (a BETWEEN 1 AND 5)", Bound(.int(1)), Bound(.int(5))),
    Range("a INT CHECK (a >= 1 AND a <= 5)", Bound(.int(1)), Bound(.int(5))),
    Range("a INT CHECK (a > 0)", Bound(.int(0), isIncluded: false)),
    Range(
      "a REAL CHECK (0 < a AND 2.5 >= a)",
      Bound(.int(0), isIncluded: false),
      Bound(.double(2.5))
    ),
    Range("a INT CHECK (a IS NULL OR a BETWEEN -1 AND +1)", Bound(.int(-1)), Bound(.int(1))),
    Range("a INT CHECK (a > 0) CHECK (a > 3 AND a >= 3)", Bound(.int(3), isIncluded: false)),
    Range("a INT CHECK ((a >= 0) AND b > 1), b INT", Bound(.int(0))),
    Range("a INT CHECK (a >= 0 AND typeof(a) = 'integer')", Bound(.int(0))),
    Range(
      "a INT CHECK (b BETWEEN 1 AND 2 AND a < 9), b INT",
      nil,
      Bound(.int(9), isIncluded: false)
    ),
    Range("a DATE CHECK (a >= '2000-01-01')", Bound(.string("2000-01-01"))),
    Range("a TEXT CHECK (a BETWEEN 1 AND 1.5)", Bound(.string("1"))),
    Range("a INT CHECK (a < 0 OR a > 10)"), Range("a INT CHECK (NOT a > 10)"),
    Range("a INT CHECK (a > b), b INT"), Range("a INT CHECK (a + 1 > 10)"),
    Range("a INT CHECK (a > 10 = 0)"), Range("a INT CHECK (a NOT BETWEEN 1 AND 5)"),
    Range("a INT CHECK (CASE WHEN b = 1 AND a > 5 AND a < 7 THEN 1 ELSE 0 END), b INT"),
    Range("a INT CHECK (a > 1 OR b > 1), b INT"), Range("a INT CHECK (a != 3 AND a <> 4)"),
  ])
  func `A check of an order gives the range`(range: Range) throws {
    let column = try column(range.column)
    #expect(column.minimum == range.minimum)
    #expect(column.maximum == range.maximum)
    #expect(column.choices.isEmpty)
  }

  @Test(arguments: [
    ("a TEXT CHECK (length(a) <= 8)", nil, 8), ("a TEXT CHECK (LENGTH(\"a\") < 8)", nil, 7),
    ("a TEXT CHECK (length(a) BETWEEN 2 AND 3)", 2, 3), ("a TEXT CHECK (length(a) = 5)", 5, 5),
    ("a VARCHAR(30) CHECK (length(a) <= 40)", nil, 30),
    ("a TEXT CHECK (5 > length(a) AND length(a) > 0)", 1, 4),
    ("a TEXT CHECK (a IS NULL OR length(a) = 2)", 2, 2),
    ("a TEXT CHECK (length(trim(a)) > 3)", nil, nil),
    ("a TEXT CHECK (length(b) > 3), b TEXT", nil, nil),
  ])
  func `A check of the length gives the width`(text: String, least: Int?, most: Int?) throws {
    let column = try column(text)
    #expect(column.minimumLength == least)
    #expect(column.width == most)
  }

  @Test func `A number that is 0 or 1 is a boolean`() throws {
    for declaration in ["INTEGER", "BOOLEAN", "TINYINT(1)", ""] {
      let column = try column("a \(declaration) CHECK (a IN (0, 1))")
      #expect(column.type == .bool && column.storage == .zeroOne && column.choices.isEmpty)
    }
  }

  @Test(arguments: [
    ("a TEXT CHECK (json_valid(a))", true), ("a TEXT CHECK (JSON_VALID(\"a\"))", true),
    ("a TEXT CHECK ((JSON_VALID(\"a\") OR \"a\" IS NULL))", true),
    ("a VARCHAR(90) CHECK (a IS NULL OR json_valid(a) AND length(a) < 80)", true),
    ("a TEXT CHECK (json_valid(b)), b TEXT", false), ("a TEXT CHECK (NOT json_valid(a))", false),
    ("a TEXT CHECK (json_valid(a) = 0)", false), ("a TEXT CHECK (json_valid(lower(a)))", false),
    ("a TEXT CHECK (a = '' OR json_valid(a))", false),
    ("a INTEGER CHECK (json_valid(a))", false),
  ])
  func `A text that must be valid JSON is JSON`(text: String, isJSON: Bool) throws {
    #expect(try (column(text).type == .json) == isJSON)
  }

  @Test func `Choices are values of the column's type`() throws {
    #expect(try column("a INTEGER CHECK (a IN ('1', '2'))").choices == [.int(1), .int(2)])
    #expect(try column("a TEXT CHECK (a IN (1, 2))").choices == [.string("1"), .string("2")])
    #expect(
      try column("a TEXT CHECK (a IN ('x', 'y') AND a IN ('y', 'z'))").choices == [.string("y")]
    )
  }

  @Test func `A list with null in it forbids nothing`() throws {
    #expect(try column("a TEXT CHECK (a IN ('x', NULL))").choices.isEmpty)
  }

  @Test func `Nesting as deep as anybody likes costs no stack`() throws {
    let depth = 90
    let text = String(repeating: "(", count: depth) + "a > 1" + String(repeating: ")", count: depth)
    #expect(try column("a INT CHECK \(text)").minimum == Bound(.int(1), isIncluded: false))
    let deep = String(repeating: "(", count: 40_000)
    #expect(CheckConstraints(statement: "CHECK (\(deep)a > 1", columnNames: ["a"]).isEmpty)
    let closed = deep + "a > 1" + String(repeating: ")", count: 40_000)
    #expect(CheckConstraints(statement: "CHECK \(closed)", columnNames: ["a"]).isEmpty)
  }
}
