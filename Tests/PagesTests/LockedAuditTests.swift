import EntityModel
import Glibc
import SceneSupport
import Testing

@testable import CommandLineTool  // rows of an import
@testable import Pages
import Workspace

/// The lines of the audit log about saves in locked mode.
@MainActor
struct LockedAuditTests {
  @Test func `L2: in locked mode each way to save is told before and after`() async throws {
    let site = try LockedSite(applicationRules: "*true* => auditsChanges = true")
    let log = site.path("log/audit.jsonl")
    func lines() -> [String] {
      String(decoding: site.contents()[log] ?? [], as: UTF8.self).split(separator: "\n")
        .map(String.init)
    }
    /// Expects changes with the link, then the outcome; all with one attempt.
    func expect(_ count: Int, _ action: String) {
      let found = lines()
      #expect(found.count == count + 1, "\(found)")
      #expect(found.dropLast().allSatisfy { $0.contains("\"action\":\"\(action)\"") }, "\(found)")
      #expect(found.dropLast().allSatisfy { $0.contains("\"link\":\"Artist#") }, "\(found)")
      #expect(found.last?.hasSuffix(#""outcome":"saved"}"#) == true, "\(found)")
      let attempts = found.compactMap { $0.split(separator: "\"attempt\":\"").last?.prefix(8) }
      #expect(Set(attempts).count == 1)
      unlink(log)
    }
    #expect(try await site.run(["set", site.database, "Artist#1", "name=Abba"]).code == 0)
    expect(1, "update")
    #expect(try await site.run(["insert", site.database, "Artist", "name=X"]).code == 0)
    expect(1, "insert")
    let session = try await site.program(["import", site.database, "Artist"]).session()
    let artist = try #require(session.work.model.entity(named: "Artist"))
    let rows = try RowImport(of: artist, in: session.work)
    for name in ["Y", "Z"] {
      var row = RowImport.Row(place: .line(1), length: 1)
      row.cells = [(try #require(try rows.columns.number(of: "name")), .text(name))]
      try await rows.add([row])
    }
    #expect(lines().isEmpty)
    _ = try await rows.finish()
    await session.close()
    expect(2, "insert")
    let scene = try await site.scene("--entity Artist --task edit --id 1")
    try await scene.send("end X ctrl-s")
    expect(1, "update")
    // A save that the commit refuses is told as not saved.
    #expect(try await site.run(["delete", site.database, "Artist#1"]).code == 1)
    let refused = lines()
    #expect(refused.isEmpty || refused.last?.contains(#""outcome":"not saved"}"#) == true)
  }
}
