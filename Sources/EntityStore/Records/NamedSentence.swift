public import EntityModel

/// A message with placeholders for names of entities and properties, filled in with the names that the screen shows.
///
///     throw .refused("\(entity: maker) cannot be deleted: \(entity: album) still refers to it.")
public struct NamedSentence: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// Gives the name of an entity, or of one of its properties, for a reader.
  public typealias Names = (_ entityName: String, _ property: String?) -> String

  /// A piece of the sentence: plain text, or an entity or property whose name is filled in for the reader.
  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case name(entity: String, property: String?)
  }

  private var parts: [Part]

  /// A sentence without names.
  public init(_ text: String) { parts = [.text(text)] }

  /// A sentence written in the source.
  public init(stringLiteral value: String) { self.init(value) }

  /// A sentence with names in it.
  public init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

  /// The sentence with the names that `names` gives.
  public func text(naming names: Names) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .text(let plain): text += plain
      case .name(let entity, let property): text += names(entity, property)
      }
    }
  }

  /// Two sentences, one behind the other.
  public static func + (first: Self, second: Self) -> Self { "\(first)\(second)" }

  /// The string interpolation of a sentence, which accepts `\(entity: …)` for names that the screen shows.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// An empty sentence.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds plain text.
    public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

    /// Adds a value as text.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.text(value.description))
    }

    /// Adds another sentence with its names.
    public mutating func appendInterpolation(_ sentence: NamedSentence) { parts += sentence.parts }

    /// Adds the name of an entity.
    public mutating func appendInterpolation(entity: Entity) {
      appendInterpolation(entityNamed: entity.name)
    }

    /// Adds the name of an entity that is known by its own name.
    public mutating func appendInterpolation(entityNamed name: String) {
      parts.append(.name(entity: name, property: nil))
    }

    /// Adds the name of the entity of a row, and the key of the row.
    public mutating func appendInterpolation(row: RecordID) {
      appendInterpolation(entityNamed: row.entityName)
      parts.append(.text(" " + row.keyText))
    }

    /// Adds the name of a property.
    public mutating func appendInterpolation(property: String, of entity: Entity) {
      appendInterpolation(property: property, ofEntityNamed: entity.name)
    }

    /// Adds the name of a property of an entity that is known by its own name.
    public mutating func appendInterpolation(property: String, ofEntityNamed name: String) {
      parts.append(.name(entity: name, property: property))
    }
  }
}

extension NamedSentence: CustomStringConvertible, CustomDebugStringConvertible {
  /// The sentence in quotation marks.
  public var debugDescription: String { description.debugDescription }

  /// The sentence with the names of the model.
  public var description: String { text(naming: Self.own) }

  /// The names of the model.
  static let own: @Sendable (String, String?) -> String = { $1 ?? $0 }
}
