extension Attribute {
  /// Whether the column keeps days as texts, so that one of a day and a time stands there as it is.
  package var keepsTimesBesideDays: Bool {
    type == .date && [.native, .isoText, .isoTextT].contains(definition.storage)
  }
}
