import RuleFiles
import SceneSupport
import Diagnostics
import RuleEngine
import RuleEnvironment
import Testing
import TestSupport

@testable import Pages
import Workspace

/// Whatever a role writes: two databases that differ only in what it may not see answer alike and look alike afterwards,
/// and what it may not see stays as it was.
///
/// `D2T_WORLDS` says how many worlds are made, `D2T_SEED` which is the first.
@MainActor
struct RightsWritesTests {
  private static var seeds: Range<UInt64> {
    let first = UInt64(TestLength.of("D2T_SEED", 0))
    return first..<first + UInt64(TestLength.of("D2T_WORLDS", TestLength.isLong ? 200 : 1))
  }

  @Test func `No written row tells twins apart, and nothing unseen is written`() async throws {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let twins = RightsTwins(seed: seed, more: seed % 2 == 0)
      for write in RightsWalk.writes(twins.one.world).shuffled(using: &random).prefix(12) {
        try await compare(twins, write, seed)
      }
    }
  }

  @Test func `No write that is only tried tells twins apart, or writes anything`() async throws {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed &+ 15)
      let twins = RightsTwins(seed: seed, more: false)
      let writes = RightsWalk.writes(twins.one.world) + RightsWalk.deletions
      for write in writes.shuffled(using: &random).prefix(12) {
        let format = Bool.random(using: &random) ? [] : ["--format", "json"]
        let trial = write.adding(["--dry-run"] + format)
        let before = try twins.one.cells()
        try await compare(twins, trial, seed)
        let written = try await twins.one.writing(trial)
        #expect(written.cells == before, "world \(seed): \(trial)")
        let told = twins.one.world.secrets.filter { written.said.contains($0) }
        #expect(told.isEmpty, "world \(seed): \(trial) tells \(told) under\n\(twins.rules)")
      }
    }
  }

  @Test func `No deletion tells twins apart, and nothing unseen is deleted`() async throws {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      // A deletion is another where rows that are not seen hold it.
      let twins = RightsTwins(seed: seed, more: false)
      for write in RightsWalk.deletions.shuffled(using: &random).prefix(6) {
        try await compare(twins, write, seed)
      }
    }
  }

  @Test func `No value that is taken by what is unseen is told`() async throws {
    for seed in Self.seeds {
      let twins = RightsTwins(seed: seed, more: true)
      for write in RightsWalk.collisions(with: twins.other.world) {
        let said = try await twins.other.writing(write).said
        let told = twins.other.world.secrets.filter {
          said.contains($0) && !write.description.contains($0)
        }
        #expect(told.isEmpty, "world \(seed): \(write) tells \(told) under\n\(twins.rules)")
      }
    }
  }

  @Test func `What is edited on pages tells no twins apart`() async throws {
    var random = SeededGenerator(seed: 11)
    for seed in Self.seeds {
      let twins = RightsTwins(seed: seed, more: false)
      for start in RightsWalk.editStarts.shuffled(using: &random).prefix(2) {
        let keys = (0..<14).map { _ in RightsWalk.editKeys.randomElement(using: &random) ?? "" }
        var files: [Set<String>] = []
        var screens: [[String]] = []
        for walk in [twins.one, twins.other] {
          screens.append(
            try await walk.screens(start, keys) { scene in files.append(try walk.unseen(in: scene))
            }
          )
        }
        #expect(
          screens[0] == screens[1],
          "world \(seed), \(start) after \(keys) under\n\(twins.rules)"
        )
        for (walk, file) in zip([twins.one, twins.other], files) {
          let missing = Set(walk.world.unseenCells).subtracting(file)
          #expect(missing.isEmpty, "world \(seed), \(start) after \(keys) under\n\(twins.rules)")
        }
      }
    }
  }

  @Test func `G1: no rule of the user's own, whatever key it sets, shows or writes what is unseen`()
    async throws
  {
    let first = UInt64(TestLength.of("D2T_SEED", 0))
    let count = UInt64(TestLength.of("D2T_WORLDS", TestLength.isLong ? 10_000 : 100))
    for seed in first..<first + count {
      var random = SeededGenerator(seed: seed &+ 12)
      let twins = RightsTwins(seed: seed, more: false)
      let rule = RandomOwnRule(world: seed, &random).text
      let start = RightsWalk.editStarts.randomElement(using: &random) ?? ""
      let keys = (0..<8).map { _ in RightsWalk.editKeys.randomElement(using: &random) ?? "" }
      var screens: [[String]] = []
      for walk in [twins.one, twins.other] {
        let seen = try await walk.screens(start, rule: rule, keys) { scene in
          let missing = Set(walk.world.unseenCells).subtracting(try walk.unseen(in: scene))
          #expect(
            missing.isEmpty,
            "world \(seed), \(start), \(rule) after \(keys) under\n\(twins.rules)"
          )
        }
        screens.append(seen)
      }
      guard screens[0] != screens[1] else { continue }
      let step = zip(screens[0], screens[1]).prefix { $0 == $1 }.count
      let shown = screens.map { $0.indices.contains(step) ? $0[step] : "no screen" }
      Issue.record(
        "world \(seed), \(start), \(rule), screen \(step) after \(keys) under\n\(twins.rules)\n\(shown.joined(separator: "\n"))"
      )
    }
  }

  @Test func `G1: each key that rules of a user may set has worlds where one counts`() async throws
  {
    let settable = Set(builtInVocabulary.entries.filter(\.isAssignable).map(\.name))
    let site: Set = [
      "isLocked", "databases", "modelFiles", "auditLog", "trustsSudo", "role", "loginAttempts",
      "auditEntity",
    ]
    let keys = RandomOwnRule.keys
    #expect(Set(keys.map(\.name)) == settable.subtracting(site))
    let scene = try await Scene(RightsTwins(seed: 0, more: false).one.world.script)
    let names = Catalog.builtIn.names(with: scene.session.work.model)
    for (index, entry) in keys.enumerated() {
      let rules = (0..<60).map { turn in
        let number = UInt64(index + turn * keys.count)
        var random = SeededGenerator(seed: number &+ 12)
        return RandomOwnRule(world: number, &random).text
      }
      let counting = rules.filter { rule in
        let text = String(rule.dropFirst("rule ".count))
        let found = LiveRules.check(text, vocabulary: builtInVocabulary, names: names)
        return found.ruleCount == 1 && found.faults.allSatisfy { $0.severity != .error }
      }
      #expect(counting.count * 3 >= rules.count, "\(entry.name): \(entry.typeName): \(rules[0])")
    }
  }

  private func compare(_ twins: RightsTwins, _ write: RightsWalk.Write, _ seed: UInt64) async throws
  {
    let one = try await twins.one.writing(write)
    let other = try await twins.other.writing(write)
    #expect(one.said == other.said, "world \(seed): \(write) under\n\(twins.rules)")
    for (walk, written) in [(twins.one, one), (twins.other, other)] {
      let missing = walk.world.missing(in: written.cells)
      #expect(missing.isEmpty, "world \(seed): \(write) writes \(missing) under\n\(twins.rules)")
    }
  }
}
