import Diagnostics
import Qualifiers
import RuleEnvironment

extension RuleChecker {
  /// Judges a call that is the value of a key: that there is such a function, and each of its parameters.
  mutating func checkCall(
    of name: String,
    _ parameters: [Expression],
    at span: SourceSpan?,
    for key: any AnyKey,
    named keyName: String
  ) {
    guard let functions = key.names.flatMap({ names.functions[$0] }) else {
      // Where the functions are not known, nothing is judged.
      if key.names == nil || !names.functions.isEmpty {
        report(.uncallable(name, key: (keyName, key.typeName)), at: span)
      }
      return
    }
    guard let function = functions.first(where: { $0.name == name }) else {
      let near = nearest(to: name, in: functions.map(\.name))
      return report(.unknownFunction(name, near: near, all: functions), at: span)
    }
    guard parameters.count == function.parameters.count else {
      return report(.parameterCount(function, got: parameters.count), at: span)
    }
    for (parameter, value) in zip(function.parameters, parameters) {
      guard let constant = value.constant else {
        checkOperand(value)
        continue
      }
      if let problem = parameter.problem(constant) {
        report(.wrongParameter(parameter, of: function, problem), at: value.span)
      }
    }
  }
}

extension RuleFault {
  /// A call where no function can stand; with the name and type of the key whose value it is.
  static func uncallable(_ name: String, key: (name: String, type: String)?) -> RuleFault {
    if let near = nearestName(to: name, in: Function.allCases.map(\.rawValue)) {
      return unknownFunction(name, near: near, all: [])
    }
    return RuleFault(
      "unknown-function",
      key.map { "`\($0.name)` takes \($0.type); no function returns that: `\(name)`" }
        ?? "no function can be called here: `\(name)`"
    )
    .advising("functions make values of `formatter`, for example formatter = number('0.00')")
  }

  fileprivate static func unknownFunction(_ name: String, near: String?, all: [RuleFunction])
    -> RuleFault
  {
    RuleFault("unknown-function", "there is no function `\(name)`")
      .advising(near: near, else: "there are \(all.map(\.example).joined(separator: ", "))")
  }

  fileprivate static func parameterCount(_ function: RuleFunction, got count: Int) -> RuleFault {
    let names = function.parameters.map(\.name).joined(separator: ", ")
    let values = function.parameters.count == 1 ? "value" : "values"
    return RuleFault(
      "wrong-parameter",
      "`\(function.name)` takes \(function.parameters.count) \(values) (\(names)), not \(count)"
    )
    .advising("write it like \(function.example)")
  }

  fileprivate static func wrongParameter(
    _ parameter: RuleFunction.Parameter,
    of function: RuleFunction,
    _ problem: String
  ) -> RuleFault {
    RuleFault("wrong-parameter", "the \(parameter.name) of `\(function.name)`: \(problem)")
      .advising("write it like \(function.example)")
  }
}
