import AccessControl
import EntityModel
import Pages
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The columns by which an export names the objects that are referred to, so that an import finds them again.
///
/// A reference is exported by its own column, such as `customerId`. Where rules hide that, or the key at the other end, it
/// is exported by a column of the other object that tells objects apart: the key (`customer.id`), else a unique one without
/// nulls (`customer.code`). A statement of SQL has no column of another object, so there a reference has its own columns or
/// none. An import gives new keys in place of hidden ones: each reference that stays a bare key is told of, at both ends.
struct ExportedReferences {
  /// The columns to export.
  private(set) var keys: [String]
  /// A sentence for each reference that an import will not find, or not for sure.
  private(set) var warnings: [String] = []
  private let isSQL: Bool
  private let scope: EnvironmentValues
  private let work: WorkContext

  /// The columns for `keys`: those of all attributes, or where they are `chosen` on the command line as many as were chosen.
  init(
    of entity: Entity,
    among keys: [String],
    areChosen: Bool,
    isSQL: Bool = false,
    in scope: EnvironmentValues,
    _ work: WorkContext
  ) {
    (self.keys, self.isSQL, self.scope, self.work) = (keys, isSQL, scope, work)
    for relationship in entity.relationships where !relationship.isToMany {
      if areChosen { replace(relationship) } else { add(relationship, of: entity) }
    }
    for relationship in entity.relationships where !relationship.isToMany { warn(relationship) }
    if !areChosen { warnReferring(to: entity) }
  }

  /// Adds what tells a reference, in place of columns that are hidden.
  private mutating func add(_ relationship: Relationship, of entity: Entity) {
    let sources = relationship.definition.joins.map(\.source)
    let isBare = sources.allSatisfy(isShown)
    guard !isBare || !hiddenKeys(of: relationship).isEmpty, !sources.isEmpty,
      !isTold(relationship, of: entity)
    else { return }
    if let key = key(of: relationship) {
      keys.removeAll(where: sources.contains)
      keys.append(key)
    } else if !isBare {
      omit(relationship)
    }
  }

  /// Replaces a reference that was asked for where its own columns do not tell it.
  private mutating func replace(_ relationship: Relationship) {
    let joins = relationship.definition.joins
    guard let position = keys.firstIndex(of: relationship.name) else { return }
    if isSQL {
      let own = joins.map(\.source)
      keys.replaceSubrange(position...position, with: own.filter { !keys.contains($0) })
      return own.allSatisfy(isShown) ? () : omit(relationship)
    }
    let isKey = joins.map(\.destination) == relationship.destination?.identity
    let isBare = isKey && joins.map(\.source).allSatisfy(isShown)
    if isBare, hiddenKeys(of: relationship).isEmpty { return }
    if let key = key(of: relationship) {
      keys[position] = key
    } else if !isBare {
      omit(relationship)
    }
  }

  /// Whether another reference, of which columns are exported, holds the same.
  private func isTold(_ relationship: Relationship, of entity: Entity) -> Bool {
    let sources = relationship.definition.joins.map(\.source)
    return entity.relationships.contains { other in
      other !== relationship && !other.isToMany && other.definition.joins.map(\.source) == sources
        && keys.contains { $0.hasPrefix(other.name + ".") }
    }
  }

  /// A shown column of the other object that tells objects apart.
  private func key(of relationship: Relationship) -> String? {
    key(of: relationship, in: scope)
  }

  private func key(of relationship: Relationship, in scope: EnvironmentValues) -> String? {
    guard !isSQL, let destination = relationship.destination,
      work.visibilityRefusal(of: destination) == nil,
      scope.showsColumn(PropertyPath(relationship.name))
    else { return nil }
    let identity = destination.identity.count == 1 ? destination.identity : []
    let unique = destination.attributes.filter { $0.definition.isUnique && !$0.isNullable }
      .map(\.name)
    return (identity + unique).filter { destination.attribute(named: $0) != nil }
      .map { "\(relationship.name).\($0)" }.first { isShown($0, in: scope) }
  }

  /// Whether a column is shown of all objects.
  private func isShown(_ key: String) -> Bool { isShown(key, in: scope) }

  private func isShown(_ key: String, in scope: EnvironmentValues) -> Bool {
    Self.isShown(key, in: scope)
  }

  private static func isShown(_ key: String, in scope: EnvironmentValues) -> Bool {
    let property = scope.scoped(toProperty: key)
    return scope.showsOfEveryObject(PropertyPath(key), at: property)
      && (key.contains(".") || property.isShownOfAll)
  }

