extension ModelDerivation {
  /// Gives each to-one its inverse, then sees through the join tables.
  func addToManyRelationships(to entities: inout [Entity.Definition]) {
    var taken = entities.map { entity in
      Set(
        (entity.attributes.map(\.name) + entity.relationships.map(\.name)).map { $0.lowercased() }
      )
    }
    // Nothing leads to the rows of views: they are those of tables, seen otherwise.
    let referring = references.indices.filter { tables[$0].kind != .view }
    let incoming = Set(referring.flatMap { references[$0].map(\.target) })
    for source in referring {
      let found = references[source]
      for (position, reference) in found.enumerated() {
        let wanted = toManyName(of: position, from: source)
        let name = Naming.unique(wanted, taken: &taken[reference.target])
        var relationship = Relationship.Definition(
          name: name,
          destinationName: entityNames[source],
          isToMany: true,
          joins: entities[source].relationships[position].joins.map {
            .init(source: $0.destination, destination: $0.source)
          }
        )
        relationship.inverseName = reference.name
        relationship.isInferred = reference.key.isInferred
        relationship.deleteRule = reference.key.deleteRule
        // What the database does not declare it does not do.
        relationship.isDeleteRuleDeclared =
          reference.key.isInferred && reference.key.deleteRule == .cascade
        entities[reference.target].relationships.append(relationship)
        entities[source].relationships[position].inverseName = name
      }
    }
    for index in tables.indices where !incoming.contains(index) && isJoinTable(index) {
      entities[index].isJoinTable = true
      addManyToMany(through: index, to: &entities, taken: &taken)
    }
  }

  /// Returns the name of a reference's inverse relationship: `films`, `filmsByOriginalLanguage`, `children`.
  private func toManyName(of position: Int, from source: Int) -> String {
    let reference = references[source][position]
    let entityName = Naming.propertyName(for: plainNames[source])
    let plural = Naming.plural(of: entityName)
    let role = Naming.capitalized(reference.name)
    if reference.target == source {
      return Self.selfInverse(of: reference.name, plural: plural) ?? plural + "By" + role
    }
    let siblings = references[source].filter { $0.target == reference.target }
    let destination = Naming.singular(of: Naming.propertyName(for: plainNames[reference.target]))
    let isMain = siblings.count == 1 || reference.name.lowercased() == destination.lowercased()
    return isMain ? plural : plural + "By" + role
  }

  /// The other side of a reference of a table to itself, where people have a word for it.
  private static func selfInverse(of name: String, plural: String) -> String? {
    let small = name.lowercased()
    if small.hasPrefix("parent") {
      let rest = String(name.dropFirst("parent".count))
      return rest.isEmpty ? "children" : "child" + Naming.plural(of: rest)
    }
    for (role, inverse) in selfInverses where small == role { return inverse }
    return small == "supervisor" ? "supervised" + Naming.capitalized(plural) : nil
  }

  private static let selfInverses = [
    ("manager", "directReports"), ("reportsto", "directReports"), ("boss", "directReports"),
    ("mgr", "directReports"), ("next", "previous"), ("previous", "next"),
    ("predecessor", "successors"), ("successor", "predecessors"), ("replyto", "replies"),
    ("inreplyto", "replies"), ("mother", "childrenByMother"), ("father", "childrenByFather"),
  ]

  // MARK: Join tables

  /// Whether a table only joins two others: its columns are those of two references, and some bookkeeping.
  private func isJoinTable(_ index: Int) -> Bool {
    let table = tables[index]
    let found = references[index]
    guard table.kind == .table, !table.isHidden, found.count == 2 else { return false }
    let sources = Set(found.flatMap(\.sources))
    guard sources.count == found[0].sources.count + found[1].sources.count else { return false }
    // Two references to one table may be anything, unless together they are the key.
    let keyed = Set(table.primaryKey.compactMap(table.columnIndex))
    if found[0].target == found[1].target, keyed != sources { return false }
    return table.columns.indices.allSatisfy { position in
      if sources.contains(position) || table.columns[position].isHidden { return true }
      let column = table.columns[position]
      let isRowNumber = table.keyIsRowNumber && table.primaryKey == [column.name]
      return isRowNumber || Naming.isBookkeeping(propertyNames[index][position])
    }
  }

  private func addManyToMany(
    through join: Int,
    to entities: inout [Entity.Definition],
    taken: inout [Set<String>]
  ) {
    var added: [(entity: Int, position: Int)] = []
    for (here, there) in [(0, 1), (1, 0)] {
      let (near, far) = (references[join][here], references[join][there])
      guard let toMany = entities[join].relationships[here].inverseName else { continue }
      var wanted = Naming.plural(of: far.name)
      if taken[near.target].contains(wanted.lowercased()) {
        wanted += "Through" + plainNames[join]
      }
      var relationship = Relationship.Definition(
        name: Naming.unique(wanted, taken: &taken[near.target]),
        destinationName: entityNames[far.target],
        isToMany: true,
        joins: []
      )
      relationship.path = [toMany, far.name]
      relationship.throughName = entityNames[join]
      relationship.isInferred = near.key.isInferred || far.key.isInferred
      added.append((near.target, entities[near.target].relationships.count))
      entities[near.target].relationships.append(relationship)
    }
    guard added.count == 2 else { return }
    for (mine, other) in [(added[0], added[1]), (added[1], added[0])] {
      let inverse = entities[other.entity].relationships[other.position].name
      entities[mine.entity].relationships[mine.position].inverseName = inverse
    }
  }
}
