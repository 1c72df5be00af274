@_spi(Reflection) import Swift

/// A property of a view that is tied to the view's identity before `body` is read.
package protocol DynamicProperty {
  /// Ties the property to what is kept in `slot` at the identity of `context`.
  func link(slot: Int, in context: ViewContext)
}

/// A cache of the dynamic properties of each view type.
///
/// Reads the fields directly in memory: a `Mirror` looks up conformances for every type it meets. In the first frame, that
/// takes longer than all drawing.
final class DynamicPropertyTable {
  /// The location of a dynamic property, such as a `@State`, among the stored properties of a view type.
  private struct Field {
    /// Its number among all stored properties.
    let slot: Int
    /// Bytes from the start of the view.
    let offset: Int
    let type: any DynamicProperty.Type
  }

  private var fields: [ObjectIdentifier: [Field]] = [:]

  /// Links the dynamic properties of `view`; a view without any costs one lookup.
  func link<Content: View>(_ view: Content, in context: ViewContext) {
    let type = ObjectIdentifier(Content.self)
    let known = fields[type] ?? Self.fields(of: Content.self)
    fields[type] = known
    guard !known.isEmpty else { return }
    withUnsafePointer(to: view) { start in
      for field in known {
        let place = UnsafeRawPointer(start) + field.offset
        Self.link(field.type, at: place, slot: field.slot, in: context)
      }
    }
  }

  private static func link<Property: DynamicProperty>(
    _ type: Property.Type,
    at place: UnsafeRawPointer,
    slot: Int,
    in context: ViewContext
  ) {
    place.assumingMemoryBound(to: type).pointee.link(slot: slot, in: context)
  }

  private static func fields(of view: Any.Type) -> [Field] {
    var fields: [Field] = []
    var slot = 0
    _forEachField(of: view) { _, offset, type, kind in
      defer { slot += 1 }
      if kind == .struct, isLarge(type), let type = type as? any DynamicProperty.Type {
        fields.append(Field(slot: slot, offset: offset, type: type))
      }
      return true
    }
    return fields
  }

  /// Whether a value of `type` could hold what a dynamic property holds: a way to make its value, and a link to it.
  ///
  /// Spares the question for a conformance, 60 000 instructions for each type, to most of them.
  private static func isLarge(_ type: Any.Type) -> Bool {
    func size<Field>(of type: Field.Type) -> Int { MemoryLayout<Field>.size }
    return _openExistential(type, do: size) >= MemoryLayout<State<Int>>.size
  }
}
