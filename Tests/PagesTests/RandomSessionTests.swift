import SceneSupport
import Glibc
import TestSupport
import Testing

/// Whatever somebody does in a session, and whatever others do to the file meanwhile: file, pending changes and a plain account
/// of them agree after each step.
///
/// `D2T_SESSION_CASES` says how many sequences are made, `D2T_SEED` which is the first; of one that fails the shortest is told.
@MainActor
struct RandomSessionTests {
  private static let stepCount = 14

  private func steps(_ seed: Int) -> [SessionStep] {
    var random = SeededGenerator(seed: UInt64(seed))
    return (0..<Self.stepCount).map { _ in SessionStep.random(&random) }
  }

  /// Returns the failure of a sequence of steps; `nil` when it passes.
  private func failure(of steps: [SessionStep], _ tally: inout [String: Int]) async -> String? {
    do {
      let session = try await RandomSession()
      var found: String?
      do { for step in steps { try await session.perform(step) } } catch {
        found = (error as? RandomSession.Disagreement)?.text ?? "\(error)"
      }
      tally.merge(session.tally) { $0 + $1 }
      await session.scene.end()
      return found
    } catch { return "\(error)" }
  }

  /// The shortest sequence that still fails, found by leaving out steps.
  private func shortened(_ steps: [SessionStep]) async -> [SessionStep] {
    var (steps, ignored) = (steps, [String: Int]())
    var length = max(1, steps.count / 2)
    while length > 0 {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + length, steps.count))
        if await failure(of: fewer, &ignored) != nil { steps = fewer } else { start += length }
      }
      length /= 2
    }
    return steps
  }

  @Test func `Session, file and account agree after any steps`() async throws {
    let first = TestLength.of("D2T_SEED", 0)
    let count = TestLength.of("D2T_SESSION_CASES", TestLength.isLong ? 50_000 : 100)
    var tally: [String: Int] = [:]
    var failures = 0
    for seed in first..<first + count where failures < 3 {
      if TestLength.isLong, (seed - first) % 500 == 0 {
        print("\(seed - first) of \(count) sequences, \(failures) fail")
        fflush(nil)
      }
      guard await failure(of: steps(seed), &tally) != nil else { continue }
      failures += 1
      let short = await shortened(steps(seed))
      var ignored: [String: Int] = [:]
      let text = await failure(of: short, &ignored) ?? "it does not fail again"
      Issue.record("seed \(seed), shortest \(short):\n\(text)")
    }
    if TestLength.isLong { print(tally.sorted { $0.key < $1.key }) }
    guard count >= 100, failures == 0 else { return }
    let rare = count >= 2_000 ? ["conflict", "gone", "not reverted"] : []
    for outcome in ["saved", "reverted"] + rare {
      #expect(tally[outcome, default: 0] > 0, "\(outcome): \(tally)")
    }
  }
}
