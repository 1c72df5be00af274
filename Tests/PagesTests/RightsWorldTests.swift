import TestSupport
import Testing

/// The parts of the random worlds of rights.
struct RightsWorldTests {
  @Test func `L1: the worlds have views, rules in Swift, hidden keys, and all of them together`() {
    var counts: [String: Int] = [:]
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed))
      let rights = RightsWorld(&random).rights
      let hidesKey = rights.hidings.contains { $0.column == "id" }
      for (name, isThere) in [
        "view": rights.hasView, "Swift": rights.isInSwift, "key": hidesKey,
        "kinds": rights.hasKinds,
        "all": rights.hasView && rights.isInSwift && hidesKey && rights.hasKinds,
      ] where isThere {
        counts[name, default: 0] += 1
      }
    }
    #expect(counts.count == 5 && counts.values.allSatisfy { $0 > 10 }, "\(counts)")
  }
}
