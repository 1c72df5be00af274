extension Attribute {
  /// Whether the column keeps moments in UTC, as numbers or with an offset, and not times of any clock as texts.
  package var keepsMoments: Bool {
    type == .timestamp && ![.native, .isoText, .isoTextT].contains(definition.storage)
  }

  /// Whether the column keeps days as texts, so that one of a day and a time stands there as it is.
  package var keepsTimesBesideDays: Bool {
    type == .date && [.native, .isoText, .isoTextT].contains(definition.storage)
  }
}
