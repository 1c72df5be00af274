import EntityModel
package import FoundationEssentials
import Qualifiers

extension SaveRecord {
  /// The record laid over rows as they are stored now, so that undoing it leaves the fields that the save did not write.
  ///
  /// Rows stay as they are in the record where one of the fields that the save wrote has another value now, and where they
  /// are new or gone: a row that another program has changed since is not deleted.
  ///
  /// - Parameters:
  ///   - current: A row as it is stored now, found by what identifies it after the save; `nil` where it is gone.
  ///   - stamps: The attributes of entities that every save sets, as the time of the last change: they stay where others
  ///     have set them since.
  /// - Returns: `nil` where all is as in this record.
  /// - Throws: What `current` throws.
  package func merged(
    with current: (Image) throws(StoreError) -> Record?,
    besides stamps: [String: Set<String>]
  ) throws(StoreError) -> SaveRecord? {
    var isSame = true
    var merged: [Row] = []
    for entry in entries {
      let row = row(entry)
      guard row.before != nil, let after = row.after, let image = entry.after,
        let now = try current(image),
        now.layout.paths != after.layout.paths || now.values != after.values
      else {
        merged.append(row)
        continue
      }
      switch row.laid(over: now, besides: stamps[after.entity.name] ?? []) {
      case .conflict: merged.append(row)
      case .nothingLeft: isSame = false
      case .row(let laid):
        isSame = false
        merged.append(laid)
      }
    }
    guard !isSame else { return nil }
    return SaveRecord(rows: merged, unrecorded: unrecorded, derived: derived, absent: absent)
  }

  /// A row of the same layout as an image that was coded alone.
  package func record(ofRow row: Data, like image: Image) -> Record {
    SaveRecord([], coded: row, layouts: layouts, unrecorded: [], derived: [])
      .record(Image(layout: image.layout, bytes: 0..<row.count))
  }
}

extension SaveRecord.Row {
  /// The result of merging a row's undo with later writes by others: a merged row, a conflict, or nothing left to undo.
  fileprivate enum Laid {
    case row(SaveRecord.Row)
    /// A field that the save wrote has another value now.
    case conflict
    /// All that the save wrote others set since, as every save does.
    case nothingLeft
  }

  /// The row as if the save had found the other fields as they are now.
  fileprivate func laid(over now: Record, besides stamps: Set<String>) -> Laid {
    guard let before, let after else { return .conflict }
    var paths = now.layout.paths
    var values = now.values
    var isChanged = false
    for path in Set(before.layout.paths).union(after.layout.paths) {
      let old = before.value(forPath: path.components[...]) ?? .null
      let new = after.value(forPath: path.components[...]) ?? .null
      guard old != new else { continue }
      let place = now.layout.position(of: path.components)
      guard place.map({ values[$0] }) ?? .null == new else {
        if stamps.contains(path.first) { continue }
        return .conflict
      }
      isChanged = true
      if let place {
        values[place] = old
      } else {
        paths.append(path)
        values.append(old)
      }
    }
    guard isChanged else { return .nothingLeft }
    let layout =
      paths.count == now.layout.paths.count
      ? now.layout : RecordLayout(entity: before.entity, paths: paths)
    return .row(
      SaveRecord.Row(
        before: Record(layout: layout, id: before.id, values: values),
        after: Record(layout: now.layout, id: after.id, values: now.values),
        cause: cause,
        rowNumber: rowNumber
      )
    )
  }
}
