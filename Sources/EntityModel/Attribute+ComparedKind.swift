package import Qualifiers

extension Attribute {
  /// The kind of its values in comparisons.
  package var comparedKind: ComparedKind {
    guard definition.customType == nil, !holdsOtherThanDays else { return .anything }
    return switch type.kind {
    case .integer: .whole
    case .number: .number
    case .decimal: .decimal
    case .bool: .truth
    case .date, .timestamp, .time:
      definition.zeroIsNever
        ? .dateOrNever : type.kind == .date ? .day : type.kind == .time ? .time : .date
    case .text: .text
    // Texts and numbers are kept there as well.
    case .blob, .any: .anything
    }
  }
}
