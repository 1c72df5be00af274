import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal

/// Properties that stand together on a page, under a title or none.
struct PropertySection: Identifiable {
  /// One property.
  struct Row: Identifiable {
    let key: String
    /// The scope of the property on the page.
    let scope: EnvironmentValues
    var id: String { key }
  }

  let id: Int
  let title: String?
  let rows: [Row]

  /// Whether it has so many rows that only those near the screen are made.
  var isLong: Bool { rows.count > 100 }

  /// The sections of the scope's page: those of the key `sections`, else attributes first, lists of objects behind.
  ///
  /// Properties that may not be seen are left out, and empty ones where the rules say so.
  static func all(in scope: EnvironmentValues) -> [PropertySection] {
    let marked = scope.markedProperties
    if marked.isDivided || !scope[ComponentKeys.shared.sections].isEmpty {
      let sections = marked.sections(of: scope[ComponentKeys.shared.tab])
      return sections.enumerated().compactMap { index, section in
        let rows = visibleRows(section.keys, in: scope)
        return rows.isEmpty ? nil : PropertySection(id: index, title: section.title, rows: rows)
      }
    }
    let rows = visibleRows(marked.keys, in: scope)
    let entity = scope[ModelKeys.shared.entity]
    func isToMany(_ row: Row) -> Bool {
      entity?.property(at: PropertyPath(row.key)).relationship?.isToMany == true
    }
    let sections = [rows.filter { !isToMany($0) }, rows.filter(isToMany)]
    return sections.enumerated().compactMap { index, rows in
      rows.isEmpty ? nil : PropertySection(id: index, title: nil, rows: rows)
    }
  }

  private static func visibleRows(_ keys: [String], in scope: EnvironmentValues) -> [Row] {
    keys.compactMap { key in
      let property = scope.scoped(toProperty: key)
      guard scope.showsColumn(PropertyPath(key), at: property) else { return nil }
      if property[RenderingKeys.shared.hideEmptyProperty],
        property[ModelKeys.shared.relationship] == nil,
        isEmpty(PropertyPath(key), in: scope)
      {
        return nil
      }
      return Row(key: key, scope: property)
    }
  }

  /// Whether there is nothing at a path; what is still to be read may be anything.
  private static func isEmpty(_ path: PropertyPath, in scope: EnvironmentValues) -> Bool {
    guard let value = scope[ObjectKeys.shared.object]?.value(forPath: path.components[...]) else {
      return scope[ModelKeys.shared.entity]?.isFetchable(path) != true
    }
    return value.isEmpty
  }

  /// The room for the names before the values: that of the longest, at most two fifths of a page `pageWidth` cells
  /// wide, or `least` cells where that is more.
  static func labelWidth(of sections: [PropertySection], pageWidth: Int, least: Int = 24) -> Int {
    let widths = sections.flatMap(\.rows).map { row in
      TextWidth.cells(of: row.scope[ModelKeys.shared.displayNameForProperty])
    }
    return min(max(least, pageWidth * 2 / 5), widths.max() ?? 0)
  }
}

nonisolated extension Value {
  /// Null, or a text without characters.
  var isEmpty: Bool { isNull || string == "" }
}
