package import EntityModel
package import FoundationEssentials
import Qualifiers

// A record as text that knows no engine: rows by entity and identity, with all that was and is stored in them.
extension SaveRecord {
  /// The record as JSON; `nil` where a value has no form there.
  package func encoded() -> Data? {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return try? encoder.encode(Coded(self))
  }

  /// The record that was written as JSON; `nil` where the entities are others by now.
  ///
  /// - Throws: ``StoreError/database(message:sql:)`` where it is not what was written.
  package init?(coded data: Data, in model: Model) throws(StoreError) {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    let coded: Coded
    do { coded = try decoder.decode(Coded.self, from: data) } catch {
      throw .database(message: "what a save did is damaged in the log", sql: nil)
    }
    guard let record = coded.record(in: model) else { return nil }
    self = record
  }
}

/// What a record is in JSON.
private struct Coded: Codable {
  struct Row: Codable {
    let entity: String
    let cause: SaveRecord.Cause
    let before: Image?
    let after: Image?
  }

  /// What was stored in a row, by the order of ``Coded/attributes``.
  struct Image: Codable {
    let key: [CodedValue]?
    let rowNumber: Int64?
    let values: [CodedValue]
  }

  struct Table: Codable {
    let schema: String
    let name: String
  }

  let rows: [Row]
  /// The attributes of which rows hold values, by entity.
  let attributes: [String: [String]]
  let unrecorded: [Table]
  let derived: [Table]

  init(_ record: SaveRecord) throws {
    var attributes: [String: [String]] = [:]
    var rows: [Row] = []
    for row in record.rows {
      guard let known = row.before ?? row.after else { continue }
      let name = known.entity.name
      if attributes[name] == nil { attributes[name] = known.layout.paths.map(\.description) }
      rows.append(
        Row(
          entity: name,
          cause: row.cause,
          before: try row.before.map(Image.init),
          after: try row.after.map(Image.init)
        )
      )
    }
    (self.rows, self.attributes) = (rows, attributes)
    unrecorded = record.unrecorded.map(Table.init)
    derived = record.derived.map(Table.init)
  }

  func record(in model: Model) -> SaveRecord? {
    var layouts: [String: RecordLayout] = [:]
    for (name, names) in attributes {
      guard let entity = model.entity(named: name),
        names.allSatisfy({ entity.attribute(named: $0) != nil })
      else { return nil }
      layouts[name] = RecordLayout(
        entity: entity,
        paths: names.map { PropertyPath(components: [$0]) }
      )
    }
    var rows: [SaveRecord.Row] = []
    for row in self.rows {
      guard let layout = layouts[row.entity],
        let made = SaveRecord.Row(
          before: row.before?.record(layout),
          after: row.after?.record(layout),
          cause: row.cause
        )
      else { return nil }
      rows.append(made)
    }
    return SaveRecord(
      rows: rows,
      unrecorded: Set(unrecorded.map(\.table)),
      derived: Set(derived.map(\.table))
    )
  }
}

extension Coded.Image {
  fileprivate init(_ record: Record) throws {
    rowNumber = record.id?.rowNumber
    key = try record.id?.values.map(CodedValue.init)
    values = try record.values.map(CodedValue.init)
  }

  fileprivate func record(_ layout: RecordLayout) -> Record? {
    guard values.count == layout.paths.count else { return nil }
    let name = layout.entity.name
    let keys = key?.map(\.value)
    let id = keys.map { keys in
      rowNumber.map { RecordID(entityName: name, rowNumber: $0, values: keys) }
        ?? RecordID(entityName: name, values: keys)
    }
    return Record(layout: layout, id: id, values: values.map(\.value))
  }
}

extension Coded.Table {
  init(_ table: TableName) { (schema, name) = (table.schemaName, table.name) }

  var table: TableName { TableName(name, in: schema) }
}

/// A value with its type, exactly.
private enum CodedValue: Codable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case decimal(String)
  case string(String)
  case date(Double)
  case data(Data)
  case list([CodedValue])

  /// A value that no row stores.
  struct Formless: Error {}

  init(_ value: Value) throws {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .decimal(let value): self = .decimal(value.description)
    case .string(let value): self = .string(value)
    case .date(let value): self = .date(value.timeIntervalSinceReferenceDate)
    case .data(let value): self = .data(Data(value))
    case .list(let values): self = .list(try values.map(CodedValue.init))
    case .dictionary, .object: throw Formless()
    }
  }

  var value: Value {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .decimal(let text): Decimal(string: text).map { .decimal($0) } ?? .null
    case .string(let value): .string(value)
    case .date(let value): .date(Date(timeIntervalSinceReferenceDate: value))
    case .data(let value): .data([UInt8](value))
    case .list(let values): .list(values.map(\.value))
    }
  }
}
