extension Attribute {
  /// The attribute as an empty copy of its table has it: nothing is known there of what rows told here.
  package var inEmptyCopy: Attribute {
    var copy = definition
    if let column = definition.declaredColumn {
      (copy.type, copy.storage, copy.isTypeFound) = (column.type, column.storage, column.isFound)
      (copy.width, copy.scale) = (column.width, column.scale)
      (copy.isWholeDay, copy.zeroIsNever) = (column.isWholeDay, column.zeroIsNever)
      copy.omissions = column.omissions
    }
    copy.evidence = nil
    return Attribute(copy)
  }

  /// Whether a model says what the column holds, so that it is known where there are no rows.
  package var isDeclaredByModel: Bool { definition.declaredColumn == nil }

  /// Whether the only values allowed are those that the declaration of the column names, which the database does not enforce.
  package var hasDeclaredChoices: Bool {
    definition.declaredColumn.map { !$0.choices.isEmpty && $0.choices == definition.choices }
      ?? false
  }
}
