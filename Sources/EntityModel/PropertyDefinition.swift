/// The common interface of the definitions of entities, attributes and relationships, which model files can override.
package protocol PropertyDefinition: Sendable {
  /// One of which nothing is said.
  static var blank: Self { get }
  /// Its name.
  var name: String { get set }
}
