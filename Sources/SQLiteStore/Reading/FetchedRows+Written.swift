import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

extension FetchedRows {
  func withWritten(
    _ positions: [Int],
    of row: Int,
    _ body: (Int, WrittenValue) -> Void
  ) {
    let limit = decoder.maximumLength ?? .max
    for (index, position) in positions.enumerated() {
      let column = decoder.values[position].column
      if let scalar = batch.scalar(row, column) {
        switch scalar {
        case .null: body(index, .null)
        case .integer(let number): body(index, .int(number))
        case .real(let number): body(index, .double(number))
        }
        continue
      }
      let isWritten: Void? = batch.withWholeText(row, column, within: limit) {
        body(index, .text($0))
      }
      if isWritten == nil {
        body(index, .value(ColumnCoding.decodeRaw(cell(row, at: position))))
      }
    }
  }
}
