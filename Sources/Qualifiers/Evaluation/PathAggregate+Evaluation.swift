import FoundationEssentials

extension PathAggregate {
  /// Computes the aggregate from the objects at its path; `nil` when they, or what is read of them, do not answer.
  package func evaluate(with context: any EvaluationContext) -> Value? {
    guard let found = context.value(at: path) else { return nil }
    let rows: [Value] =
      switch found {
      case .null: []
      case .list(let rows): rows
      default: [found]
      }
    var aggregation = Aggregation(function)
    var seen: Set<ObjectIdentifier> = []
    for row in rows where !row.isNull {
      // Several related rows may refer to one.
      if case .object(let object) = row, !seen.insert(ObjectIdentifier(object)).inserted {
        continue
      }
      let inside = RowContext(row: row, path: path, outer: context)
      switch condition?.truth(with: inside) {
      case nil, .yes: break
      case .no, .unknown: continue
      case .unanswered: return nil
      }
      let found = operand.map { $0.evaluate(with: inside) } ?? .bool(true)
      guard let value = found else { return nil }
      aggregation.add(value)
    }
    do {
      return try aggregation.result(of: description)
    } catch {
      context.report(error)
      return nil
    }
  }
}

/// The context inside of an aggregate: plain paths read the related row.
private struct RowContext: EvaluationContext {
  let row: Value
  let path: PropertyPath
  let outer: any EvaluationContext

  var now: Date { outer.now }
  func value(at path: PropertyPath) -> Value? { row.value(forPath: path.components[...]) }
  func dateKind(at path: PropertyPath) -> ComparedKind {
    outer.dateKind(at: self.path.appending(path))
  }
  func value(ofVariable path: PropertyPath) -> Value? { outer.value(ofVariable: path) }
  func nextAnswer() -> Value? { outer.nextAnswer() }
  func report(_ fault: ExpressionFault) { outer.report(fault) }
}
