import CommandLineTool
import Pages
import EntityStore
import FoundationEssentials
import Glibc
import SQLite
import TestSupport
import Testing

/// Every entity of every database: listed, inspected, and where it can be written made, changed and deleted.
@MainActor
struct RoundTripTests {
  private nonisolated static let folders = [
    "sample", "apps", "coredata", "torture", "hostile", "sqlite-suite",
  ]
  private static let isPrinted =
    ProcessInfo.processInfo.environment["D2T_ROUND_TRIP_ACCOUNT"] == "1"

  private func session(_ path: String, _ model: String? = nil) async throws -> Session {
    let words = ["--set", "fetchTimeLimit=5"] + (model.map { ["--model", $0] } ?? [])
    return try await Program(Invocation(arguments: words + [path])).session()
  }

  private func account(_ name: String, model: String? = nil) async throws -> RoundTripAccount {
    let folder = TemporaryFolder()
    let path = folder.path + "/work.db"
    let copy = try folder.copyDatabase(Corpus.path(name))
    for suffix in ["", "-wal", "-journal"] { rename(copy + suffix, path + suffix) }
    let session = try await session(path, model.map(Corpus.path))
    let trip = try RoundTrip(session, path: path, folder: folder)
    try await trip.run()
    await session.close()
    if Self.isPrinted { print("\(name): \(trip.account.text)") }
    return trip.account
  }

  @Test(arguments: Corpus.databases(in: folders))
  func `What SQLite lets be written is written, and what it refuses is told in its words`(
    name: String
  ) async throws {
    let account = try await account(name)
    #expect((account.done[.list] ?? 0) + account.refused.count > 0)
  }

  private nonisolated static let models = [
    ("coredata/Sakila/SakilaCD.sqlite", "coredata/Sakila/Sakila.xcdatamodel"),
    (
      "coredata/CoreDataPlus/SampleModel_V1.sqlite",
      "coredata/CoreDataPlus/SampleModel.xcdatamodeld/SampleModel.xcdatamodel"
    ),
    (
      "coredata/CoreDataPlus/SampleModel_V2.sqlite",
      "coredata/CoreDataPlus/SampleModel.xcdatamodeld/SampleModel2.xcdatamodel"
    ),
    (
      "coredata/DuckDuckGo/Bookmarks_V4.sqlite",
      "coredata/DuckDuckGo/BookmarksModel.xcdatamodeld/BookmarksModel 4.xcdatamodel"
    ),
    ("sample/movies_eo.sqlite", "eomodel/Movies.eomodeld"),
    ("sample/movies_eo.sqlite", "eomodel/Rentals.eomodeld"),
    ("sample/erxtest_eo.sqlite", "eomodel/ERXTest.eomodeld"),
  ]

  @Test(
    .enabled(if: Corpus.exists || Corpus.isRequired, "needs the corpus; CI requires it"),
    arguments: models
  )
  func `So it is with a model laid over the database`(name: String, model: String) async throws {
    let account = try await account(name, model: model)
    #expect((account.done[.list] ?? 0) > 0)
  }

  @Test(.enabled(if: Corpus.exists || Corpus.isRequired, "needs the corpus; CI requires it"))
  func `Of a music store nothing is refused but what others refer to`() async throws {
    let account = try await account("sample/chinook.sqlite")
    #expect(account.done[.list] == 11 && account.done[.inspect] == 11)
    #expect(account.done[.insert] == 11)
    #expect(account.refused.allSatisfy { $0.sentence.contains("still refers to it") })
  }

  @Test(arguments: ForeignSchemas.all.indices)
  func `So it is with databases that are in no corpus`(index: Int) async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/work.db"
    let (name, script) = ForeignSchemas.all[index]
    try Connection(path: path, mode: .create).execute(script)
    let session = try await session(path)
    let trip = try RoundTrip(session, path: path, folder: folder)
    try await trip.run()
    await session.close()
    if Self.isPrinted { print("\(name): \(trip.account.text)") }
    #expect(trip.account.done[.list, default: 0] > 0)
  }

  @Test(arguments: 0..<TestLength.of("D2T_SCHEMAS", 30))
  func `So it is with schemas that nobody would write`(seed: Int) async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/work.db"
    var schema = RandomSchema(seed: UInt64(seed))
    do {
      let connection = try Connection(path: path, mode: .create)
      for statement in schema.statements() { try? connection.execute(statement) }
    }
    let session = try await session(path)
    let trip = try RoundTrip(session, path: path, folder: folder, seed: UInt64(seed))
    try await trip.fill()
    try await trip.run()
    await session.close()
    if Self.isPrinted { print("\(seed): \(trip.account.text)") }
    #expect(trip.account.done[.list, default: 0] > 0)
  }
}
