import Qualifiers

extension StoreError {
  /// The sentence for a reader, with the names of the model: what happened, where, and what to do.
  public var sentence: String { sentence(naming: NamedSentence.own) }

  /// The sentence for a reader, with the names that `names` gives.
  public func sentence(naming names: NamedSentence.Names) -> String {
    func text(of id: RecordID) -> String { "\(names(id.entityName, nil)) \(id.keyText)" }
    func text(_ attributes: [String], of entity: String) -> String {
      attributes.map { names(entity, $0) }.joined(separator: ", ")
    }
    switch self {
    case .cannotOpen(let sentence): return sentence
    case .referenceViolated(let sentence), .refused(let sentence), .unsupported(let sentence):
      return sentence.text(naming: names)
    case .notFound(let id):
      return "\(text(of: id)) no longer exists; reload to see the current rows"
    case .ambiguous(let id):
      return
        "several rows have the key \(text(of: id)); none of them can be opened or changed alone"
    case .changedByOther(let id):
      return
        "\(text(of: id)) was changed elsewhere since it was read; reload and enter the change again"
    case .uniqueViolated(let entity, let attributes) where attributes.isEmpty:
      return "\(names(entity, nil)): another row has the same value of a unique index"
    case .uniqueViolated(let entity, let attributes):
      return "\(names(entity, nil)): another row has the same \(text(attributes, of: entity))"
    case .nullViolated(let entity, let attribute):
      return "\(names(entity, nil)): \(names(entity, attribute)) needs a value"
    case .checkViolated(let entity, let constraint, let attributes):
      let place = attributes.isEmpty ? "" : "\(text(attributes, of: entity)): "
      return "\(names(entity, nil)): \(place)the database allows only \(constraint)"
    case .refusedByTrigger(let message, _, _): return "The database refuses: \(message)."
    case .notExactlyOne(let id, let touched):
      return
        "\(text(of: id)): nothing was written: it would change \(touched) rows instead of one"
    case .busy: return "nothing was written: another program is writing to the file; try again"
    case .cancelled: return "cancelled"
    case .timedOut(let limit):
      return
        "stopped after \(limit.components.seconds) s; set a filter, or a higher fetchTimeLimit"
    case .database(let message, _): return "the database says: \(message)"
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
