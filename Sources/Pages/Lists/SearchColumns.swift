import AccessControl
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The columns of a list as a search needs them: how each turns stored values into text.
struct SearchColumns {
  /// The columns whose text is made of the stored values alone.
  private(set) var columns: [SearchColumn] = []
  /// The titles of those whose text only the rules tell, row by row.
  private(set) var titlesByRow: [String] = []

  /// The columns of `list`; what rules say of `sample` they say of every row, unless they look at the row.
  init(of list: ListModel, from sample: Record) {
    for column in list.columns {
      add(
        column.key,
        titled: column.title,
        of: list.entity,
        in: column.scope,
        work: list.work,
        sample: sample
      )
    }
  }

  /// The columns called `keys` of a list of `entity` in a scope, before a row was read.
  init(of keys: [String], _ entity: Entity, in scope: EnvironmentValues, work: WorkContext) {
    for key in keys {
      let column = scope.scoped(toProperty: key)
      add(key, titled: key, of: entity, in: column, work: work, sample: nil)
    }
  }

  private mutating func add(
    _ key: String,
    titled title: String,
    of entity: Entity,
    in scope: EnvironmentValues,
    work: WorkContext,
    sample: Record?
  ) {
    switch Self.kind(of: key, entity, in: scope, work: work, sample: sample) {
    case .searched(let searched): columns.append(searched)
    case .byRow: titlesByRow.append(title)
    case .notSearched: break
    }
  }

  /// The way to search a list column: in the store, row by row because rules decide its text, or not at all.
  private enum Kind {
    case searched(SearchColumn)
    case byRow
    case notSearched
  }

  private static func kind(
    of key: String,
    _ entity: Entity,
    in column: EnvironmentValues,
    work: WorkContext,
    sample: Record?
  ) -> Kind {
    guard column.isSearched else { return .notSearched }
    let scope = sample.map { column.scoped(toValueIn: $0, label: nil) } ?? column
    let asked: [any AnyKey] = [
      PermissionKeys.shared.isPropertyVisible, ComponentKeys.shared.component,
      RenderingKeys.shared.formatter, MiscKeys.shared.locale, EditingKeys.shared.choices,
    ]
    guard asked.allSatisfy(scope.isOfAllRows) else {
      return .byRow
    }
    guard scope[PermissionKeys.shared.isPropertyVisible] else { return .notSearched }
    let name = scope[ComponentKeys.shared.component]
    let path = PropertyPath(key)
    switch work.root.catalog.components[name]?.shows ?? .value {
    case .nothing: return .notSearched
    case .unknown: return .byRow
    case .value:
      guard let attribute = scope[ModelKeys.shared.attribute], entity.isFetchable(path) else {
        return .byRow
      }
      return .searched(.value(at: path, scope.writing(of: attribute)))
    case .label:
      guard let relationship = scope[ModelKeys.shared.relationship],
        let destination = relationship.destination
      else { return .byRow }
      let owner = Array(path.components.dropLast())
      let label =
        work.labelPaths.label(of: destination, in: column, root: work.root)
        ?? LabelKey(alternatives: [])
      let alternatives = label.alternatives.map { parts in
        parts.map { PropertyPath(components: path.components + $0.components) }
      }
      let keys = relationship.definition.joins.map { PropertyPath(components: owner + [$0.source]) }
      guard (alternatives.flatMap(\.self) + keys).allSatisfy(entity.isFetchable) else {
        return .byRow
      }
      let text = ToOneSearchText(label: label, destination)
      if keys.allSatisfy(column.shows) {
        return .searched(.label(alternatives, keys: keys, text: text.text))
      }
      // The store searches no hidden value; the text that a row shows may still hold what is typed.
      guard sample == nil else { return .byRow }
      return alternatives.isEmpty
        ? .notSearched : .searched(.label(alternatives, keys: [], text: text.ownText))
    }
  }
}

extension ListModel.Column {
  /// Whether a search looks at it.
  var isSearched: Bool { scope.isSearched }
}

extension EnvironmentValues {
  /// Whether a search looks at the scope's column: bytes, passwords and numbers of related objects have no text of their own.
  fileprivate var isSearched: Bool {
    if let attribute = self[ModelKeys.shared.attribute] {
      return attribute.type.kind != .blob && !holdsPassword
    }
    return self[ModelKeys.shared.relationship].map { !$0.isToMany } ?? false
  }
}

/// The formatter that makes a search text from the values of a to-one reference: its label, else its key.
nonisolated struct ToOneSearchText {
  /// The paths that name the object, in the order of the parts.
  private let label: LabelKey
  private let keyLabel: KeyLabel

  init(label: LabelKey, _ destination: Entity) {
    (self.label, keyLabel) = (label, KeyLabel(of: destination))
  }

  /// The label of a reference, or its key where there is none; `nil` where no object is referred to.
  @Sendable
  func text(parts: [Value], keys: [Value]) -> String? {
    keys.contains(where: \.isNull) ? nil : named(parts) ?? keyLabel.reference(keys)
  }

  /// The label of an object itself, in whose key a null says nothing.
  @Sendable
  func ownText(parts: [Value], keys: [Value]) -> String? {
    named(parts) ?? (keys.isEmpty ? nil : keyLabel.text(keys))
  }

  private func named(_ parts: [Value]) -> String? { label.text(ofParts: parts) }
}

extension EnvironmentValues {
  /// How the scope's formatter writes the values of an attribute.
  fileprivate func writing(of attribute: Attribute) -> SearchColumn.Writing {
    let formatter = chosenFormatter
    let context = FormatContext(
      attribute: attribute,
      numbers: self[MiscKeys.shared.locale].numbers
    )
    return (formatter?.manner ?? .plain).writing(of: attribute, context) { value in
      formatter?.text(value, context) ?? value.plainlyShown(for: attribute)
    }
  }
}
