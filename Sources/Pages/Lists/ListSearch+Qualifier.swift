import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

extension ListSearch {
  /// Rows with `text` in one of the columns that can be searched, or at one of the paths, as they are stored.
  func qualifier(holding words: [String], orAt paths: [PropertyPath] = []) -> Qualifier? {
    let words = words.map { qualifier(oneOf: writings(of: $0), paths) }
    let known = words.compactMap(\.self)
    return known.count == words.count ? .all(known) : nil
  }

  private func qualifier(oneOf texts: [String], _ paths: [PropertyPath]) -> Qualifier? {
    func holding(_ path: PropertyPath) -> [Qualifier] {
      texts.map {
        .comparison(Expression(.path(path)), .ilike, Expression(.literal(.string("*\($0)*"))))
      }
    }
    var found = paths.flatMap(holding)
    for column in list.columns {
      let attribute = column.scope[ModelKeys.shared.attribute]
      let choices = column.scope[EditingKeys.shared.choices].choices(for: attribute)
      let called = choices.filter { choice in
        texts.contains { choice.label?.lowercased().contains($0.lowercased()) == true }
      }
      found += called.map { .matching(PropertyPath(column.key), $0.value) }
      let searched = list.work.fetchPaths.searched(
        for: column.key,
        of: list.entity,
        in: list.scope
      )
      found += searched.filter { !paths.contains($0) }.flatMap(holding)
    }
    return found.isEmpty ? nil : .or(found)
  }
}
