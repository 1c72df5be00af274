/// An error of a bulk insertion: the position of the failed row, the cause, and the identities of rows inserted before it.
package struct InsertionFault: Error, Sendable {
  /// The place of the row, from 0; `nil` where no row is to blame or it is not known which.
  package var row: Int?
  /// The error.
  package var error: StoreError
  /// The identities of the rows before it, where the plan wants them.
  package var inserted: [RecordID] = []
  /// Whether the database has ended the transaction, or kept a part of the row: nothing can be inserted behind it.
  package var isFinal = false
  /// The faults of other rows that were found with it.
  package var others: [InsertionFault] = []

  /// A fault of a row.
  package init(
    row: Int?,
    error: StoreError,
    inserted: [RecordID] = [],
    isFinal: Bool = false
  ) {
    (self.row, self.error, self.inserted, self.isFinal) = (row, error, inserted, isFinal)
  }

  /// One fault for several rows; `nil` for none.
  package init?(_ faults: [InsertionFault]) {
    guard let first = faults.first else { return nil }
    self = first
    others = Array(faults.dropFirst())
  }

  /// Rows are inserted between ``EntityStore/beginInserting(_:attributes:guardedBy:)`` and the end.
  package static let notBegun = InsertionFault(
    row: nil,
    error: .unsupported("No rows are being inserted.")
  )
}
