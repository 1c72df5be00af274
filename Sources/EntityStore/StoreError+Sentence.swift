import Qualifiers

extension StoreError {
  /// What happened, where, and what to do.
  public var sentence: String {
    switch self {
    case .cannotOpen(let sentence), .referenceViolated(let sentence), .refused(let sentence),
      .unsupported(let sentence):
      sentence
    case .notFound(let id): "\(id.text) is not there any more; reload to see what is"
    case .ambiguous(let id):
      "several rows are \(id.text): their key does not tell them apart, so that none of them can be opened or changed alone"
    case .changedByOther(let id):
      "\(id.text) was changed elsewhere since it was read; reload and enter the change again"
    case .uniqueViolated(let entity, let attributes) where attributes.isEmpty:
      "\(entity): another one has the same, and an index allows it once"
    case .uniqueViolated(let entity, let attributes):
      "\(entity): another one has the same \(attributes.joined(separator: ", "))"
    case .nullViolated(let entity, let attribute): "\(entity): \(attribute) needs a value"
    case .checkViolated(let entity, let constraint, let attributes) where attributes.isEmpty:
      "\(entity): the database allows only \(constraint)"
    case .checkViolated(let entity, let constraint, let attributes):
      "\(entity): \(attributes.joined(separator: ", ")): the database allows only \(constraint)"
    case .refusedByTrigger(let message, _, _): "The database refuses: \(message)."
    case .notExactlyOne(let id, let touched):
      "\(id.text): the statement would have touched \(touched) rows instead of one; nothing was written"
    case .busy: "another program is writing to the file; nothing was written, try again"
    case .cancelled: "cancelled"
    case .timedOut(let limit):
      "given up after \(limit.components.seconds) s; a filter may help, or a higher fetchTimeLimit"
    case .database(let message, _): "the database says: \(message)"
    }
  }
}

extension RecordID {
  /// `Invoice 5`.
  package var text: String { "\(entityName) \(keyText)" }

  /// `5`, `1, 7`; `@12` where the row is found by its number; parts with nothing to read show that they have none.
  package var keyText: String {
    if let rowNumber { return "@\(rowNumber)" }
    return values.map { $0.isNull ? "∅" : $0.description.isEmpty ? "''" : $0.description }
      .joined(separator: ", ")
  }
}
