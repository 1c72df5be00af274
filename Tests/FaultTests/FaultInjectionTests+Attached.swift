import CFaultVFS
import EntityStore
import FaultScenarios
import SQLiteStore
import Testing

extension FaultInjectionTests {
  @Test(arguments: Fault.all)
  func `Two files are both as before or both as after`(fault: Fault) async throws {
    fault_install("d2t-fault")
    fault_disarm()
    let (main, other) = (FaultFolder("d2t-fault"), FaultFolder("d2t-fault"))
    let attached = [AttachedFile(name: "archive", path: other.database)]
    try FaultScenario.make(main.database, .rollback)
    let template = main.files
    let before = try FaultScenario.contents(main.database).rows
    other.reset(to: template)
    func open() async throws -> EntityStore {
      try await EntityStore.open(.file(main.database), attaching: attached)
    }
    let whole = try await open()
    _ = try await whole.save(FaultScenario.changesToBoth)
    await whole.close()
    let after = try FaultScenario.contents(main.database).rows
    #expect(try FaultScenario.contents(other.database).rows == after && before != after)

    try await forEachStep(atMost: length("D2T_FAULT_STEPS", or: 2)) { step in
      for folder in [main, other] { folder.reset(to: template) }
      let store = try await open()
      _ = try await store.count(FetchSpecification(entityName: "ArchiveAlbum"))
      fault_arm(step, fault.code, Int32(fault.kinds), fault.isSticky ? 1 : 0)
      var failure: StoreError?
      do throws(StoreError) {
        _ = try await store.save(FaultScenario.changesToBoth)
      } catch {
        failure = error
      }
      let happened = fault_count()
      fault_disarm()
      await store.close()
      for folder in [main, other] {
        let found = try FaultScenario.contents(folder.database)
        #expect(found.integrity == "ok", "step \(step)")
        #expect(found.rows == (failure == nil ? after : before), "step \(step): \(failure as Any)")
      }
      #expect(step > 0 || failure == nil)
      return happened
    }
  }
}
