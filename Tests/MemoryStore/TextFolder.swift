import EntityModel
package import EntityStore
import FoundationEssentials
import Qualifiers

extension DatabaseKind {
  /// Folders of texts, a second kind of database for the program: `texts:/home/ada/shop`.
  package static let texts = DatabaseKind("texts", isInFiles: true) {
    source,
    options throws(StoreError) in try TextFolder(source, options)
  }
}

/// A database of texts: the file `NAME.csv` of a folder has the rows of an entity.
///
/// Its first line names the columns, the first of which is the key. No value has a comma in it. All of it is read into memory, and a save writes all of it.
final class TextFolder: MemoryAdaptor {
  private let folder: String
  private let source: DatabaseSource
  /// The texts of the files as they were read or written last, by table.
  private var known: [String: String]
  private var versionOfOthers = 0

  init(_ source: DatabaseSource, _ options: OpeningOptions) throws(StoreError) {
    (folder, self.source) = (source.address, source)
    let texts = try Self.texts(in: source.address)
    let tables = texts.keys.sorted().map { Self.table($0, texts[$0] ?? "") }
    let found = Model(name: source.title, schema: Schema(tables: tables))
    known = texts
    super.init(Self.tables(texts, options.shape?(found) ?? found))
  }

  // MARK: What only this kind knows

  override var place: DatabaseLocation {
    DatabaseLocation(
      name: source.title,
      address: source.url,
      recognizedPath: folder,
      files: known.keys.map { .init(path: Self.path($0, in: folder), part: "is one of its tables") }
    )
  }

  override var pollingInterval: Duration? { .seconds(1) }

  override func dataVersion() throws(StoreError) -> Int {
    let texts = try Self.texts(in: folder)
    guard texts != known else { return versionOfOthers }
    known = texts
    try super.keep(Self.tables(texts, model))
    versionOfOthers += 1
    return versionOfOthers
  }

  override func keep(_ tables: MemoryTables) throws(StoreError) {
    for entity in model.entities {
      let columns = Self.lines(known[entity.tableName] ?? "").first ?? []
      let rows = tables.all(of: entity).sorted { $0.id.precedes($1.id) }.map { row in
        columns.map { column in row.row[column].map { $0.isNull ? "" : $0.description } ?? "" }
      }
      let text = ([columns] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
      let path = Self.path(entity.tableName, in: folder)
      do { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) } catch {
        throw .refused("\(path) cannot be written")
      }
      known[entity.tableName] = text
    }
    try super.keep(tables)
  }

  // MARK: Files

  private static func path(_ table: String, in folder: String) -> String {
    "\(folder)/\(table).csv"
  }

  private static func texts(in folder: String) throws(StoreError) -> [String: String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw .cannotOpen("\(folder): there is no such folder; name one with .csv files in it.")
    }
    var texts: [String: String] = [:]
    for name in names where name.hasSuffix(".csv") {
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      texts[String(name.dropLast(4))] = String(decoding: bytes, as: UTF8.self)
    }
    return texts
  }

  private static func lines(_ text: String) -> [[String]] {
    text.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static func table(_ name: String, _ text: String) -> Schema.Table {
    var table = Schema.Table(name: name)
    let rows = lines(text)
    table.columns = (rows.first ?? []).enumerated().map { index, column in
      let isWhole = rows.dropFirst().allSatisfy { Int64($0[index]) != nil }
      var column = Schema.Column(name: column, declaredType: isWhole ? "INTEGER" : "TEXT")
      column.isNullable = index > 0
      return column
    }
    table.primaryKey = rows.first?.first.map { [$0] } ?? []
    return table
  }

  private static func tables(_ texts: [String: String], _ model: Model) -> MemoryTables {
    var tables = MemoryTables(model: model)
    for entity in model.entities {
      let rows = lines(texts[entity.tableName] ?? "")
      for fields in rows.dropFirst() {
        var row: MemoryTables.Row = [:]
        for (column, field) in zip(rows[0], fields) {
          let isWhole = entity.attributes.first { $0.columnName == column }?.type == .integer
          let value = isWhole ? Int64(field).map(Value.int) ?? .null : .string(field)
          row[column] = field.isEmpty ? .null : value
        }
        let key = row[rows[0][0]] ?? .null
        tables[RecordID(entityName: entity.name, values: [key])] = row
      }
    }
    return tables
  }
}
