package import Qualifiers

extension Chart {
  /// A group of rows as it is drawn: its keys with their texts, and its numbers.
  package typealias Group = (keys: [Category], numbers: [Value?])

  /// A chart of groups, a series for each of `names`; `nil` where no group has a number.
  package init?(_ kind: Kind?, title: String, groups: [Group], names: [String]) {
    let series = names.indices.map { place in
      Series(name: names[place], values: groups.map { $0.numbers[place]?.double })
    }
    guard series.contains(where: { $0.values.contains { $0 != nil } }) else { return nil }
    let categories = groups.map { group in
      let text = group.keys.map(\.text).joined(separator: " · ")
      return group.keys.count == 1 ? group.keys[0] : Category(value: .string(text), text: text)
    }
    self.init(kind, title: title, categories: categories, series: series)
  }
}
