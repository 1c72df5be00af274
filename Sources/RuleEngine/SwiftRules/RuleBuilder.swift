/// Collects rules written in Swift, with the place of each; `if`, `switch` and `for` work inside.
@resultBuilder
public enum RuleBuilder {
  /// A rule.
  public static func buildExpression(
    _ rule: SwiftRule,
    file: String = #fileID,
    line: Int = #line
  ) -> [SwiftRule] {
    [placed(rule, (file, line))]
  }

  /// A rule without a condition.
  public static func buildExpression(
    _ assignment: RuleAssignment,
    file: String = #fileID,
    line: Int = #line
  ) -> [SwiftRule] {
    [placed(SwiftRule(nil, [assignment]), (file, line))]
  }

  /// Rules from elsewhere.
  public static func buildExpression(
    _ rules: [SwiftRule],
    file: String = #fileID,
    line: Int = #line
  ) -> [SwiftRule] {
    rules.map { placed($0, (file, line)) }
  }

  /// A rule that was placed before stays there.
  private static func placed(_ rule: SwiftRule, _ place: (String, Int)) -> SwiftRule {
    rule.changed { $0.place = $0.place ?? place }
  }

  /// All rules of a block.
  public static func buildBlock(_ rules: [SwiftRule]...) -> [SwiftRule] { rules.flatMap(\.self) }
  /// `if` without `else`.
  public static func buildOptional(_ rules: [SwiftRule]?) -> [SwiftRule] { rules ?? [] }
  /// `if` of `if … else`.
  public static func buildEither(first rules: [SwiftRule]) -> [SwiftRule] { rules }
  /// `else` of `if … else`.
  public static func buildEither(second rules: [SwiftRule]) -> [SwiftRule] { rules }
  /// `for`.
  public static func buildArray(_ rules: [[SwiftRule]]) -> [SwiftRule] { rules.flatMap(\.self) }
  /// `if #available`.
  public static func buildLimitedAvailability(_ rules: [SwiftRule]) -> [SwiftRule] { rules }
}
