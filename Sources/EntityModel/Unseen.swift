/// What a person may not see of an entity: what rows show of it decides nothing that the person is shown.
package struct Unseen: Sendable, Hashable {
  /// Whether there are rows that do not exist for him: then none of them tells anything.
  package var hidesRows: Bool
  /// Names of properties that he sees of no object.
  package var properties: Set<String> = []
  /// Names of properties that he sees of some objects only.
  package var partlyHiddenProperties: Set<String> = []

  /// Without arguments nothing.
  package init(hidesRows: Bool = false) { self.hidesRows = hidesRows }

  /// Whether it is nothing.
  package var isEmpty: Bool { self == Unseen() }

  /// Whether what rows show of a property is not for him: they show what is hidden of some object.
  func conceals(_ name: String) -> Bool {
    hidesRows || properties.contains(name) || partlyHiddenProperties.contains(name)
  }
}

extension Model {
  /// From now on nothing is decided by what may not be seen: no label, no order of columns, not how a value is written.
  ///
  /// The only place where what rows showed meets rights: ``Entity/labelKey``, ``Entity/listPropertyKeys``,
  /// ``Attribute/evidence`` and ``Findings`` answer accordingly.
  /// - Parameter unseen: What may not be seen, by the entity's name; what is left out may.
  package func conceal(_ unseen: [String: Unseen]) {
    var shown = entities.map(\.definition)
    let concealed = unseen.filter { !$0.value.isEmpty }
    for index in shown.indices {
      guard let unseen = concealed[shown[index].name] else { continue }
      shown[index].conceal(unseen)
    }
    // Documents are called by what they refer to.
    let isAnew = shown.map { entity in
      entity.isLabelFound
        && (concealed[entity.name] != nil
          || entity.relationships.contains { concealed[$0.destinationName] != nil })
    }
    for index in shown.indices where isAnew[index] { shown[index].findLabelAnew() }
    if !concealed.isEmpty {
      DocumentLabel.refine(&shown)
      LabelParts.refine(&shown) { isAnew[$0] }
    }
    for (index, entity) in entities.enumerated() {
      let label: String?? = isAnew[index] ? .some(shown[index].labelKey) : .none
      entity.findings.conceal(concealed[entity.name] ?? Unseen(), label: label)
    }
  }
}

extension Entity.Definition {
  /// Leaves out what may not be seen, and what rows showed of it.
  fileprivate mutating func conceal(_ unseen: Unseen) {
    for index in attributes.indices where unseen.conceals(attributes[index].name) {
      attributes[index].evidence = nil
    }
    let hidden = unseen.properties.union(unseen.partlyHiddenProperties)
    for index in attributes.indices where hidden.contains(attributes[index].name) {
      attributes[index].isHidden = true
    }
    for index in relationships.indices where hidden.contains(relationships[index].name) {
      relationships[index].isHidden = true
    }
  }
}
