public import Qualifiers
public import RuleEnvironment

/// Something that rules can call as the value of a key: `formatter = number('#,##0.00')`.
public struct RuleFunction: Sendable {
  /// What a function is given.
  public struct Parameter: Sendable {
    /// What messages call it: `pattern`.
    public let name: String
    /// What messages call its type.
    public let typeName: String
    /// What is wrong with a value for it, in words; `nil` when nothing is.
    public let problem: @Sendable (Value) -> String?

    /// A parameter of the type `V`, of which `problem` tells what else is asked of it.
    public init<V: ValueConvertible>(
      _ name: String,
      _ type: V.Type,
      problem: @escaping @Sendable (V) -> String? = { _ in nil }
    ) {
      self.name = name
      typeName = V.typeName
      self.problem = { value in
        guard let value = V.convert(value) else {
          return "\(V.typeName) is taken, not \(value.summary)"
        }
        return problem(value)
      }
    }
  }

  /// What rules call it.
  public let name: String
  /// What it makes, in one sentence.
  public let summary: String
  /// What it is given, in order.
  public let parameters: [Parameter]
  /// A whole call to learn from.
  public let example: String

  /// A function called `name`.
  public init(_ name: String, _ summary: String, example: String, _ parameters: Parameter...) {
    (self.name, self.summary, self.example) = (name, summary, example)
    self.parameters = parameters
  }
}
