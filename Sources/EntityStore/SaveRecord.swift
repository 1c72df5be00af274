package import Qualifiers
package import EntityModel

/// What one committed save did to the rows of a database: enough to undo it.
package struct SaveRecord: Sendable, Hashable {
  /// What changed a row.
  package enum Cause: String, Sendable, Hashable, Codable {
    /// A change of the save.
    case direct
    /// A trigger of the database.
    case trigger
    /// A reference or a delete rule, of the database or of the model.
    case cascade
  }

  /// What became of one row; several changes of it are one.
  package struct Row: Sendable, Hashable {
    /// All that was stored in it before; `nil` for a row that was not there.
    package let before: Record?
    /// All that is stored in it now; `nil` for a row that is gone.
    package let after: Record?
    /// What changed it: the save itself where that was one of several.
    package let cause: Cause
    /// What identified the row before, or a new row now.
    package let id: RecordID
    /// The number that the database gives a row that is new or gone, where its key does not tell that: what keeps rows by
    /// their numbers finds it again by this.
    package let rowNumber: Int64?

    /// A row; `nil` where nothing identifies it.
    package init?(before: Record?, after: Record?, cause: Cause, rowNumber: Int64? = nil) {
      guard let id = before?.id ?? after?.id else { return nil }
      (self.before, self.after, self.cause, self.id) = (before, after, cause, id)
      self.rowNumber = rowNumber
    }
  }

  /// The rows in the order in which they were first touched; none of them is as it was.
  package let rows: [Row]
  /// Tables of which rows were changed that are not among ``rows``; then the save cannot be undone.
  package let unrecorded: Set<TableName>
  /// Virtual tables that triggers keep by what is in ``rows``: they do so again when the save is undone.
  package let derived: Set<TableName>

  /// A record of rows.
  package init(
    rows: [Row],
    unrecorded: Set<TableName> = [],
    derived: Set<TableName> = []
  ) {
    (self.rows, self.unrecorded, self.derived) = (rows, unrecorded, derived)
  }

  /// Hears of a save before it is committed, and keeps it from that by an error; what it answers is written along, asked
  /// about by no guard and in no record.
  package typealias Witness = @Sendable (SaveResult) throws(StoreError) -> [Change]
}

extension SaveRecord {
  /// What undoing the save does, which can be undone in its turn.
  package var inverted: SaveRecord {
    SaveRecord(
      rows: rows.reversed().compactMap(\.inverted),
      unrecorded: unrecorded,
      derived: derived
    )
  }

  /// What was done to rows, as changes; the token of a new row is its place.
  package var changes: [Change] { rows.enumerated().map { $1.change(token: $0) } }

  /// What a save of ``changes`` says that it did.
  package var result: SaveResult {
    var result = SaveResult(inserted: [:], changedIDs: [:])
    for (token, row) in rows.enumerated() {
      guard let after = row.after?.id else { continue }
      if let before = row.before?.id {
        if before != after { result.changedIDs[before] = after }
      } else {
        result.inserted[token] = after
      }
    }
    return result
  }
}

extension SaveRecord.Row {
  /// The way back.
  fileprivate var inverted: Self? {
    Self(before: after, after: before, cause: cause, rowNumber: rowNumber)
  }

  /// The attributes that have another value than before, or that a new row has.
  package var changedValues: [String: Value] {
    guard let after else { return [:] }
    var values: [String: Value] = [:]
    for (position, path) in after.layout.paths.enumerated() {
      let value = after.value(at: position)
      if before?.value(at: position) != value { values[path.first] = value }
    }
    return values
  }

  /// What happened, as a change.
  fileprivate func change(token: Int) -> Change {
    guard after != nil else { return .delete(id, original: [:]) }
    guard before != nil else {
      return .insert(
        entityName: id.entityName,
        values: changedValues,
        references: [:],
        token: token
      )
    }
    return .update(id, values: changedValues, original: [:])
  }
}
