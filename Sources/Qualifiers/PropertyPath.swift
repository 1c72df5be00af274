/// A dotted path of property names: `entity.name`, `object.customer.lastName`, `roles.@count`.
public struct PropertyPath: Sendable, Hashable, CustomStringConvertible {
  /// The names, first to last; never empty.
  public var components: [String]

  /// A path of the names given; at least one.
  public init(components: [String]) {
    precondition(!components.isEmpty, "a property path has at least one name")
    self.components = components
  }

  /// The path written with dots.
  public init(_ dotted: String) {
    // Nearly all paths are one name, and one is made for each cell of a list.
    guard dotted.utf8.contains(UInt8(ascii: ".")) else {
      self.init(components: [dotted])
      return
    }
    self.init(
      components: dotted.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    )
  }

  /// The first name.
  public var first: String { components[0] }
  /// The last name.
  public var last: String { components[components.count - 1] }
  /// The path with dots.
  public var description: String { components.joined(separator: ".") }
}
