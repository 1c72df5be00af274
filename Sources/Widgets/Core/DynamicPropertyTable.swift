/// A property of a view that is tied to the view's identity before `body` is read.
package protocol DynamicProperty {
  /// Ties the property to what is kept in `slot` at the identity of `context`.
  func link(slot: Int, in context: ViewContext)
}

/// Which stored properties of each view type are dynamic, found once for the type.
final class DynamicPropertyTable {
  private var slots: [ObjectIdentifier: [Int]] = [:]

  /// Links the dynamic properties of `view`; a view without any costs one lookup.
  func link<Content: View>(_ view: Content, in context: ViewContext) {
    let type = ObjectIdentifier(Content.self)
    if let known = slots[type], known.isEmpty { return }
    let properties = Array(Mirror(reflecting: view).children)
    let dynamic =
      slots[type] ?? properties.indices.filter { properties[$0].value is any DynamicProperty }
    slots[type] = dynamic
    for slot in dynamic {
      (properties[slot].value as? any DynamicProperty)?.link(slot: slot, in: context)
    }
  }
}
