import DirectToWebRules
package import RuleEngine
package import RuleEnvironment
import Synchronization

/// A cache of the rules inside the program, which are read once for each rule order.
///
/// A second database, or one that is opened again, gets them from here.
package nonisolated enum BuiltInRules {
  /// A cached loading of the built-in rules, with the names and vocabulary it was made for.
  ///
  /// Another database reuses it if both are equivalent.
  private struct Reading {
    let names: KnownNames
    let vocabulary: Vocabulary
    let loading: RuleLoading
  }

  /// The last reading for each order.
  private static let known = Mutex<[RuleOrder: Reading]>([:])

  /// The rules, judged by `names`, of a program with these keys.
  package static func loading(
    _ names: KnownNames,
    _ vocabulary: Vocabulary,
    order: RuleOrder
  ) -> RuleLoading {
    if let reading = known.withLock({ $0[order] }), reading.names.judgeAlike(names),
      reading.vocabulary.hasSameKeys(as: vocabulary)
    {
      var loading = reading.loading
      loading.names = names
      return loading
    }
    var loading = RuleLoading(
      vocabulary: vocabulary,
      names: names,
      ruleOrder: order,
      formats: [DirectToWebFormat.builtIn],
      read: RuleFileReader.all.read
    )
    loading.add([Resource.source("Rules/Default.rules")], layer: .builtIn)
    loading.add([Resource.source("Rules/Derived.rules")], layer: .derived)
    let reading = Reading(names: names, vocabulary: vocabulary, loading: loading)
    known.withLock { $0[order] = reading }
    return loading
  }
}
