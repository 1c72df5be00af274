/// All that is known of an entity, attribute or relationship.
package protocol PropertyDefinition: Sendable {
  /// One of which nothing is said.
  static var blank: Self { get }
  /// Its name.
  var name: String { get set }
}
