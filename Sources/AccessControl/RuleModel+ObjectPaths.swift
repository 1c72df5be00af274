package import Qualifiers
package import RuleEngine

nonisolated extension RuleModel {
  /// The paths that conditions and values read from `object`, without that first name; each once.
  package var objectPaths: [PropertyPath] { objectPaths { _ in true } }

  /// Returns the paths that the selected rules read from `object`, each once.
  func objectPaths(where isWanted: (Rule) -> Bool) -> [PropertyPath] {
    var seen: Set<PropertyPath> = []
    let reads = (rules + denials).filter(isWanted).flatMap {
      [Reads($0.condition), Reads($0.value)]
    }
    return reads.flatMap { $0.paths + $0.aggregates.flatMap(\.computedPaths) }.compactMap { path in
      guard path.first == "object", path.components.count > 1 else { return nil }
      let rest = PropertyPath(components: Array(path.components.dropFirst()))
      return seen.insert(rest).inserted ? rest : nil
    }
  }

  /// Whether rules run closures, of which nobody knows what they read.
  package var runsClosures: Bool {
    rules.contains { Reads($0.condition).runsClosure || Reads($0.value).runsClosure }
  }
}
