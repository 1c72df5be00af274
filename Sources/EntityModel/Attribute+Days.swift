extension Attribute {
  /// Whether the column keeps moments in UTC, as numbers or with an offset, and not times of any clock as texts.
  package var keepsMoments: Bool {
    type.kind == .timestamp && ![.native, .isoText, .isoTextT].contains(definition.storage)
  }

  /// Whether the column keeps days as texts, so that one of a day and a time stands there as it is.
  package var keepsTimesBesideDays: Bool {
    type.kind == .date && [.native, .isoText, .isoTextT].contains(definition.storage)
  }

  /// Whether some rows showed values in the column of days or moments that are none: `1967`, `1971-00-00`.
  package var holdsOtherThanDays: Bool {
    guard definition.customType == nil, type.kind.isDay, let evidence else {
      return false
    }
    return switch definition.storage {
    case .native, .isoText, .isoTextT, .isoOffset, .isoUTC:
      evidence.filledCount > evidence.dayCount
    case .digitText: false
    default: evidence.textCount > 0
    }
  }
}
