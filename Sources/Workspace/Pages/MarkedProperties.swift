import RuleEngine
package import RuleEnvironment

/// The property list of a page, split into tabs and sections by the Direct to Web markers `[Tab]` and `(Section)`.
package nonisolated struct MarkedProperties: Hashable {
  /// A group of property keys on a page, with the title above them if they have one: `(Address)`.
  package struct Section: Hashable {
    package var title: String?
    package var keys: [String] = []
  }

  /// A tab of a page, with its name and its sections of property keys.
  ///
  /// The name is `nil` for sections before the first tab, or on a page without tabs.
  package struct Tab: Hashable {
    package var name: String?
    package var sections: [Section] = []
  }

  /// In the order of the list.
  package private(set) var tabs: [Tab] = []

  /// A list of names, perhaps with markers.
  package init(_ names: [String]) {
    for name in names { add(name) }
  }

  /// Lists that begin with a title; one that is a tab's marker alone begins that tab.
  package init(sections: [[String]]) {
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
  package var tabNames: [String] { tabs.compactMap(\.name) }

  /// The names without markers.
  package var keys: [String] { tabs.flatMap { $0.sections.flatMap(\.keys) } }

  /// Whether there are sections or tabs.
  package var isDivided: Bool { tabs.count > 1 || tabs.contains { $0.name != nil } || hasTitles }

  /// The sections of a tab, and those that stand before all tabs.
  package func sections(of tab: String) -> [Section] {
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
  package var markedProperties: MarkedProperties {
    let sections = self[ComponentKeys.shared.sections]
    return sections.isEmpty
      ? MarkedProperties(self[RenderingKeys.shared.displayPropertyKeys])
      : MarkedProperties(sections: sections)
  }
}
