public import EntityModel
import Formatting
public import Qualifiers

nonisolated extension Entity {
  /// The values of a new object by the model, with those that mark it as one of its entity.
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
