import Qualifiers
import RuleEnvironment
import Synchronization

/// Answers by closures and counts how often it was asked.
final class FakeResolver: EnvironmentResolver {
  typealias Rule = @Sendable (EnvironmentValues) -> Value?

  private let rules: Mutex<[Int: Rule]>
  private let log = Mutex<(asked: [Int], cycles: [[Int]], missed: [String])>(([], [], []))
  private let count = Atomic<Int>(0)
  private let clock = Atomic<Int>(0)

  init(_ rules: [Int: Rule]) { self.rules = Mutex(rules) }

  func answer(_ key: any AnyKey, in values: EnvironmentValues) -> Value? {
    log.withLock { $0.asked.append(key.slot) }
    return rules.withLock { $0[key.slot] }?(values)
  }

  var generation: Int { count.load(ordering: .acquiring) }
  var seconds: Int { clock.load(ordering: .relaxed) }
  func didFindCycle(_ chain: [any AnyKey]) { log.withLock { $0.cycles.append(chain.map(\.slot)) } }
  func didMissRequired(_ key: any AnyKey, reader: String?) {
    log.withLock { $0.missed.append(reader ?? "") }
  }

  func replace(_ slot: Int, by rule: @escaping Rule) {
    rules.withLock { $0[slot] = rule }
    count.add(1, ordering: .releasing)
  }
  func advance(by seconds: Int) { clock.add(seconds, ordering: .relaxed) }

  var cycles: [[Int]] { log.withLock { $0.cycles } }
  var missed: [String] { log.withLock { $0.missed } }
  func asked(_ key: any AnyKey) -> Int { log.withLock { $0.asked.count { $0 == key.slot } } }
}