  private mutating func omit(_ relationship: Relationship) {
    let name = relationship.name
    let sources = relationship.definition.joins.map(\.source).filter { !isShown($0) }
    // A statement would set what is hidden of some objects to NULL.
    if isSQL { keys.removeAll(where: sources.contains) }
    let own = sources.map { "'\($0)'" }.joined(separator: ", ")
    let other = relationship.destination?.name ?? name
    let rest =
      isSQL
      ? ""
      : ", and no shown column identifies a row of \(other);"
        + " an import will not find the reference"
    warnings.append("'\(name)' is left out: rules hide \(own.isEmpty ? "it" : own)\(rest)")
  }

  // MARK: Hidden keys

  /// The scope of another entity in the task of this export.
  private func scope(of entity: Entity) -> EnvironmentValues {
    work.root.scoped(toTask: scope[TaskKeys.shared.task]).scoped(to: entity)
  }

  private func hiddenKeys(of relationship: Relationship) -> [String] {
    Self.hiddenKeys(of: relationship, toTask: scope[TaskKeys.shared.task], work)
  }

  /// The attributes that a reference leads to and that an export of their entity lacks.
  private static func hiddenKeys(
    of relationship: Relationship,
    toTask task: String,
    _ work: WorkContext
  ) -> [String] {
    guard let destination = relationship.destination else { return [] }
    let keys = relationship.definition.joins.map(\.destination)
    guard work.visibilityRefusal(of: destination) == nil else { return keys }
    let scope = work.root.scoped(toTask: task).scoped(to: destination)
    return keys.filter { destination.attribute(named: $0) != nil && !isShown($0, in: scope) }
  }

  /// The warnings of an import: keys in the file that lead to other objects where an import gave these new keys.
  static func warnings(
    importing columns: [ImportColumn],
    into entity: Entity,
    _ work: WorkContext
  ) -> [String] {
    entity.relationships.compactMap { relationship in
      guard !relationship.isToMany, let destination = relationship.destination,
        work.visibilityRefusal(of: destination) == nil
      else { return nil }
      let sources = relationship.definition.joins.map(\.source)
      let bare = columns.filter { column in
        switch column.target {
        case .attribute(let attribute, _): sources.contains(attribute.name)
        case .toOne(let reference, _, _): reference === relationship && column.lookup == nil
        }
      }
      let hidden = hiddenKeys(of: relationship, toTask: "list", work)
      guard !bare.isEmpty, !hidden.isEmpty else { return nil }
      return "\(quoted(bare.map(\.name))) was imported unchanged: rules hide "
        + "\(quoted(hidden)) of \(destination.name); if \(destination.name) was imported without it,"
        + " its keys are new and \(entity.name) may refer to wrong rows; "
        + advice(hidden, of: destination)
    }
  }

  /// Tells of a reference that goes out as a bare key which an export of the other entity lacks.
  private mutating func warn(_ relationship: Relationship) {
    let sources = relationship.definition.joins.map(\.source)
    let isBare = keys.contains(relationship.name) || sources.contains(where: keys.contains)
    let hidden = hiddenKeys(of: relationship)
    guard isBare, !hidden.isEmpty, let destination = relationship.destination else { return }
    let isExported = work.visibilityRefusal(of: destination) == nil
    warnings.append(
      "\(Self.quoted(sources)) may refer to wrong rows after an import: rules hide "
        + (isExported
          ? "\(Self.quoted(hidden)) of \(destination.name), which gets new keys there; "
            + Self.advice(hidden, of: destination)
          : "\(destination.name), which cannot be exported")
    )
  }

  /// Tells of keys that are left out and by which others are exported.
  private mutating func warnReferring(to entity: Entity) {
    var (hidden, referring): ([String], [String]) = ([], [])
    for other in work.model.entities where other.definition.kind == .table {
      let scope = scope(of: other)
      for reference in other.relationships
      where !reference.isToMany && reference.destination === entity
        && key(of: reference, in: scope) == nil
      {
        let keys = hiddenKeys(of: reference)
        guard !keys.isEmpty else { continue }
        hidden += keys.filter { !hidden.contains($0) }
        guard work.visibilityRefusal(of: other) == nil else { continue }
        referring += reference.definition.joins.map(\.source).filter { isShown($0, in: scope) }
          .map { "\(other.name).\($0)" }.filter { !referring.contains($0) }
      }
    }
    guard !hidden.isEmpty else { return }
    let names = referring.isEmpty ? "" : " (\(referring.joined(separator: ", ")))"
    warnings.append(
      "\(Self.quoted(hidden)) is left out: rules hide it; an import makes new keys, "
        + "and references to \(entity.name)\(names) may be wrong; "
        + Self.advice(hidden, of: entity)
    )
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// The rule by which keys stay as they are.
  private static func advice(_ keys: [String], of entity: Entity) -> String {
    "to keep the keys, export with --rules and this rule: high: entity.name = '\(entity.name)'"
      + " and propertyKey in [\(quoted(keys))] => isPropertyVisible = true"
  }
}
