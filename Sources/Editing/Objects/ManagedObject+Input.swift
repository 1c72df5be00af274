package import EntityModel
import EntityStore
package import FoundationEssentials
package import Formatting
package import Qualifiers

extension ManagedObject {
  /// The value a text stands for when it is typed into a field of the object.
  ///
  /// - Throws: ``InputProblem`` saying what the field takes.
  package func value(
    ofInput text: String,
    for attribute: Attribute,
    now: Date = .now
  ) throws(InputProblem) -> Value {
    try attribute.value(
      ofInput: text,
      inPlaceOf: base.value(forKey: attribute.name) ?? .null,
      now: now
    )
  }
}
