import EntityModel
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The padding that aligns the decimal points of a numeric list column, from the most digits behind the point.
struct DecimalPlaces {
  /// The most digits behind the point that rows showed.
  private let count: Int
  private let point: String

  /// The places of the scope's property; `nil` where its numbers have no fractions, or do not stand at the right edge.
  init?(in scope: EnvironmentValues) {
    guard let attribute = scope[ModelKeys.shared.attribute],
      attribute.type.kind == .number || attribute.type.kind == .decimal,
      let places = attribute.evidence?.places, places > 0,
      scope.columnAlignment == .trailing
    else { return nil }
    count = max(places, attribute.type.kind == .decimal ? attribute.definition.scale ?? 0 : 0)
    point = scope[MiscKeys.shared.locale].numbers.point
  }

  /// The text with room for the digits that it has not.
  func aligned(_ text: String) -> String {
    // What is no number, and what somebody formats as he likes, stays.
    guard let last = text.utf8.last, last &- 0x30 < 10, text.utf8.first.map(Self.isStart) == true
    else { return text }
    let digits = text.utf8.reversed().prefix { $0 &- 0x30 < 10 }.count
    var whole = text.utf8.dropLast(digits)
    let hasFraction = whole.reversed().starts(with: point.utf8.reversed())
    if hasFraction { whole = whole.dropLast(point.utf8.count) }
    guard point.utf8.last.map(whole.contains) != true else { return text }
    let missing = hasFraction ? count - digits : count + point.utf8.count
    return missing > 0 ? text + String(repeating: " ", count: missing) : text
  }

  private static func isStart(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || byte == 0x2D }
}
