import EntityModel
import EntityStore
import Formatting
import Qualifiers

extension ManagedObject {
  /// Computes anew what the model computes from what is being edited, as far as that is known.
  func compute(_ values: inout [Value], _ layout: RecordLayout) {
    var changed = Set(overlay.keys)
    var hasChanged = true
    // One may be computed from another, which may come behind it.
    for _ in 0..<16 where hasChanged {
      hasChanged = false
      for attribute in entity.attributes {
        guard case .expression(let expression) = attribute.definition.derivation,
          let position = layout.position(of: [attribute.name]),
          Reads(expression).paths.contains(where: changed.contains)
        else { continue }
        let row = ObjectContext(
          Record(layout: layout, id: base.id, values: values),
          now: .localWallClock
        )
        guard let value = row.value(of: expression, for: attribute), value != values[position]
        else { continue }
        values[position] = value
        changed.insert(PropertyPath(components: [attribute.name]))
        hasChanged = true
      }
    }
  }
}

extension ObjectContext {
  /// The value as a fetch would give it, or the message of a fault; `nil` where something is not known.
  fileprivate func value(
    of expression: Qualifiers.Expression,
    for attribute: Attribute
  ) -> Value? {
    guard let value = expression.evaluate(with: self) else {
      return fault.map { .string($0.message) }
    }
    let coding = ColumnCoding(attribute)
    return coding.encoded(value).map(coding.decode(stored:)) ?? value
  }
}
