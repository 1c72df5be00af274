import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQLiteStore
import TestSupport

/// Foundation has an `Expression` too.
typealias Expression = Qualifiers.Expression

/// A random database whose items have lines, parts and tags, with columns of all types and storage formats.
struct ExpressionWorld {
  /// A column that a table may have, with values that stand in it, some of another kind.
  struct Column {
    let name: String
    let declared: String
    let type: AttributeType
    var storage = StorageFormat.native
    let values: [String]
  }

  static let columns = [
    Column(
      name: "whole",
      declared: "INTEGER",
      type: .integer,
      values: [
        "0", "1", "-1", "2", "7", "12", "100", "9223372036854775807", "-9223372036854775808",
        "9007199254740993", "3037000500", "'text'", "2.5", "NULL",
      ]
    ),
    Column(
      name: "few",
      declared: "INT",
      type: .integer,
      values: ["0", "1", "2", "3", "4", "-3", "10", "NULL"]
    ),
    Column(
      name: "real",
      declared: "REAL",
      type: .number,
      values: [
        "0.1", "0.2", "0.5", "-0.0", "3", "2.5", "-7.25", "1e308", "-1e308", "5e-324", "1e15",
        "9007199254740993", "9e999", "'x'", "NULL",
      ]
    ),
    Column(
      name: "price",
      declared: "DECIMAL(10,2)",
      type: .decimal,
      values: ["1.10", "0.3", "2", "99999999.99", "-5.5", "0", "1e20", "'n/a'", "NULL"]
    ),
    Column(
      name: "long",
      declared: "TEXT",
      type: .decimal,
      values: [
        "'1.1'", "'0.12345678901234567890123456789012345678'", "'99999999999999999999.5'", "'-3'",
        "'abc'", "'1.10'", "NULL",
      ]
    ),
    Column(
      name: "word",
      declared: "TEXT",
      type: .string,
      values: [
        "''", "'a'", "'A'", "'abc'", "'Abé'", "'e' || char(769)", "'ß'", "' b '", "'5'", "'-3.5'",
        "'2024-03-01'", "'a' || char(0) || 'b'", "'İ'", "'ǆ'", "char(128512)",
        "CAST(x'61ff' AS TEXT)",
        "x'6162'", "12", "NULL",
      ]
    ),
    Column(
      name: "flag",
      declared: "BOOLEAN",
      type: .bool,
      values: ["0", "1", "2", "'true'", "NULL"]
    ),
    Column(
      name: "mixed",
      declared: "",
      type: .any,
      values: ["1", "2.5", "'a'", "x'01'", "NULL", "'7'"]
    ),
    Column(
      name: "bytes",
      declared: "BLOB",
      type: .blob,
      values: ["x''", "x'0102'", "'a'", "NULL"]
    ),
    Column(
      name: "day",
      declared: "DATE",
      type: .date,
      storage: .isoText,
      values: [
        "'2024-02-29'", "'2024-03-01'", "'1999-12-31'", "'0001-01-01'", "'9999-12-31'", "'soon'",
        "NULL",
      ]
    ),
    Column(
      name: "moment",
      declared: "DATETIME",
      type: .timestamp,
      storage: .isoText,
      values: [
        "'2024-03-01 10:30:00'", "'2024-03-01'", "'2023-12-31 23:59:59.5'", "'2024-03'", "17",
        "NULL",
      ]
    ),
    Column(
      name: "tMoment",
      declared: "TEXT",
      type: .timestamp,
      storage: .isoTextT,
      values: ["'2024-03-01T10:30:00'", "'2020-12-31T00:00:00'", "'x'", "NULL"]
    ),
    Column(
      name: "offset",
      declared: "TEXT",
      type: .timestamp,
      storage: .isoOffset,
      values: [
        "'2024-05-01T12:00:00+02:00'", "'2024-05-01T10:00:00Z'", "'2024-01-01T00:30:00-05:30'",
        "NULL",
      ]
    ),
    Column(
      name: "seconds",
      declared: "INTEGER",
      type: .timestamp,
      storage: .epochSeconds,
      values: [
        "0", "1709288999", "-86400", "4102444800", "1.5", "'later'", "9223372036854775807", "NULL",
      ]
    ),
    Column(
      name: "millis",
      declared: "INTEGER",
      type: .timestamp,
      storage: .epochMilliseconds,
      values: ["0", "1709288999123", "-1", "NULL"]
    ),
    Column(
      name: "julian",
      declared: "REAL",
      type: .timestamp,
      storage: .julianDay,
      values: ["2440587.5", "2460370.9375", "2451545", "0", "NULL"]
    ),
    Column(
      name: "apple",
      declared: "REAL",
      type: .timestamp,
      storage: .referenceSeconds,
      values: ["0", "731000000.25", "-1.5", "NULL"]
    ),
    Column(
      name: "digits",
      declared: "INTEGER",
      type: .date,
      storage: .digits,
      values: ["20240229", "20241231", "19991231", "17", "NULL"]
    ),
    Column(
      name: "digitText",
      declared: "TEXT",
      type: .date,
      storage: .digitText,
      values: ["'20240229'", "'20210104'", "'x'", "NULL"]
    ),
    Column(
      name: "clock",
      declared: "TIME",
      type: .time,
      values: ["'10:30:00'", "'00:00:00'", "'23:59'", "NULL"]
    ),
  ]

