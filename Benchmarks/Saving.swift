import EntityStore
import Glibc
import Qualifiers
import SQLiteStore
import Workspace

extension Benchmark {
  static let save = Self(
    "save",
    "10 000 changed objects in one transaction against prepared statements, in tables of three sizes"
  ) { context in
    let small = "\(context.bigTable.folder)/save.sqlite"
    try BigTable.make(at: small, rows: PreparedUpdates.count)
    defer { unlink(small) }
    var figures = try await Saving(updates: PreparedUpdates(path: small, first: 1)).figures(
      "10 k rows"
    )
    let onSmall = figures[1]
    for table in [context.bigTable.tenth, context.bigTable]
    where table.rows > 2 * PreparedUpdates.count {
      let updates = PreparedUpdates(path: try table.file(), first: table.rows / 2)
      figures += try await Saving(updates: updates).figures("\(table.size) rows")
    }
    figures.append(figures[figures.count - 2].ratio(to: onSmall, "growth", budget: 3))
    return figures
  }
}

/// The same changes made by prepared statements and by a store; afterwards all is as before.
struct Saving {
  let updates: PreparedUpdates

  func figures(_ size: String) async throws -> [Figure] {
    let store = try await EntityStore.open(.file(updates.path))
    var (plain, saved): ([Duration], [Duration]) = ([], [])
    for round in 0..<9 {
      plain += try measure(1, warmUp: 0) { try updates.write { $0 + 2 * round + 1 } }
      let changes = try await changes(in: store)
      saved += try await measure(1, warmUp: 0) { _ = try await store.save(changes) }
    }
    try updates.write { $0 }
    let reference = Figure("\(size): prepared statements", Array(plain.dropFirst(2)))
    let ours = Figure("\(size): changes saved", Array(saved.dropFirst(2)))
    return [
      reference, ours, ours.ratio(to: reference, "\(size): saved : prepared", budget: 1.5),
    ]
  }

  /// What makes each quantity one more.
  func changes(in store: EntityStore) async throws -> [Change] {
    let start = RecordID(entityName: "Big", key: Int64(updates.first))
    let window = try await store.window(
      FetchSpecification(entityName: "Big"),
      from: .id(start),
      count: PreparedUpdates.count
    )
    let changes: [Change] = window.records.compactMap { record in
      guard let id = record.id, case .int(let old)? = record.value(forKey: "qty") else {
        return nil
      }
      return .update(id, values: ["qty": .int(old + 1)], original: ["qty": .int(old)])
    }
    guard changes.count == PreparedUpdates.count else {
      throw UsageError("the fetch gave too few rows")
    }
    return changes
  }
}

/// A quantity changed in ten thousand rows, from the one with the number `first` on, the way a C program does.
struct PreparedUpdates {
  let path: String
  let first: Int

  static let count = 10_000

  /// Updates each row by its key; `quantity` changes what the table was made with.
  func write(_ quantity: (Int) -> Int) throws {
    let database = try RawDatabase(path)
    try database.run("BEGIN IMMEDIATE")
    let statement = try database.prepare("UPDATE big SET qty = ?1 WHERE id = ?2")
    for id in first..<(first + Self.count) {
      statement.bind(Int64(quantity(id * 31 % 1000)), at: 1)
      statement.bind(Int64(id), at: 2)
      try statement.run()
    }
    try database.run("COMMIT")
  }
}
