public import EntityModel
import Formatting
public import Qualifiers

nonisolated extension Entity {
  /// What the model says a new object begins with, by attribute: what marks it as of its entity included.
  public var initialValues: [String: Value] {
    var values = marks ?? [:]
    for attribute in attributes {
      guard let value = attribute.definition.initialValue else { continue }
      // A model file writes dates as text.
      if case .string(let text) = value, attribute.type != .string,
        let parsed = try? attribute.value(ofInput: text)
      {
        values[attribute.name] = parsed
      } else {
        values[attribute.name] = value
      }
    }
    return values
  }
}
