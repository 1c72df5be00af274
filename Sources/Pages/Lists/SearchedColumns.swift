import AccessControl
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import RuleEnvironment
import StandardKeys

/// What a search has to know of the columns of a list: how each makes a text of what is stored.
struct SearchedColumns {
  /// The columns whose text is made of the stored values alone.
  private(set) var columns: [SearchedColumn] = []
  /// The titles of those whose text only the rules tell, row by row.
  private(set) var titlesByRow: [String] = []

  /// The columns of `list`; what rules say of `sample` they say of every row, unless they look at the row.
  init(of list: ListModel, from sample: Record) {
    for column in list.columns {
      switch Self.kind(of: column, in: list, sample) {
      case .searched(let searched): columns.append(searched)
      case .byRow: titlesByRow.append(column.title)
      case .notSearched: break
      }
    }
  }

  private enum Kind {
    case searched(SearchedColumn)
    case byRow
    case notSearched
  }

  private static func kind(
    of column: ListModel.Column,
    in list: ListModel,
    _ sample: Record
  ) -> Kind {
    guard column.isSearched else { return .notSearched }
    let scope = column.scope.scoped(toValueIn: sample, label: nil)
    let asked: [any AnyKey] = [
      PermissionKeys.shared.isPropertyVisible, ComponentKeys.shared.component,
      RenderingKeys.shared.formatter, MiscKeys.shared.locale, EditingKeys.shared.choices,
    ]
    guard asked.allSatisfy({ scope.answers($0, without: FieldDemands.rowKeys) }) else {
      return .byRow
    }
    guard scope[PermissionKeys.shared.isPropertyVisible] else { return .notSearched }
    let name = scope[ComponentKeys.shared.component]
    let path = PropertyPath(column.key)
    switch list.session.catalog.components[name]?.shows ?? .value {
    case .nothing: return .notSearched
    case .unknown: return .byRow
    case .value:
      guard let attribute = scope[ModelKeys.shared.attribute], list.entity.isFetchable(path) else {
        return .byRow
      }
      return .searched(.value(at: path, scope.writing(of: attribute)))
    case .label:
      guard let relationship = scope[ModelKeys.shared.relationship],
        let destination = relationship.destination
      else { return .byRow }
      let owner = Array(path.components.dropLast())
      let label =
        list.session.labelPaths.label(
          of: destination,
          in: column.scope,
          root: list.session.root
        ) ?? LabelKey(alternatives: [])
      let alternatives = label.alternatives.map { parts in
        parts.map { PropertyPath(components: path.components + $0.components) }
      }
      let keys = relationship.definition.joins.map { PropertyPath(components: owner + [$0.source]) }
      // The store searches no hidden value; the text that a row shows may still hold what is typed.
      guard (alternatives.flatMap(\.self) + keys).allSatisfy(list.entity.isFetchable),
        keys.allSatisfy(column.scope.shows)
      else { return .byRow }
      return .searched(
        .label(alternatives, keys: keys, text: ToOneText(label: label, destination).text)
      )
    }
  }
}

extension ListModel.Column {
  /// Whether a search looks at it: bytes, passwords and numbers of related objects have no text of their own.
  var isSearched: Bool {
    if let attribute = scope[ModelKeys.shared.attribute] {
      return attribute.type != .blob && !scope.holdsPassword
    }
    return scope[ModelKeys.shared.relationship].map { !$0.isToMany } ?? false
  }
}

/// The text for the object at the end of a to-one relationship, made of values that a search reads.
nonisolated struct ToOneText {
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

  private func named(_ parts: [Value]) -> String? {
    var index = 0
    for paths in label.alternatives {
      let texts = parts[index..<index + paths.count].filter { !$0.isNull }
        .map(\.description.withoutTrailingSpaces).filter { !$0.isBlank }
      if !texts.isEmpty { return texts.joined(separator: " ") }
      index += paths.count
    }
    return nil
  }
}

extension EnvironmentValues {
  /// How the scope's formatter writes the values of an attribute.
  fileprivate func writing(of attribute: Attribute) -> SearchedColumn.Writing {
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
