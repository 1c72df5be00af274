extension Model {
  /// From now on nothing is decided by what may not be seen: no label, no order of columns, not how a value is written.
  ///
  /// The only place where what rows showed meets rights: ``Entity/labelKey``, ``Entity/listPropertyKeys``,
  /// ``Attribute/evidence`` and ``SampleStatistics`` answer accordingly.
  /// - Parameter unseen: What may not be seen, by the entity's name; what is left out may.
  package func conceal(_ unseen: [String: HiddenProperties]) {
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
      LabelDisambiguation.refine(&shown) { isAnew[$0] }
    }
    for (index, entity) in entities.enumerated() {
      let label: String?? = isAnew[index] ? .some(shown[index].labelKey) : .none
      entity.findings.conceal(concealed[entity.name] ?? HiddenProperties(), label: label)
    }
  }
}

extension Entity.Definition {
  /// Leaves out what may not be seen, and what rows showed of it.
  fileprivate mutating func conceal(_ unseen: HiddenProperties) {
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
