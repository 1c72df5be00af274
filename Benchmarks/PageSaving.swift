import CommandLineTool
import Editing
import EntityStore
import FoundationEssentials
import Glibc
import Pages
import Qualifiers
import SQLiteStore
import Workspace

extension Benchmark {
  static let pageSaves = Self(
    "pagesaves",
    "10 000 changed objects saved as pages save them, with what undo needs, against prepared statements"
  ) { context in
    let path = "\(context.folder)/pages.sqlite"
    try makeFolder(context.folder)
    try BigTable.make(at: path, rows: PreparedUpdates.count)
    defer { unlink(path) }
    return try await PageSaving(PreparedUpdates(path: path, first: 1)).figures()
  }
}

/// A quantity changed in all objects of a file that the program has opened, and saved.
@MainActor
private struct PageSaving {
  /// How the program is set up for a save.
  private struct Way: Sendable {
    let name: String
    var rules = ""
    var isLogged = false
    var budget: Double?
  }

  private static let ways = [
    Way(name: "no log"),
    Way(name: "kept in the log", isLogged: true, budget: 2.2),
    Way(
      name: "a right that goes by the row",
      rules: "entity.name = 'Big' and object.qty > 1000000 => isObjectEditable = false\n"
    ),
  ]

  private let updates: PreparedUpdates
  private var logPath: String { updates.path + ".saves" }
  private var rulesPath: String { updates.path + ".rules" }

  init(_ updates: PreparedUpdates) { self.updates = updates }

  func figures() async throws -> [Figure] {
    var prepared: [Duration] = []
    var taken = Self.ways.map { _ in [Duration]() }
    defer { for path in [logPath, rulesPath] { unlink(path) } }
    // In turns, so that all see the same machine.
    for round in 0..<9 {
      prepared += try measure(1, warmUp: 0) { try updates.write { $0 + 2 * round + 1 } }
      for (index, way) in Self.ways.enumerated() { taken[index].append(try await saving(way)) }
    }
    let reference = Figure("prepared statements", Array(prepared.dropFirst(2)))
    return [reference]
      + zip(Self.ways, taken).flatMap { way, durations in
        let ours = Figure("saved by a page, \(way.name)", Array(durations.dropFirst(2)))
        return [ours, ours.ratio(to: reference, "\(way.name) : prepared", budget: way.budget)]
      }
  }

  /// How long the save of all changes takes, checks and rights included; the file is opened anew for each.
  private func saving(_ way: Way) async throws -> Duration {
    try way.rules.write(toFile: rulesPath, atomically: false, encoding: .utf8)
    let arguments = ["--rules", rulesPath, updates.path]
    let session = try await Program(try Invocation(arguments: arguments)).session()
    if way.isLogged {
      await session.work.saves.begin(with: try SQLiteSaveLog(path: logPath), in: session.work)
    }
    let window = try await session.work.store.window(
      FetchSpecification(entityName: "Big"),
      from: .start,
      count: PreparedUpdates.count
    )
    for record in window.records {
      guard case .int(let old)? = record.value(forKey: "qty") else {
        throw UsageError("the fetch gave no quantity")
      }
      session.work.editing.object(for: record).set(.int(old + 1), forAttribute: "qty")
    }
    guard session.work.editing.pendingCount == PreparedUpdates.count else {
      throw UsageError("the fetch gave too few rows")
    }
    return try await measure(1, warmUp: 0) { try await session.work.save() }[0]
  }
}
