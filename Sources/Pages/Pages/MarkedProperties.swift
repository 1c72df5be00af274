import RuleEngine
package import RuleEnvironment

/// The properties of a page as a list of names in which markers of Direct to Web may stand: `[Tab]` and `(Section)`.
nonisolated struct MarkedProperties: Hashable {
  /// Properties under one title, or under none.
  struct Section: Hashable {
    var title: String?
    var keys: [String] = []
  }

  /// The sections of one tab; those before the first tab, or of a page without tabs, belong to none.
  struct Tab: Hashable {
    var name: String?
    var sections: [Section] = []
  }

  /// In the order of the list.
  private(set) var tabs: [Tab] = []

  /// A list of names, perhaps with markers.
  init(_ names: [String]) {
    for name in names { add(name) }
  }

  /// Lists that begin with a title; one that is a tab's marker alone begins that tab.
  init(sections: [[String]]) {
    for section in sections {
      guard let title = section.first else { continue }
      if section.count == 1, title.tabMarker != nil {
        add(title)
      } else {
        add(Section(title: title.isEmpty ? nil : title, keys: Array(section.dropFirst())))
      }
    }
  }

  /// The names of the tabs.
  var tabNames: [String] { tabs.compactMap(\.name) }

  /// The names without markers.
  var keys: [String] { tabs.flatMap { $0.sections.flatMap(\.keys) } }

  /// Whether there are sections or tabs.
  var isDivided: Bool { tabs.count > 1 || tabs.contains { $0.name != nil } || hasTitles }

  /// The sections of a tab, and those that stand before all tabs.
  func sections(of tab: String) -> [Section] {
    tabs.filter { $0.name == nil || $0.name == tab }.flatMap(\.sections).filter { !$0.keys.isEmpty }
  }

  private var hasTitles: Bool { tabs.contains { $0.sections.contains { $0.title != nil } } }

  private mutating func add(_ name: String) {
    if let tab = name.tabMarker {
      tabs.append(Tab(name: tab))
    } else if let title = name.sectionMarker {
      add(Section(title: title.isEmpty ? nil : title))
    } else {
      if tabs.last?.sections.isEmpty != false { add(Section()) }
      let (tab, section) = (tabs.count - 1, tabs[tabs.count - 1].sections.count - 1)
      tabs[tab].sections[section].keys.append(name)
    }
  }

  private mutating func add(_ section: Section) {
    if tabs.isEmpty { tabs.append(Tab()) }
    tabs[tabs.count - 1].sections.append(section)
  }
}

nonisolated extension EnvironmentValues {
  /// The properties of the scope's page, without the markers of sections and tabs between them.
  package var propertyKeys: [String] {
    self[RenderingKeys.shared.displayPropertyKeys].filter { !$0.isMarker }
  }

  /// The sections and tabs that the rules list, or that stand as markers between the properties.
  var markedProperties: MarkedProperties {
    let sections = self[ComponentKeys.shared.sections]
    return sections.isEmpty
      ? MarkedProperties(self[RenderingKeys.shared.displayPropertyKeys])
      : MarkedProperties(sections: sections)
  }
}
