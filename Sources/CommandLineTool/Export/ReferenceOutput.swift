import AccessControl
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// A to-one relationship in machine-readable output, whose label key is resolved once for all objects of a fetch.
struct ReferenceOutput {
  /// A path that the key or label of the reference needs, with its position in the fetched records.
  private struct Part {
    let path: [String]
    let position: Int?

    init(_ path: [String], in layout: RecordLayout) {
      (self.path, position) = (path, layout.position(of: path))
    }

    func value(in record: Record) -> Value? {
      position.map { record.value(at: $0) } ?? record.value(forPath: path[...])
    }
  }

  private let relationship: Relationship
  /// Whether an import is to read it.
  var isReadAgain = false
  /// Whether rules hide the key, so that the label is all that is told.
  var hidesKey = false
  private let keys: [Part]
  /// Each a way to name the object, as in ``LabelKey``.
  private let label: LabelKey
  private let parts: [PropertyPath: Part]

  /// The object that is referred to at `path` in records of a layout, as the `scope` of the column names it.
  init(
    _ relationship: Relationship,
    at path: PropertyPath,
    of layout: RecordLayout,
    in scope: EnvironmentValues,
    _ work: WorkContext
  ) {
    self.relationship = relationship
    let owner = Array(path.components.dropLast())
    keys = relationship.definition.joins.map { Part(owner + [$0.source], in: layout) }
    let label = relationship.destination.flatMap {
      work.labelPaths.label(of: $0, in: scope, root: work.root)
    }
    self.label = label ?? LabelKey(alternatives: [])
    let named = self.label.paths.map { ($0, Part(path.components + $0.components, in: layout)) }
    parts = Dictionary(named) { first, _ in first }
  }

  /// The object that a record refers to.
  func cell(of record: Record) -> OutputCell {
    let keys = keys.map { $0.value(in: record) ?? .null }
    guard !keys.contains(where: \.isNull), !keys.isEmpty else { return .none }
    let name =
      label.text { parts[$0]?.value(in: record) }
      ?? relationship.keyLabel(keys, isHidden: hidesKey)
    return OutputCell(
      text: "",
      keys: hidesKey ? nil : keys,
      of: isReadAgain ? relationship : nil,
      name: name
    )
  }
}
