/// A result builder that collects elements or arrays of elements written in a block, with `if` and `for`.
@resultBuilder
public enum ListBuilder<Element> {
  /// One part.
  public static func buildExpression(_ part: Element) -> [Element] { [part] }
  /// A part that may be missing.
  package static func buildExpression(_ part: Element?) -> [Element] { part.map { [$0] } ?? [] }
  /// Several parts at once.
  public static func buildExpression(_ parts: [Element]) -> [Element] { parts }
  /// The parts of a block.
  @inlinable public static func buildBlock(_ parts: [Element]...) -> [Element] {
    // Where it is called, what an element is is known; nor `\.self`, a key path made anew with each call.
    parts.reduce(into: []) { $0 += $1 }
  }
  /// A part behind an `if`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  /// The first branch.
  public static func buildEither(first: [Element]) -> [Element] { first }
  /// The other branch.
  public static func buildEither(second: [Element]) -> [Element] { second }
  /// The parts of a loop.
  @inlinable public static func buildArray(_ parts: [[Element]]) -> [Element] {
    parts.reduce(into: []) { $0 += $1 }
  }
}
