import Qualifiers

/// A cached answer to a key that the scope does not set: its value, whether it is the default, and the reads it depends on.
final class CachedAnswer: Sendable {
  /// The value that conditions compare.
  let value: Value
  /// The value in the key's own type.
  let stored: any AnyTypedValue
  /// Whether no rule answered and this is the key's default.
  let isDefault: Bool
  let reads: ReadTracker.Reads

  init(value: Value, stored: any AnyTypedValue, isDefault: Bool, reads: ReadTracker.Reads) {
    (self.value, self.stored, self.isDefault, self.reads) = (value, stored, isDefault, reads)
  }

  /// All that was read.
  var facts: [ReadDependency] { reads.facts }
  /// The slots of the facts, folded into bits.
  var slots: UInt64 { reads.slots }
  /// Part of a cycle: what it is depends on which key of the cycle was asked first.
  var isCyclic: Bool { reads.isCyclic }
  /// Seconds since 1970 at which it ends to hold; `.max` for never.
  var validUntil: Int { reads.validUntil }
}

/// The cached answers of one scope, indexed by the slot number of their key.
struct AnswerCache: Sendable {
  private var generation = 0
  private var answers: [CachedAnswer?] = []

  func answer(_ slot: Int, generation: Int) -> CachedAnswer? {
    guard generation == self.generation, slot < answers.count else { return nil }
    return answers[slot]
  }

  /// The answer for `slot` when it holds at any time and wherever nothing but the slots `between` is set.
  func lasting(_ slot: Int, generation: Int, between: UInt64) -> (any AnyTypedValue)? {
    guard generation == self.generation, slot < answers.count, let answer = answers[slot],
      answer.validUntil == .max, answer.slots & between == 0
    else { return nil }
    return answer.stored
  }

  mutating func remember(_ answer: CachedAnswer, for slot: Int, generation: Int) {
    guard generation >= self.generation else { return }
    if generation > self.generation {
      answers.removeAll(keepingCapacity: true)
      self.generation = generation
    }
    if slot >= answers.count {
      answers += Array(repeating: nil, count: slot + 1 - answers.count)
    }
    answers[slot] = answer
  }
}
