import Qualifiers
import RuleEnvironment

/// Which keys may be read while a key is answered.
struct KeyReads {
  private var direct: [Int: Set<Int>] = [:]

  init(_ rules: [Rule], _ vocabulary: Vocabulary) {
    var names: [Int: Set<String>] = [:]
    for rule in rules { names[rule.key.slot, default: []].formUnion(rule.readKeys) }
    direct = names.mapValues { Set($0.compactMap { vocabulary[$0]?.slot }) }
  }

  /// Whether answering the key of `slot` may ask for that key again.
  func mayNeedItself(_ slot: Int) -> Bool {
    var seen: Set<Int> = []
    var waiting = [slot]
    while let next = waiting.popLast() {
      for read in direct[next] ?? [] where seen.insert(read).inserted {
        if read == slot { return true }
        waiting.append(read)
      }
    }
    return false
  }
}
