public import Qualifiers
import Synchronization

/// What a look at some rows of a table showed of one attribute; nothing that holds for certain.
public struct AttributeFindings: Sendable, Hashable {
  /// Characters that are enough for nearly all values.
  public var width: Int?
  /// The few values that there are, in order; empty when there are many.
  public var values: [Value] = []

  /// Nothing found.
  public init() {}
}

/// What a look at some rows of a table showed, once somebody has looked.
public final class Findings: Sendable {
  private let cell = Mutex<[String: AttributeFindings]?>(nil)

  /// Whether somebody has looked.
  public var isKnown: Bool { cell.withLock { $0 != nil } }

  /// What was found of an attribute; `nil` when nobody has looked yet, or there was nothing to see.
  public subscript(attribute: String) -> AttributeFindings? { cell.withLock { $0?[attribute] } }

  /// Takes over what was found of each attribute.
  package func set(_ findings: [String: AttributeFindings]) { cell.withLock { $0 = findings } }
}
