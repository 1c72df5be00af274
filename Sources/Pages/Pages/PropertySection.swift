import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
import Workspace

/// A section of properties on an object's page: its title, if any, and its rows.
struct PropertySection: Identifiable {
  /// A property in a section of an inspect or edit page: its key, its rule scope and the titles of the page.
  struct Row: Identifiable {
    let key: String
    /// The scope of the property on the page.
    let scope: EnvironmentValues
    /// The headings of the page.
    let titles: ColumnTitles
    var id: String { key }

    /// The category of the attribute; of a relationship to one object that of the attribute by which it refers to it.
    var category: String? {
      if let attribute = scope[ModelKeys.shared.attribute] { return attribute.definition.category }
      guard let relationship = scope[ModelKeys.shared.relationship], !relationship.isToMany,
        relationship.definition.joins.count == 1
      else { return nil }
      let owner = PropertyPath(key).components.dropLast()
      let source = PropertyPath(components: owner + [relationship.definition.joins[0].source])
      let entity = scope[ModelKeys.shared.entity]
      return entity?.property(at: source).attribute?.definition.category
    }
  }

  let id: Int
  let title: String?
  let rows: [Row]

  /// Whether it has so many rows that only those near the screen are made.
  var isLong: Bool { rows.count > 100 }

  /// The sections of the scope's page: those of the key `sections`, else attributes first, those of each category under its
  /// name, lists of objects behind.
  ///
  /// Properties that may not be seen are left out, and empty ones where the rules say so.
  static func all(in scope: EnvironmentValues) -> [PropertySection] {
    let marked = scope.markedProperties
    if marked.isDivided || !scope[ComponentKeys.shared.sections].isEmpty {
      let sections = marked.sections(of: scope[ComponentKeys.shared.tab])
      let titles = ColumnTitles(of: sections.flatMap(\.keys), in: scope)
      return sections.enumerated().compactMap { index, section in
        let rows = visibleRows(section.keys, titles, in: scope)
        return rows.isEmpty ? nil : PropertySection(id: index, title: section.title, rows: rows)
      }
    }
    let rows = visibleRows(marked.keys, ColumnTitles(of: marked.keys, in: scope), in: scope)
    let entity = scope[ModelKeys.shared.entity]
    func isToMany(_ row: Row) -> Bool {
      entity?.property(at: PropertyPath(row.key)).relationship?.isToMany == true
    }
    let single = Dictionary(grouping: rows.filter { !isToMany($0) }, by: \.category)
    // In the order in which the first of each stands.
    var categories: [String] = []
    for case let category? in rows.map(\.category) where !categories.contains(category) {
      categories.append(category)
    }
    let sections =
      [(nil, single[nil] ?? [])] + categories.map { ($0, single[$0] ?? []) }
      + [(nil, rows.filter(isToMany))]
    return sections.enumerated().compactMap { index, section in
      section.1.isEmpty ? nil : PropertySection(id: index, title: section.0, rows: section.1)
    }
  }

  private static func visibleRows(
    _ keys: [String],
    _ titles: ColumnTitles,
    in scope: EnvironmentValues
  ) -> [Row] {
    keys.compactMap { key in
      let property = titles.scope(of: key, in: scope)
      guard scope.showsColumn(PropertyPath(key), at: property) else { return nil }
      if property[RenderingKeys.shared.hideEmptyProperty],
        property[ModelKeys.shared.relationship] == nil,
        isEmpty(PropertyPath(key), in: scope)
      {
        return nil
      }
      return Row(key: key, scope: property, titles: titles)
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
