import Glibc

/// One line of the report: what was measured, and how it stands to its budget.
struct Figure: Sendable {
  enum Unit: Sendable {
    case seconds, bytes, ratio, count
  }

  let name: String
  let unit: Unit
  let samples: [Double]
  /// The most that the median may be; `nil` for what is only told.
  let budget: Double?

  /// A figure from at least one sample.
  init(_ name: String, _ unit: Unit, _ samples: [Double], budget: Double? = nil) {
    precondition(!samples.isEmpty, "a figure needs a sample")
    (self.name, self.unit, self.samples, self.budget) = (name, unit, samples.sorted(), budget)
  }

  /// A figure from durations, each divided by `count`.
  init(_ name: String, _ durations: [Duration], per count: Int = 1, budget: Double? = nil) {
    self.init(name, .seconds, durations.map { $0.inSeconds / Double(count) }, budget: budget)
  }

  var median: Double {
    let middle = samples.count / 2
    return samples.count % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2
  }

  var isWithinBudget: Bool { budget.map { median <= $0 } ?? true }

  /// How many times `other` this one is.
  func ratio(to other: Figure, _ name: String, budget: Double? = nil) -> Figure {
    Figure(name, .ratio, [median / other.median], budget: budget)
  }
}

extension Duration {
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

/// Runs `body` a few times unmeasured, then `count` times measured.
func measure(_ count: Int, warmUp: Int = 2, _ body: () throws -> Void) rethrows -> [Duration] {
  for _ in 0..<warmUp { try body() }
  let clock = ContinuousClock()
  return try (0..<count).map { _ in try clock.measure(body) }
}

/// Runs `body` a few times unmeasured, then `count` times measured.
func measure(_ count: Int, warmUp: Int = 2, _ body: () async throws -> Void) async rethrows
  -> [Duration]
{
  for _ in 0..<warmUp { try await body() }
  let clock = ContinuousClock()
  var durations: [Duration] = []
  for _ in 0..<count { durations.append(try await clock.measure(body)) }
  return durations
}

/// What something took by the clock, and of the processors.
///
/// Ratios are of the work: on a busy machine the clock tells how long one waited for a processor, too.
struct Effort {
  let duration: Duration
  let work: Duration

  /// Runs `body`.
  static func measure(_ body: () async throws -> Void) async rethrows -> Effort {
    let (clock, start, before) = (ContinuousClock(), ContinuousClock.now, processTime())
    try await body()
    return Effort(duration: clock.now - start, work: processTime() - before)
  }

  /// The processor time that all threads of this process have had.
  private static func processTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension [Effort] {
  /// How many times the work of `other` it is.
  func ratio(to other: [Effort], _ name: String, budget: Double? = nil) -> Figure {
    Figure(name, map(\.work)).ratio(to: Figure(name, other.map(\.work)), name, budget: budget)
  }
}
