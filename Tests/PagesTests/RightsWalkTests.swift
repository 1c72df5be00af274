import Testing
import TestSupport

/// Whatever rights a role has: two databases that differ only in what it may not see look the same to it, by every
/// subcommand, on every page, after any keys.
///
/// `D2T_WORLDS` says how many worlds are made, `D2T_SEED` which is the first.
@MainActor
struct RightsWalkTests {
  private static var seeds: Range<UInt64> {
    let first = UInt64(TestLength.of("D2T_SEED", 0))
    return first..<first + UInt64(TestLength.of("D2T_WORLDS", TestLength.isLong ? 200 : 1))
  }

  @Test func `No subcommand tells twins apart`() async throws {
    var random = SeededGenerator(seed: 7 &+ Self.seeds.lowerBound)
    for seed in Self.seeds {
      let twins = RightsTwins(seed: seed, more: seed % 2 == 0)
      let secrets = twins.one.world.secrets
      for words in RightsWalk.commands.shuffled(using: &random).prefix(24) {
        let one = try await twins.one.run(words)
        let other = try await twins.other.run(words)
        #expect(one == other, "world \(seed): \(words) under\n\(twins.rules)")
        let shown = secrets.filter { one.contains($0) }
        #expect(shown.isEmpty, "world \(seed): \(words) shows \(shown)")
      }
    }
  }

  @Test func `No page tells twins apart, whatever is pressed`() async throws {
    var random = SeededGenerator(seed: 8 &+ Self.seeds.lowerBound)
    for seed in Self.seeds {
      let twins = RightsTwins(seed: seed, more: seed % 2 == 0)
      let start = RightsWalk.starts.randomElement(using: &random) ?? ""
      let keys = (0..<16).map { _ in RightsWalk.keys.randomElement(using: &random) ?? "" }
      let one = try await twins.one.screens(start, keys)
      let other = try await twins.other.screens(start, keys)
      guard one != other else { continue }
      let step = zip(one, other).prefix { $0 == $1 }.count
      let screens = [one, other].map { $0.indices.contains(step) ? $0[step] : "no screen" }
      Issue.record(
        "world \(seed), \(start), screen \(step) after \(keys) under\n\(twins.rules)\n\(screens.joined(separator: "\n"))"
      )
    }
  }

  @Test func `No rule of the user's own tells twins apart`() async throws {
    var random = SeededGenerator(seed: 10 &+ Self.seeds.lowerBound)
    for seed in Self.seeds {
      let twins = RightsTwins(seed: seed, more: seed % 2 == 0)
      for rule in RightsWalk.typedRules.shuffled(using: &random).prefix(1) {
        for start in ["--entity Person", "--entity Invoice --task inspect --id 2"] {
          let one = try await twins.one.screens(start, rule: rule, ["g", "enter", "!"])
          let other = try await twins.other.screens(start, rule: rule, ["g", "enter", "!"])
          #expect(one == other, "world \(seed), \(start): \(rule) under\n\(twins.rules)")
        }
      }
    }
  }

  @Test func `Who is under no rule sees all of it`() async throws {
    var random = SeededGenerator(seed: 9)
    let world = RightsWorld(&random)
    let walk = RightsWalk(world: world, role: "clerk", looker: "boss")
    var seen = ""
    for (entity, columns) in [
      ("Store", "safe"), ("Person", "name,email,credit,note"), ("Secret", "word"),
      ("Invoice", "amount,memo"), ("Tag", "label"),
    ] {
      seen += try await walk.run(["export", entity, "--columns", columns])
    }
    let missing = world.everything.filter { !seen.contains($0) }
    #expect(missing.isEmpty, "\(seen)")
  }
}
