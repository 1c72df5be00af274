public import Qualifiers
public import RuleEnvironment
public import StandardKeys

/// The size and colours of the terminal, which rules read as `screen.width`, `screen.height`, `screen.colors` and
/// `screen.isLight`.
public nonisolated final class Screen: KeyValueCoding {
  /// Columns of cells.
  public let width: Int
  /// Lines of cells.
  public let height: Int
  /// How many colours can be shown; 0 or 1 for none.
  public let colors: Int
  /// Whether its background is light.
  public let isLight: Bool

  /// A terminal of the size given.
  public init(width: Int = 80, height: Int = 24, colors: Int = 256, isLight: Bool = false) {
    (self.width, self.height, self.colors, self.isLight) = (width, height, colors, isLight)
  }

  /// The names rules can read behind the key.
  public static var valueKeys: [String]? { ["width", "height", "colors", "isLight"] }

  /// The value called `key`; `nil` when there is none.
  public func value(forKey key: String) -> Value? {
    switch key {
    case "width": .int(Int64(width))
    case "height": .int(Int64(height))
    case "colors": .int(Int64(colors))
    case "isLight": .bool(isLight)
    default: nil
    }
  }

  /// Whether both say the same.
  public func isEqual(to other: any KeyValueCoding) -> Bool {
    guard let other = other as? Screen else { return false }
    return (width, height, colors, isLight)
      == (other.width, other.height, other.colors, other.isLight)
  }
}

extension Screen: nonisolated CustomStringConvertible {
  /// Columns and lines.
  public nonisolated var description: String { "\(width)x\(height)" }
}

nonisolated extension Screen: ContextObject {}

nonisolated extension Screen: RuleReadable {
  /// The names and types of the properties of the screen that rules written in Swift can read: `\.screen.width`.
  public struct RuleMembers: Sendable {
    /// Columns of cells.
    public let width = RuleMember<Int>("width")
    /// Lines of cells.
    public let height = RuleMember<Int>("height")
    /// How many colours can be shown.
    public let colors = RuleMember<Int>("colors")
    /// Whether its background is light.
    public let isLight = RuleMember<Bool>("isLight")
  }
  /// Its members.
  public static let ruleMembers = RuleMembers()
}
