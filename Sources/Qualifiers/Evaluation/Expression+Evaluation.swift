package import FoundationEssentials

extension Expression {
  /// Computes the value; `nil` when something it reads does not answer.
  ///
  /// 1. A template writes null as nothing, all else as its plain text.
  /// 2. Time added to null is null; hours added to a time of day give another, beyond midnight one of the next morning.
  /// 3. `if` takes the second value when the condition is not known because of null.
  /// 4. A condition as a value is true or false; not known because of null is false.
  /// 5. A call gives its own text with all parameters written out, which whoever reads the key understands.
  /// 6. What cannot be computed, as a whole number beyond 64 bits, does not answer and is reported to the context.
  /// 7. `where (…)` gives the condition with its variables replaced; see ``Value/qualifier``.
  package func evaluate(with context: some EvaluationContext) -> Value? {
    switch kind {
    case .literal(let value): return value
    case .path(let path): return context.value(at: path)
    case .variable(let path): return context.value(ofVariable: path)
    case .list(let elements):
      return elements.mapAll { $0.evaluate(with: context) }.map(Value.list)
    case .dictionary(let entries):
      return entries.mapAllValues { $0.evaluate(with: context) }.map(Value.dictionary)
    case .now: return .date(context.now)
    case .today: return .date(context.now.startOfDay)
    case .dateOffset(let base, let offset):
      guard let value = base.evaluate(with: context) else { return nil }
      guard !value.isNull else { return .null }
      return attempt(with: context) { () throws(ComputationProblem) in
        guard let moved = try value.asMoment.adding(offset) else { throw .beyondCalendar }
        let isTime = offset.unit.isOfClock && base.isTime(value, with: context)
        return .date(isTime ? moved.timeOfDay : moved)
      }
    case .arithmetic(let left, let sign, let right):
      guard let a = left.evaluate(with: context), let b = right.evaluate(with: context)
      else { return nil }
      return attempt(with: context) { () throws(ComputationProblem) in
        try sign.value(
          of: a,
          b,
          areTimes: left.isTime(a, with: context) && right.isTime(b, with: context)
        )
      }
    case .function(.coalesce, let parameters):
      for parameter in parameters {
        guard let value = parameter.evaluate(with: context) else { return nil }
        if !value.isNull { return value }
      }
      return .null
    case .function(let function, let parameters):
      let takesTexts = function.takesTexts
      let values = parameters.mapAll { parameter in
        parameter.evaluate(with: context).map {
          takesTexts ? parameter.text(of: $0, with: context) : $0
        }
      }
      guard let values else { return nil }
      return attempt(with: context) { () throws(ComputationProblem) in
        try function.value(of: values)
      }
    case .aggregate(let aggregate): return context.value(of: aggregate)
    case .next: return context.nextAnswer()
    case .template(let parts):
      guard let values = parts.mapAll({ $0.evaluate(with: context) }) else { return nil }
      return .string(values.map { $0.isNull ? "" : $0.description }.joined())
    case .conditional(let condition, let positive, let negative):
      switch condition.truth(with: context) {
      case .yes: return positive.evaluate(with: context)
      case .no, .unknown: return negative.evaluate(with: context)
      case .unanswered: return nil
      }
    case .condition(let condition):
      let truth = condition.truth(with: context)
      return truth == .unanswered ? nil : .bool(truth == .yes)
    case .qualifier(let qualifier):
      return qualifier.bindingVariables(context.value(ofVariable:)).map(Value.qualifier)
    case .call(let name, let parameters):
      let values = parameters.mapAll { $0.evaluate(with: context) }
      return values.map { .string(Self.call(name, $0)) }
    case .computed(let computed): return computed.value(with: context)
    }
  }

  /// Computes a value; reports a problem to the context and gives `nil`.
  func attempt(
    with context: some EvaluationContext,
    _ compute: () throws(ComputationProblem) -> Value
  ) -> Value? {
    do {
      return try compute()
    } catch {
      context.report(ExpressionFault(description, error))
      return nil
    }
  }

  /// The text of a call with parameters that are values: `number('0.00')`.
  package static func call(_ name: String, _ parameters: [Value]) -> String {
    "\(name)(\(parameters.map(\.literal).joined(separator: ", ")))"
  }
}

extension Date {
  /// The wall-clock time moved by `offset`; `nil` beyond a million years.
  ///
  /// Months and years keep the day of the month, or take the last there is: 31 January plus 1 month is 28 or 29 February.
  package func adding(_ offset: DateOffset) -> Date? {
    let count = Double(offset.count)
    let moved: Date
    switch offset.unit {
    case .seconds: moved = addingTimeInterval(count)
    case .minutes: moved = addingTimeInterval(count * 60)
    case .hours: moved = addingTimeInterval(count * 3600)
    case .days: moved = addingTimeInterval(count * 86_400)
    case .weeks: moved = addingTimeInterval(count * 604_800)
    case .months: return addingMonths(offset.count)
    case .years:
      let (months, isTooMany) = offset.count.multipliedReportingOverflow(by: 12)
      return isTooMany ? nil : addingMonths(months)
    }
    return moved.isOnCalendar ? moved : nil
  }

  private func addingMonths(_ count: Int) -> Date? {
    guard isOnCalendar, (-12_000_000...12_000_000).contains(count) else { return nil }
    let (year, month, day, seconds) = wallClock
    let months = year * 12 + month - 1 + count
    let newYear = Int((Double(months) / 12).rounded(.down))
    let newMonth = months - newYear * 12 + 1
    let newDay = min(day, Self.dayCount(ofMonth: newMonth, year: newYear))
    return Date(year: newYear, month: newMonth, day: newDay) + seconds
  }
}
