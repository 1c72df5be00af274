package import Qualifiers

extension Chart {
  /// A group of rows as it is drawn: its keys, the text that stands for them, and its numbers.
  package typealias Group = (keys: [Value], text: String, numbers: [Value?])

  /// A chart of groups, a series for each of `names`; `nil` where no group has a number.
  package init?(_ kind: Kind?, title: String, groups: [Group], names: [String]) {
    let series = names.indices.map { place in
      Series(name: names[place], values: groups.map { $0.numbers[place]?.double })
    }
    guard series.contains(where: { $0.values.contains { $0 != nil } }) else { return nil }
    let categories = groups.map { group in
      Category(
        value: group.keys.count == 1 ? group.keys[0] : .string(group.text),
        text: group.text
      )
    }
    self.init(kind, title: title, categories: categories, series: series)
  }
}
