import Diagnostics
import Formatting
import Pages

/// A fault of an imported file or of one of its rows.
nonisolated struct ImportFault: Error {
  /// The row; `nil` for a fault of the whole file.
  let place: RowImport.Place?
  /// The field, where one is to blame, and what is wrong.
  let message: String
  /// 2 for a fault in the file, 1 for what the database or a rule refuses.
  let code: Int32

  init(at place: RowImport.Place? = nil, _ message: String, code: Int32 = 2) {
    (self.place, self.message, self.code) = (place, message, code)
  }

  init(_ fault: SeparatedValuesFault) { self.init(at: .line(fault.line), fault.message) }
}

/// All that is wrong with one row of a file.
struct RowFaults: Error {
  let faults: [ImportFault]
}

/// A collector of the faults found in an imported file: it keeps the first 1,000 for the report and counts all.
struct ImportFaults {
  /// The greatest number of faults that a report lists.
  static let limit = 1_000

  private var kept: [ImportFault] = []
  /// The rows, by their lines, or their numbers in a file of JSON.
  private var rows: Set<Int> = []
  private(set) var count = 0
  /// Advice for some of the faults.
  var advice: String?

  var isEmpty: Bool { count == 0 }
  /// Whether no more can be told.
  var isFull: Bool { kept.count >= Self.limit }
  /// The number of rows with faults.
  var rowCount: Int { rows.count }

  mutating func add(_ fault: ImportFault) {
    count += 1
    if let place = fault.place { addRow(at: place) }
    if kept.count < Self.limit { kept.append(fault) }
  }

  /// Counts a row of which the fault was told before.
  mutating func addRow(at place: RowImport.Place) {
    rows.insert(place.object ?? place.line)
  }

  /// A line for each, in the order of the file.
  func lines(of path: String) -> String {
    let sorted = kept.enumerated().sorted { left, right in
      (left.element.place?.line ?? 0, left.offset) < (right.element.place?.line ?? 0, right.offset)
    }
    return sorted.map { _, fault in
      let place = fault.place.map { "\($0.text): " } ?? ""
      return "\(ProgramName.current): \(path): \(place)\(fault.message)\n"
    }.joined() + (advice.map { "\(ProgramName.current): \($0)\n" } ?? "")
  }

  /// Returns the outcome that refuses a file with these faults.
  func refusal(of path: String, isSkipping: Bool) -> Program.Outcome {
    let counted = count == 1 ? "1 fault" : "\(count) faults"
    let more = isFull && !isSkipping ? ", perhaps more after them" : ""
    return Program.Outcome(
      messages: lines(of: path)
        + "\(ProgramName.current): \(counted)\(more); nothing was imported\n",
      code: kept.map(\.code).max() ?? 1
    )
  }

  /// Returns the message about the skipped rows.
  func skipped(of path: String) -> String {
    guard !isEmpty else { return "" }
    let rows = rowCount == 1 ? "1 row" : "\(rowCount) rows"
    let more = count - kept.count
    let untold = more > 0 ? " (\(more) more faults not listed)" : ""
    return lines(of: path) + "\(rows) with faults skipped\(untold)\n"
  }
}
