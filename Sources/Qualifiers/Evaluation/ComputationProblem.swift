/// A reason why operands have no result.
enum ComputationProblem: Error {
  /// A whole number beyond 64 bits.
  case overflow
  /// A decimal that has more digits than are kept.
  case tooManyDigits
  /// A date beyond a million years.
  case beyondCalendar
  /// The value is not of the kind needed, such as `a number`.
  case unfit(Value, String)

  /// The rest of a sentence that begins with the expression.
  var reason: String {
    switch self {
    case .overflow: "is a whole number beyond 64 bits"
    case .tooManyDigits: "has more than \(ExactNumber.maximumDigits) digits"
    case .beyondCalendar: "is a date beyond a million years"
    case .unfit(let value, let wanted):
      "cannot be computed: \(value.literal.prefix(40)) is not \(wanted)"
    }
  }
}

extension ExpressionFault {
  /// A problem of the value that is called `name`.
  init(_ name: String, _ problem: ComputationProblem) { self.init("\(name) \(problem.reason)") }
}
