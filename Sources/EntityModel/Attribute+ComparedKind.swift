package import Qualifiers

extension Attribute {
  /// The kind of its values in comparisons.
  package var comparedKind: ComparedKind {
    guard definition.customType == nil, !holdsOtherThanDays else { return .anything }
    return switch type.kind {
    case .integer, .number, .decimal: .number
    case .bool: .truth
    case .date, .timestamp, .time: definition.zeroIsNever ? .dateOrNever : .date
    case .text: .text
    // Texts and numbers are kept there as well.
    case .blob, .any: .anything
    }
  }
}