  /// The columns of each table.
  let columns: [String: [Column]]
  let script: String

  init(_ random: inout SeededGenerator) {
    var columns: [String: [Column]] = [:]
    var statements: [String] = []
    let tables = [
      ("item", "part_id INT REFERENCES part", 12), ("line", "item_id INT REFERENCES item", 20),
      ("part", "above_id INT REFERENCES part", 5), ("tag", "", 4),
    ]
    for (table, reference, count) in tables {
      let chosen = Self.columns.filter { _ in random.chance(40) }
      columns[table] = chosen
      let definitions =
        ["id INTEGER PRIMARY KEY"] + chosen.map { "\($0.name) \($0.declared)" }
        + (reference.isEmpty ? [] : [reference])
      statements.append("CREATE TABLE \(table)(\(definitions.joined(separator: ", ")));")
      for id in 1...count {
        let values = chosen.map { $0.values.randomElement(using: &random) ?? "NULL" }
        let key = reference.isEmpty ? [] : [random.chance(20) ? "NULL" : "\(1 + random.below(6))"]
        statements.append(
          "INSERT INTO \(table) VALUES(\((["\(id)"] + values + key).joined(separator: ", ")));"
        )
      }
    }
    // The first is an entity of its own, in which the same two may stand twice; the second only joins.
    statements.append(
      "CREATE TABLE item_tag(id INTEGER PRIMARY KEY, item_id INT REFERENCES item, tag_id INT REFERENCES tag, n INT);"
    )
    statements.append(
      "CREATE TABLE line_tag(line_id INT REFERENCES line, tag_id INT REFERENCES tag, PRIMARY KEY(line_id, tag_id));"
    )
    for _ in 0..<20 {
      let (item, line, tag) = (1 + random.below(12), 1 + random.below(20), 1 + random.below(5))
      statements.append(
        "INSERT INTO item_tag VALUES(NULL, \(item), \(tag), \(random.below(3)));"
          + "INSERT OR IGNORE INTO line_tag VALUES(\(line), \(tag));"
      )
    }
    self.columns = columns
    script =
      "PRAGMA foreign_keys=OFF;\n" + statements.joined(separator: "\n")
      + "\nPRAGMA foreign_keys=ON;"
  }
}

extension ExpressionWorld {
  /// A computed attribute.
  struct Computed: Sendable {
    let name: String
    let expression: Expression
    let type: AttributeType
  }

  /// The found model with the types and storage formats of the columns.
  func shaped(_ model: Model, adding computed: [String: [Computed]] = [:]) -> Model {
    let entities = model.entities.map { entity in
      var definition = entity.definition
      for column in columns[definition.tableName] ?? [] {
        guard let index = definition.attributes.firstIndex(where: { $0.columnName == column.name })
        else { continue }
        definition.attributes[index].type = column.type
        definition.attributes[index].storage = column.storage
        definition.attributes[index].zeroIsNever = false
        definition.attributes[index].omissions = []
      }
      for made in computed[definition.name] ?? [] {
        var attribute = Attribute.Definition(name: made.name, columnName: "")
        attribute.type = made.type
        (attribute.isGenerated, attribute.isUpdatable) = (true, false)
        attribute.derivation = .expression(made.expression)
        definition.attributes.append(attribute)
      }
      return definition
    }
    return Model(name: model.name, entities: entities)
  }
}
