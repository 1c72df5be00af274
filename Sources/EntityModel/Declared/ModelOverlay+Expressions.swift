import Diagnostics
import Qualifiers

// MARK: - Expressions of computed attributes

extension ModelOverlay {
  /// Checks the expressions of declared attributes.
  ///
  /// An attribute whose expression has a fault is hidden and null, so that a list can be shown without it.
  mutating func resolveExpressions() {
    let model = Model(name: "", entities: slots.map(\.entity))
    for index in slots.indices {
      guard let entity = model.entity(named: slots[index].entity.name) else { continue }
      for declaration in slots[index].declaration?.attributes ?? [] {
        guard case .expression(let expression) = declaration.derivation,
          let position = slots[index].entity.attributes.firstIndex(where: {
            $0.name == declaration.name
          })
        else { continue }
        guard isSound(expression, of: declaration, entity) else {
          slots[index].entity.attributes[position].derivation = .expression(
            Expression(.literal(.null))
          )
          slots[index].entity.attributes[position].isHidden = true
          continue
        }
      }
    }
  }

  /// Whether an expression reads properties that exist, and not the attribute that it computes; reports what is wrong.
  private mutating func isSound(
    _ expression: Expression,
    of attribute: AttributeDeclaration,
    _ entity: Entity
  ) -> Bool {
    for path in Reads(expression).paths
    where entity.steps(of: path).contains(where: {
      $0.entity == entity && $0.name == attribute.name
    }) {
      report(
        "cycle",
        "'\(entity.name).\(attribute.name)' is computed from itself",
        at: attribute.place
      )
      return false
    }
    return true
  }
}
