/// Neighbouring cells of one row.
package struct RowRun: Hashable, Sendable {
  /// The row.
  package var y: Int
  /// The columns, from left to right.
  package var columns: Range<Int>

  /// Makes a run.
  package init(y: Int, columns: Range<Int>) {
    self.y = y
    self.columns = columns
  }
}

extension Buffer {
  /// Returns the cells that differ from the previous frame, at most one run for each row.
  ///
  /// A run never begins or ends within a wide glyph. Frames of different sizes differ everywhere.
  package func differences(from previous: Buffer) -> [RowRun] {
    guard size.width > 0 else { return [] }
    guard previous.size == size else {
      return (0..<size.height).map { RowRun(y: $0, columns: 0..<size.width) }
    }
    let width = size.width
    var runs: [RowRun] = []
    cells.withUnsafeBufferPointer { new in
      previous.cells.withUnsafeBufferPointer { old in
        for y in 0..<size.height {
          let row = y * width
          var first = 0
          while first < width, new[row + first] == old[row + first] { first += 1 }
          guard first < width else { continue }
          var end = width
          while new[row + end - 1] == old[row + end - 1] { end -= 1 }
          if new[row + first].isContinuation || old[row + first].isContinuation { first -= 1 }
          while end < width, new[row + end].isContinuation || old[row + end].isContinuation {
            end += 1
          }
          runs.append(RowRun(y: y, columns: max(0, first)..<end))
        }
      }
    }
    return runs
  }
}
