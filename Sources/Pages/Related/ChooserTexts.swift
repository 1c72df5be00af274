import AccessControl
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The texts by which a chooser finds an object: its label, its key, and the columns of its list.
///
/// Columns and keys that rules hide are not searched.
struct ChooserTexts {
  /// The columns of an object's list that a chooser searches besides label and key: references only, or all columns.
  enum Reach {
    /// The columns that show other objects.
    case references
    case allColumns
  }

  let label: LabelKey
  /// The name of the entity in small letters, where people know objects by it and the key: `store 2`.
  private let entityName: String?
  /// The label and the key as the store searches them.
  let columns: [SearchColumn]
  /// The columns of the list that find an object where label and key do not.
  let others: [SearchColumn]
  /// The identity as a person may read and search it; empty where a rule hides a part of it.
  private let shownKeys: [PropertyPath]

  init(
    of entity: Entity,
    in scope: EnvironmentValues,
    _ work: WorkContext,
    findsBy reach: Reach
  ) {
    let own = work.labelPaths.label(of: entity, in: scope, root: work.root)
    label = own ?? Self.referenceLabel(of: entity, in: scope, work)
    entityName = label.isName(of: entity) ? nil : entity.displayName.lowercased()
    let keys = entity.identity.map { PropertyPath(components: [$0]) }
    shownKeys = keys.allSatisfy(scope.shows) ? keys : []
    let name = ToOneSearchText(label: label, entity).ownText
    var columns: [SearchColumn] = [.label(label.alternatives, keys: shownKeys, text: name)]
    if !shownKeys.isEmpty {
      columns.append(
        .label([], keys: shownKeys) { _, keys in keys.map(\.description).joined(separator: ", ") }
      )
    }
    self.columns = columns
    let listed = scope.propertyKeys.filter { key in
      scope.showsColumn(PropertyPath(key))
        && (reach == .allColumns || key.contains(".") || entity.relationship(named: key) != nil)
    }
    others = SearchColumns(of: listed, entity, in: scope, work: work).columns
  }

  /// The substitute for a missing label: the labels of the objects to which the listed references lead.
  private static func referenceLabel(
    of entity: Entity,
    in scope: EnvironmentValues,
    _ work: WorkContext
  ) -> LabelKey {
    let paths = scope.propertyKeys.flatMap { key -> [PropertyPath] in
      guard let relationship = entity.relationship(named: key), !relationship.isToMany,
        let destination = relationship.destination, scope.showsProperty(key),
        let label = work.labelPaths.label(
          of: destination,
          in: scope.scoped(toProperty: key),
          root: work.root
        )
      else { return [] }
      let own = label.alternatives[0].map { PropertyPath(components: [key] + $0.components) }
      return own.filter { entity.isFetchable($0) && scope.shows($0) }
    }
    return LabelKey(alternatives: [paths])
  }

  /// The words that have to be found for a text; where no name is the label, those behind the entity's name, which is in no row.
  func words(of text: String) -> [String] {
    let words = TextSearch.words(of: text)
    guard let entityName else { return words }
    let others = words.drop { entityName.hasPrefix($0.lowercased()) }
    return others.isEmpty ? words : Array(others)
  }

  /// The paths of the label and of the key that is shown.
  var shownPaths: [PropertyPath] { label.paths + shownKeys.filter { !label.paths.contains($0) } }

  /// The paths of all texts.
  var paths: [PropertyPath] { label.paths + others.flatMap(\.paths) }

  /// The name of the only attribute that identifies objects, where it may be read.
  var onlyShownKey: String? { shownKeys.count == 1 ? shownKeys[0].first : nil }

  /// The key of an object; `nil` where a rule hides it.
  func keyText(of record: Record) -> String? { shownKeys.isEmpty ? nil : record.id?.keyText }

  /// The label and the key of an object.
  func shown(of record: Record) -> [String] {
    [record.label(by: label), keyText(of: record)].compactMap(\.self)
  }

  /// All texts that find an object.
  func all(of record: Record) -> [String] {
    shown(of: record) + others.compactMap { $0.text(in: record) }
  }

  /// The label of an object, and behind it the texts in which words were found that label and key lack:
  /// `43104-G-01 · Penguin at Midnight`.
  func title(of record: Record, foundBy finder: TextSearch?) -> String {
    let name = record.label(by: label)
    guard let finder else { return name }
    return ([name] + found(by: finder, in: record, besides: shown(of: record)))
      .joined(separator: " · ")
  }

  /// The texts of the list in which words were found that other texts lack.
  func found(by finder: TextSearch, in record: Record, besides known: [String]) -> [String] {
    let words = finder.words.filter { word in !known.contains(where: word.isFound) }
    guard !words.isEmpty else { return [] }
    var found: [String] = []
    for text in others.compactMap({ $0.text(in: record) })
    where !found.contains(text) && words.contains(where: { $0.isFound(in: text) }) {
      found.append(text)
    }
    return found
  }
}

extension LabelKey {
  /// Whether a text of the objects themselves is part of the label, and not only what they refer to, a date or a number.
  fileprivate func isName(of entity: Entity) -> Bool {
    guard !entity.definition.labelIsOfParts || description != entity.labelKey else { return false }
    return alternatives.first?.contains { path in
      let attribute = path.components.count == 1 ? entity.attribute(named: path.first) : nil
      return attribute.map { $0.type.traits.isName || $0.type.kind == .any } == true
    } == true
  }
}

extension SearchColumn {
  /// The text that a row shows in the column; `nil` for none.
  fileprivate func text(in record: Record) -> String? {
    func value(_ path: PropertyPath) -> Value {
      record.value(forPath: path.components[...]) ?? .null
    }
    switch content {
    case .value(let path, let writing):
      let value = value(path)
      return value.isNull ? nil : writing.text(value)
    case .label(let parts, _, let keys, let text): return text(parts.map(value), keys.map(value))
    }
  }
}
