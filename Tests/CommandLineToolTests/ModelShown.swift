import CommandLineTool
import FoundationEssentials

/// The decoded output of `d2t model show --format json`.
struct ModelShown: Decodable {
  struct Entity: Decodable {
    let name, table, kind: String
    let hidden, readOnly: Bool
    let identity: [String]
    let attributes: [Attribute]
    let relationships: [Relationship]
  }

  struct Attribute: Decodable {
    let name, column, type, declaredType: String
    let nullable, generated: Bool
  }

  struct Relationship: Decodable {
    struct Join: Decodable { let source, destination: String }

    let name, destination: String
    let toMany: Bool
    let joins: [Join]
    let through: String?
    let inferred: Bool
  }

  let entities: [Entity]

  /// The model that the program prints of a file, and what it says of it on standard error.
  @MainActor
  static func of(_ path: String, _ arguments: [String] = []) async throws -> (
    model: ModelShown?, messages: String
  ) {
    let words = ["model", "show", "--format", "json", path] + arguments
    let outcome = await Program(try Invocation(arguments: words)).run()
    guard outcome.code == 0 else { return (nil, outcome.messages) }
    let model = try JSONDecoder().decode(ModelShown.self, from: Data(outcome.output.utf8))
    return (model, outcome.messages)
  }
}
