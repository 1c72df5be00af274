/// A reason why operands have no result.
enum ComputationProblem: Error {
  /// A whole number beyond 64 bits.
  case overflow
  /// A decimal that has more digits than are kept.
  case tooManyDigits
  /// The value is not of the kind needed, such as `a number`.
  case unfit(Value, String)

  /// The rest of a sentence that begins with the expression.
  var reason: String {
    switch self {
    case .overflow: "is a whole number beyond 64 bits"
    case .tooManyDigits: "has more than \(ExactNumber.maximumDigits) digits"
    case .unfit(let value, let wanted):
      "cannot be computed: \(value.literal.prefix(40)) is not \(wanted)"
    }
  }
}
