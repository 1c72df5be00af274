import EntityStore
import Qualifiers

/// A row that a save writes, values by the names of attributes.
struct RowWrite {
  var id: RecordID
  /// As it was read, as far as that is compared.
  var original: [String: Value] = [:]
  /// What it gets.
  var values: [String: Value] = [:]
}
