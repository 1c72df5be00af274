public import Qualifiers

extension Qualifier: ValueConvertible {
  /// None: rules in Swift write `.where("…")`, which cannot be `nil` by mistake.
  public typealias RuleConstant = Never
  /// The type name in messages, with the syntax that makes a qualifier.
  public static var typeName: String { "qualifier: where (…)" }
  /// Nothing can be read behind it.
  public static var valueKeys: [String]? { [] }
  /// The qualifier itself; true and false are qualifiers too.
  public static func convert(_ value: Value) -> Qualifier? { value.qualifier }
  /// The qualifier as an object.
  public var value: Value { .qualifier(self) }
}
