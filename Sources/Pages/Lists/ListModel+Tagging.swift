import EntityStore
import Widgets

extension ListModel {
  /// Tags the row under the cursor, or takes its tag away, and goes on to the next.
  func toggleTag() {
    guard let record = currentRecord, let id = record.id else { return }
    let last = tagged.values.map(\.number).max() ?? 0
    tagged[id] = tagged[id] == nil ? (last + 1, record) : nil
    notice = tagged.isEmpty ? nil : "\(tagged.count) tagged"
    rowsChanged()
    cursor.go(to: cursor.position + 1, in: self)
  }

  /// The tagged objects, or the one under the cursor.
  var chosenRecords: [Record] {
    tagged.isEmpty
      ? [currentRecord].compactMap(\.self)
      : tagged.values.sorted { $0.number < $1.number }.map(\.record)
  }
}
