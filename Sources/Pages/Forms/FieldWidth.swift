import AccessControl
import EntityModel
import RuleEnvironment
import Widgets
import Workspace

extension FieldGround {
  /// The ground of an attribute's field: as wide as `width` says, else as values of its type.
  init(of attribute: Attribute, in scope: EnvironmentValues) {
    self.init(width: scope[RenderingKeys.shared.width] ?? attribute.fieldWidth(in: scope))
  }

  /// The ground of a field whose values are texts of any length.
  static let text = FieldGround(width: 40)

  /// The ground of a text of several lines.
  init(ofLinesIn scope: EnvironmentValues) {
    self.init(width: scope[RenderingKeys.shared.width] ?? 100)
  }
}

extension Attribute {
  /// The cells that values need: by their type, by what is declared, by sampled rows.
  fileprivate func fieldWidth(in scope: EnvironmentValues) -> Int {
    let usual = type.traits.usualLength
    if type.kind.isTime { return usual ?? 16 }
    if type.kind.isNumber { return max(definition.width ?? 0, usual ?? 8, 12) }
    let declared = [FieldConstraints(at: scope).length, definition.width].compactMap(\.self).min()
    return declared.map { min($0, 100) } ?? 40
  }
}
