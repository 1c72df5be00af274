import Diagnostics

extension Model {
  /// The entity that a person means by `name`: its name or its table, in any letter case while only one fits.
  public func entity(matching name: String) -> Entity? {
    if let exact = entity(named: name) { return exact }
    if let exact = entities.first(where: { $0.tableName == name }) { return exact }
    let small = name.lowercased()
    let near = entities.filter {
      $0.name.lowercased() == small || $0.tableName.lowercased() == small
    }
    return near.count == 1 ? near[0] : nil
  }

  /// The name of an entity that is nearly `name`, for “did you mean”.
  public func entityName(near name: String) -> String? {
    nearestName(to: name, in: entities.map(\.name))
  }
}

extension Entity {
  /// The name of the property that a person means: a property's name, or a column, in any letter case while only
  /// one fits.
  public func propertyName(matching name: String) -> String? {
    if attribute(named: name) != nil || relationship(named: name) != nil { return name }
    if let exact = attributes.first(where: { $0.columnName == name }) { return exact.name }
    let small = name.lowercased()
    let names = attributes.map(\.name) + relationships.map(\.name)
    let near = names.filter { $0.lowercased() == small }
    if !near.isEmpty { return near.count == 1 ? near[0] : nil }
    let columns = attributes.filter { $0.columnName.lowercased() == small }
    return columns.count == 1 ? columns[0].name : nil
  }

  /// The name of a property that is nearly `name`, for “did you mean”.
  public func propertyName(near name: String) -> String? {
    nearestName(to: name, in: attributes.map(\.name) + relationships.map(\.name))
  }
}
