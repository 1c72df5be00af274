extension Naming {
  /// Whether a column of this name only records when or in which version a row was written.
  static func isBookkeeping(_ name: String) -> Bool {
    bookkeepingNames.contains(words(of: name).map { $0.lowercased() }.joined(separator: "_"))
  }

  private static let bookkeepingNames: Set<String> = [
    "last_update", "last_updated", "last_modified", "updated", "updated_at", "updated_on",
    "update_time", "modified", "modified_at", "modified_on", "modified_date", "created",
    "created_at",
    "created_on", "create_date", "creation_date", "date_created", "date_modified", "date_updated",
    "timestamp", "version", "lock_version", "object_version", "row_version", "rowguid", "opt",
  ]
}
