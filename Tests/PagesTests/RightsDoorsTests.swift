import Testing
import TestSupport

/// Whatever rights a role has: through no door of editing, from the review of what is pending to the log of saves, two
/// databases that differ only in what it may not see look other to it, and nothing of that is shown, kept or written.
///
/// `D2T_WORLDS` says how many worlds are made for each door, `D2T_SEED` which is the first.
@MainActor
struct RightsDoorsTests {
  private static var seeds: Range<UInt64> {
    let first = UInt64(TestLength.of("D2T_SEED", 0))
    return first..<first + UInt64(TestLength.of("D2T_WORLDS", TestLength.isLong ? 200 : 2))
  }

  @Test(arguments: RightsWalk.doors)
  func `No door tells twins apart, or shows or writes what is unseen`(door: RightsWalk.Door)
    async throws
  {
    for seed in Self.seeds {
      let twins = RightsTwins(seed: seed, more: door.takesMore && seed % 2 == 0)
      var random = SeededGenerator(seed: seed &+ 13)
      let start = door.starts.randomElement(using: &random) ?? ""
      var screens: [[String]] = []
      for (number, walk) in [twins.one, twins.other].enumerated() {
        var shared = random
        var own = SeededGenerator(seed: seed &+ 14 &+ UInt64(number))
        let later = walk.world.later(&shared, hidden: &own)
        let seen = try await walk.screens(through: door, from: start, later: later) { scene in
          let missing = (door.isAfterOthers ? later : walk.world).missing(
            in: try walk.unseen(in: scene)
          )
          #expect(missing.isEmpty, "world \(seed), \(start): \(missing) under\n\(twins.rules)")
        }
        screens.append(seen)
        let unseen = walk.world.secrets.union(later.secrets)
        let shown = unseen.filter { secret in seen.contains { $0.contains(secret) } }
        #expect(shown.isEmpty, "world \(seed), \(start): \(shown) under\n\(twins.rules)")
        guard !door.isAfterSave else { continue }
        let log = try walk.logText()
        let logged = unseen.filter { log.contains($0) }
        #expect(logged.isEmpty, "world \(seed), \(start): \(logged) logged under\n\(twins.rules)")
      }
      guard screens[0] != screens[1] else { continue }
      let step = zip(screens[0], screens[1]).prefix { $0 == $1 }.count
      let shown = screens.map { $0.indices.contains(step) ? $0[step] : "no screen" }
      Issue.record(
        "world \(seed), \(start), screen \(step) of \(door.keys) under\n\(twins.rules)\n\(shown.joined(separator: "\n"))"
      )
    }
  }
}
