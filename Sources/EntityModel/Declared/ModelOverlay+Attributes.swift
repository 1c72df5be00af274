import Diagnostics
import Qualifiers

// MARK: - Attributes

extension ModelOverlay {
  /// Gives the attributes of a slot's entity what the declaration says of them.
  mutating func applyAttributes(_ slot: inout Slot) {
    guard let declaration = slot.declaration else { return }
    var declared: Set<Int> = []
    if slot.isComplete { slot.aliases = Self.aliases(in: declaration) }
    for attribute in declaration.attributes {
      if attribute.isTransient { continue }
      var attribute = attribute
      if let original = slot.aliases[attribute.name] {
        attribute.derivation = .path(PropertyPath(components: [original]))
      }
      if attribute.derivation != nil {
        slot.entity.attributes.append(Self.derived(attribute))
        declared.insert(slot.entity.attributes.count - 1)
        continue
      }
      guard let index = index(of: attribute, in: &slot.entity) else { continue }
      guard declared.insert(index).inserted else {
        report(
          "duplicate",
          "the column '\(slot.entity.attributes[index].columnName)' is already declared",
          at: attribute.place
        )
        continue
      }
      let oldName = slot.entity.attributes[index].name
      slot.renamed[oldName] = attribute.name
      Attribute.members.lay(
        attribute,
        over: &slot.entity.attributes[index],
        isFound: hasDatabase
      )
    }
    keepNamesUnique(&slot, declared)
    hideUndeclared(&slot, declared)
    identify(&slot)
  }

  /// The attributes of a column that another one has already: of several the first that is shown is written.
  private static func aliases(in declaration: EntityDeclaration) -> [String: String] {
    let shown = declaration.shownProperties.map(Set.init)
    let stored = declaration.attributes.filter { !$0.isTransient && $0.derivation == nil }
    var aliases: [String: String] = [:]
    let groups = Dictionary(grouping: stored) { ($0.columnName ?? $0.name).folded }
    // In their order, and not in that of the groups: of two with one name the first counts.
    for other in stored where aliases[other.name] == nil {
      guard let group = groups[(other.columnName ?? other.name).folded], group.count > 1,
        let original = group.first(where: { shown?.contains($0.name) == true }) ?? group.first,
        other.name != original.name
      else { continue }
      aliases[other.name] = original.name
    }
    return aliases
  }

  /// Returns the index of the attribute for a declared column; `nil`, with an error, when the database has no such column.
  ///
  /// Without a database it adds the attribute.
  private mutating func index(
    of attribute: AttributeDeclaration,
    in entity: inout Entity.Definition
  ) -> Int? {
    if let index = Self.column(of: attribute, in: entity) { return index }
    guard hasDatabase else {
      let column = attribute.columnName ?? attribute.name
      entity.attributes.append(Attribute.Definition(name: attribute.name, columnName: column))
      return entity.attributes.count - 1
    }
    let column = attribute.columnName ?? attribute.name
    let near = nearestName(to: column, in: entity.attributes.map(\.columnName))
    report(
      "missing-column",
      "the table '\(entity.table)' has no column '\(column)'",
      at: attribute.place,
      suggestion: near.map { "did you mean '\($0)'?" }
    )
    return nil
  }

  /// Returns the index of a declared column, by its name in any letter case, or by the property's name.
  static func column(of attribute: AttributeDeclaration, in entity: Entity.Definition) -> Int? {
    let name = attribute.columnName ?? attribute.name
    let columns = entity.attributes
    func stored(_ index: Int) -> Bool { columns[index].derivation == nil }
    return columns.indices.first { columns[$0].columnName.isExactly(name) && stored($0) }
      ?? columns.indices.first { columns[$0].columnName.folded == name.folded && stored($0) }
      ?? (attribute.columnName == nil ? columns.indices.first { columns[$0].name == name } : nil)
  }

  private static func derived(_ declaration: AttributeDeclaration) -> Attribute.Definition {
    var attribute = Attribute.Definition(name: declaration.name, columnName: "")
    attribute.applicationType = declaration.applicationType
    attribute.category = declaration.category ?? declaration.applicationType?.category
    attribute.type = declaration.applicationType?.storage ?? declaration.type ?? .any
    attribute.derivation = declaration.derivation
    (attribute.isGenerated, attribute.isUpdatable) = (true, false)
    attribute.isHidden = declaration.isHidden ?? false
    attribute.storage = declaration.storage ?? .native
    (attribute.width, attribute.scale) = (declaration.width, declaration.scale?.asPlaces)
    attribute.documentation = declaration.documentation
    attribute.userInfo = declaration.userInfo ?? [:]
    return attribute
  }

  /// Gives an attribute an application's own type, with what that says of all its attributes.
  static func retype(_ attribute: inout Attribute.Definition, as type: CustomType) {
    retype(&attribute, as: type.storage)
    (attribute.applicationType, attribute.category) = (type, type.category)
    attribute.initialValue = type.initialValue
    if attribute.choices.isEmpty { attribute.choices = type.choices }
  }

