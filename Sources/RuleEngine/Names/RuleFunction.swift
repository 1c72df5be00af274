public import Qualifiers
public import RuleEnvironment

/// Something that rules can call as the value of a key: `formatter = number('#,##0.00')`.
public struct RuleFunction: Sendable {
  /// A parameter of a rule function: its name and type for messages, and a check for arguments.
  ///
  /// The rule checker runs the check on each call in a rule file.
  public struct Parameter: Sendable {
    /// The name in messages: `pattern`.
    public let name: String
    /// The type's name in messages.
    public let typeName: String
    /// Returns what is wrong with an argument, as text; `nil` for a valid one.
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
          return "\(V.typeName) is expected, not \(value.summary)"
        }
        return problem(value)
      }
    }
  }

  /// The name by which rules call the function.
  public let name: String
  /// A one-sentence description of the result.
  public let summary: String
  /// The parameters, in order.
  public let parameters: [Parameter]
  /// A whole call to learn from.
  public let example: String

  /// A function called `name`.
  public init(_ name: String, summary: String, example: String, _ parameters: Parameter...) {
    (self.name, self.summary, self.example) = (name, summary, example)
    self.parameters = parameters
  }
}
