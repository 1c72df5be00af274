import EntityModel
package import EntityStore
import Formatting

/// A decoder of the cells of result rows into attribute values, identities and positions in the order.
///
/// All batches of a fetch plan share one.
package final class RowDecoder: Sendable {
  package let layout: RecordLayout
  /// One for each path of the layout: its column and how that is read.
  package let values: [FetchPlan.Output]
  /// One for each attribute of the identity; empty when nothing identifies a row.
  package let identity: [FetchPlan.Output]
  /// The column of the row's number, where the identity may hold null; else `nil`.
  package let rowNumber: Int?
  /// The columns of the order's keys.
  package let cursor: [Int]
  /// The column of an identity that is one whole number; `nil` when it is not.
  package let integerKey: Int?
  /// Whether a place in the order is that number.
  package let isKeyed: Bool
  /// How many characters of a text are wanted; those of keys are read whole all the same.
  package let maximumLength: Int?
  /// How many bytes of a blob are wanted.
  package let maximumByteCount: Int?

  package init(
    _ selection: Selection,
    layout: RecordLayout,
    values: [FetchPlan.Output] = [],
    identity: [FetchPlan.Output] = [],
    rowNumber: Int? = nil,
    cursor: [Int] = []
  ) {
    (self.layout, self.values, self.identity) = (layout, values, identity)
    (self.rowNumber, self.cursor) = (rowNumber, cursor)
    maximumLength = selection.maximumLength
    maximumByteCount = selection.maximumByteCount
    let isInteger = identity.count == 1 && identity[0].coding.kind == .integer
    integerKey = isInteger ? identity[0].column : nil
    isKeyed = isInteger && cursor == [identity[0].column]
  }
}
