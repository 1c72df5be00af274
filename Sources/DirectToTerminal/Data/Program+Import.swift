import Diagnostics
import Editing
import EntityModel
import FoundationEssentials
import Glibc
import Qualifiers

extension Program {
  /// `d2t import`: makes an object of each row of a file, all in one transaction or none.
  func importRows() async throws -> Outcome {
    let path = invocation.file ?? "-"
    let isJSON = invocation.format.map { $0 == "json" } ?? path.hasSuffix(".json")
    _ = try format(of: ["csv", "json"])
    return try await withSession { session in
      let target = try target(in: session, task: "create")
      guard target.id == nil, target.qualifier == nil else {
        throw UsageError("'import' needs an entity alone: \(target.entity.name)")
      }
      let rows = isJSON ? try jsonRows(path) : try csvRows(path)
      var objects: [ManagedObject] = []
      for row in rows {
        let object = session.newObject(of: target.entity)
        do {
          for assignment in row.assignments { try await session.enter(assignment, into: object) }
          let problems = object.problems().map { "\($0.key): \($0.message)" }
          guard problems.isEmpty else { throw UsageError(problems.joined(separator: "; ")) }
        } catch let error as UsageError {
          throw UsageError("\(path): \(row.place): \(error.message)")
        }
        objects.append(object)
      }
      try await session.save(objects)
      return report(objects.count, "imported")
    }
  }

  private struct ImportedRow {
    let place: String
    let assignments: [Assignment]
  }

  /// The rows of a table whose first line names the properties; what a row leaves out gets its default.
  private func csvRows(_ path: String) throws -> [ImportedRow] {
    var names: [String]?
    var rows: [ImportedRow] = []
    var reader = CSVReader()
    func take(_ fields: [String?], _ line: Int) throws {
      guard let names else {
        names = fields.enumerated().map { $1 ?? "" }
        return
      }
      guard fields.count == names.count else {
        throw CSVReader.Fault(
          line: line,
          message: "\(fields.count) values, but the first line names \(names.count) properties"
        )
      }
      rows.append(
        ImportedRow(
          place: "line \(line)",
          assignments: zip(names, fields).compactMap { name, text in
            text.map { Assignment(name: name, text: $0) }
          }
        )
      )
    }
    do {
      try InputFile.read(path) { try reader.read($0, take) }
      try reader.finish(take)
    } catch let fault as CSVReader.Fault {
      throw UsageError("\(path): line \(fault.line): \(fault.message)")
    }
    return rows
  }

  /// The objects of an array, by the names of their members.
  private func jsonRows(_ path: String) throws -> [ImportedRow] {
    var bytes: [UInt8] = []
    try InputFile.read(path) { bytes += $0 }
    let objects: [[String: ImportedValue]]
    do {
      objects = try JSONDecoder().decode([[String: ImportedValue]].self, from: Data(bytes))
    } catch {
      throw UsageError("\(path): this is no JSON array of objects with plain values")
    }
    return objects.enumerated().map { index, object in
      ImportedRow(
        place: "object \(index + 1)",
        assignments: object.sorted { $0.key < $1.key }.map { name, value in
          Assignment(name: name, text: value.text)
        }
      )
    }
  }
}

/// A value of a JSON file as the text a field takes; a reference is known by its `id`.
private struct ImportedValue: Decodable {
  let text: String?

  private enum CodingKeys: String, CodingKey {
    case id
  }

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: CodingKeys.self) {
      text = try members.decode(ImportedValue.self, forKey: .id).text
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      text = nil
    } else if let truth = try? value.decode(Bool.self) {
      text = truth ? "true" : "false"
    } else if let number = try? value.decode(Int64.self) {
      text = String(number)
    } else if let number = try? value.decode(Decimal.self) {
      text = number.description
    } else if let number = try? value.decode(Double.self) {
      text = String(number)
    } else {
      text = try value.decode(String.self)
    }
  }
}

/// A file read piece by piece; `-` is standard input.
enum InputFile {
  /// - Throws: ``UsageError`` when the file cannot be read.
  static func read(_ path: String, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    let isStandardInput = path == "-"
    let descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw UsageError("\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { if !isStandardInput { close(descriptor) } }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw UsageError("\(path) cannot be read: \(String(cString: strerror(errno)))")
      }
      if count == 0 { return }
      try body(chunk[..<count])
    }
  }
}