  /// Gives an attribute another type, and a storage that fits both the type and the column.
  static func retype(_ attribute: inout Attribute.Definition, as type: AttributeType) {
    let old = attribute.type
    (attribute.type, attribute.applicationType, attribute.declaredColumn) = (type, nil, nil)
    if old.kind == type.kind || old.kind.isTime && type.kind.isTime { return }
    switch type.kind {
    case .date, .time, .timestamp:
      switch ColumnType(declared: attribute.declaredType).type.kind {
      case .integer: attribute.storage = .epochSeconds
      case .number, .decimal: attribute.storage = .julianDay
      default: attribute.storage = .isoText
      }
    case .bool where ColumnType(declared: attribute.declaredType).type.kind == .text:
      // Words for yes and no stay words: which ones the column holds no model says.
      attribute.type = old
    case .bool: attribute.storage = .zeroOne
    default: attribute.storage = .native
    }
  }

  /// Gives undeclared attributes whose names were taken others.
  private func keepNamesUnique(_ slot: inout Slot, _ declared: Set<Int>) {
    var taken = Set(declared.map { slot.entity.attributes[$0].name.lowercased() })
    taken.formUnion(slot.declaration?.relationships.map { $0.name.lowercased() } ?? [])
    for index in slot.entity.attributes.indices where !declared.contains(index) {
      let old = slot.entity.attributes[index].name
      let new = Naming.unique(old, taken: &taken)
      slot.entity.attributes[index].name = new
      if new != old { slot.renamed[old] = new }
    }
  }

  /// Hides what a complete model does not declare, and what it declares but does not want shown.
  private func hideUndeclared(_ slot: inout Slot, _ declared: Set<Int>) {
    guard slot.isComplete else { return }
    for index in slot.entity.attributes.indices where !declared.contains(index) {
      slot.entity.attributes[index].isHidden = true
    }
    guard let shown = slot.declaration?.shownProperties.map(Set.init) else { return }
    for index in declared where !shown.contains(slot.entity.attributes[index].name) {
      slot.entity.attributes[index].isHidden = true
    }
  }

  /// Sets the identity in the new names; a declared one counts where the database knows none.
  private mutating func identify(_ slot: inout Slot) {
    let names = Set(slot.entity.attributes.map(\.name))
    if hasDatabase {
      if !slot.entity.identityIsRowNumber {
        slot.entity.identity = slot.entity.identity.map { slot.renamed[$0] ?? $0 }
      }
      if slot.entity.identity.isEmpty,
        let identity = slot.declaration?.identity?.map({ slot.aliases[$0] ?? $0 })
      {
        slot.entity.identity = identity
        if slot.entity.kind != .view {
          slot.entity.readOnlyReason = slot.declaration?.readOnlyReason
        }
      }
    } else if slot.entity.identity.isEmpty {
      slot.entity.identity = slot.entity.attributes.filter(\.isPrimaryKey).map(\.name)
    }
    for name in slot.entity.identity where !names.contains(name) && !slot.entity.identityIsRowNumber
    {
      if let place = slot.declaration?.place {
        report(
          "unknown-property",
          "the key part '\(name)' is not an attribute of '\(slot.entity.name)'",
          at: place
        )
      }
      slot.entity.identity = []
      slot.entity.readOnlyReason = slot.entity.readOnlyReason ?? "no key identifies a row"
    }
    for index in slot.entity.attributes.indices
    where slot.entity.identity.contains(slot.entity.attributes[index].name) && !hasDatabase {
      slot.entity.attributes[index].isPrimaryKey = true
      let isOnly = slot.entity.identity.count == 1
      slot.entity.attributes[index].isRowNumber =
        isOnly && slot.entity.attributes[index].type.kind == .integer
      if slot.entity.attributes[index].isRowNumber {
        slot.entity.attributes[index].isNullable = false
      }
      slot.entity.attributes[index].hasDefault =
        slot.entity.attributes[index].hasDefault || slot.entity.attributes[index].isRowNumber
    }
    labelSlot(&slot)
  }

  /// The label in the new names, or one found anew when it is hidden or gone.
  private func labelSlot(_ slot: inout Slot) {
    if let label = slot.declaration?.labelKey {
      (slot.entity.labelKey, slot.entity.isLabelFound) = (label, false)
      (slot.entity.labelIsMakeshift, slot.entity.labelIsOfParts) = (false, false)
      return
    }
    let shown = Set(slot.entity.attributes.filter { !$0.isHidden }.map(\.name))
    // A label found keeps its properties under their new names, as long as all of them are shown.
    func renamed(_ label: String?) -> String? {
      let words = label?.split(separator: " ").map { slot.renamed[String($0)] ?? String($0) }
      guard let words,
        words.allSatisfy({ shown.contains($0) || LabelDisambiguation.marks.contains($0) })
      else { return nil }
      return words.joined(separator: " ")
    }
    if let label = renamed(slot.entity.labelKey) {
      slot.entity.labelKey = label
    } else {
      slot.entity.findLabelAnew()
    }
  }
}
