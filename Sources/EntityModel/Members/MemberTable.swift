import Diagnostics
import Qualifiers

/// A type whose properties are listed in a ``MemberTable``, for rules and model files.
protocol Membered: AnyObject, Sendable {
  associatedtype Definition: PropertyDefinition

  var definition: Definition { get }
  /// All that rules and model files know of it.
  static var members: MemberTable<Self> { get }
}

/// The list of an entity's, attribute's or relationship's own properties, for reading by rules and for model files.
///
/// Model files write the properties in this order.
struct MemberTable<Owner: Membered>: Sendable {
  /// The keys that rules may read.
  let keys: [String]
  private let members: [Member<Owner>]
  private let positions: [String: Int]
  private let fields: [Member<Owner>.Field]

  init(@MemberBuilder _ members: () -> [Member<Owner>]) {
    let members = members()
    self.members = members
    keys = members.compactMap(\.key)
    fields = members.compactMap(\.field)
    positions = Dictionary(
      members.enumerated().compactMap { index, member in member.key.map { ($0, index) } }
    ) { first, _ in first }
  }

  /// Returns the owner's value for a key; `nil` for an unknown key.
  func value(of owner: Owner, forKey key: String) -> Value? {
    positions[key].flatMap { members[$0].value(owner) }
  }

  // MARK: Model files

  /// The names that a model file may use.
  var names: [String] { schema.map(\.name) }

  /// The names that a model file may use, each with what the JSON Schema says of it.
  var schema: [(name: String, schema: JSON)] { fields.flatMap(\.schema) }

  /// All that a model file says of something.
  func json(_ owner: Owner) -> [(String, JSON)] { fields.flatMap { $0.json(owner) } }

  /// Takes over what a model file says.
  func read(
    _ nodes: [String: JSONDocument.Node],
    _ reader: inout ModelJSONReader,
    into declaration: inout PropertyDeclaration<Owner.Definition>
  ) {
    for field in fields { field.read(nodes, &reader, &declaration) }
  }

  /// Lays what a model file says over a definition, be that one that was found in a database or not.
  func lay(
    _ declaration: PropertyDeclaration<Owner.Definition>,
    over definition: inout Owner.Definition,
    isFound: Bool
  ) {
    for field in fields { field.lay(declaration, &definition, isFound) }
  }
}

/// Lists the members of a table one below the other.
@resultBuilder
enum MemberBuilder {
  static func buildBlock<Owner>(_ members: Member<Owner>...) -> [Member<Owner>] { members }
}
