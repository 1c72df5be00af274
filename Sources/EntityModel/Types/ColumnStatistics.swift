import FoundationEssentials
package import Qualifiers

/// Statistics about one column from a sample of its table's rows.
///
/// They are hints, not guarantees.
///
/// They decide which columns label an object, which columns come first and how numbers are written. They never affect the name
/// of a property.
package struct ColumnStatistics: Sendable, Hashable {
  /// How many rows were looked at.
  package private(set) var rowCount = 0
  /// In how many of them there is something: neither null nor blank.
  package private(set) var filledCount = 0
  /// How many different values these have.
  package private(set) var distinctCount = 0
  /// How many of the values are texts.
  package private(set) var textCount = 0
  /// How many of the values are texts that no number can be read from.
  package private(set) var wordingCount = 0
  /// How many of the values are texts that are ISO dates.
  package private(set) var dayCount = 0
  /// How many of the values are words that people read.
  package private(set) var wordCount = 0
  /// How many of the values are made up by programs: UUIDs, hashes, bytes.
  package private(set) var machineCount = 0
  /// How many of the values are links or paths.
  package private(set) var linkCount = 0
  /// How many of the values are documents for programs: JSON.
  package private(set) var documentCount = 0
  /// How long the text in the middle is, the texts sorted by length.
  package private(set) var medianLength = 0
  /// Most digits behind the point that a number has, up to six.
  package private(set) var places = 0
  /// A sign for each row: the same for equal values, 0 for none; of rows of one table they belong together.
  package private(set) var signs: [UInt8] = []
  /// Whether all values are whole numbers that are years of our calendar.
  package private(set) var areYears = false

  /// Collects the statistics of sampled values, nulls included.
  ///
  /// For a long text its beginning is enough.
  package init(_ values: [Value]) {
    rowCount = values.count
    var lengths: [Int] = []
    var seen: Set<Value> = []
    var years = 0
    for value in values {
      switch value {
      case .null: continue
      case .string(let text):
        let trimmed = text.drop { $0 == " " || $0 == "\n" || $0 == "\t" }
        guard !trimmed.isEmpty else { continue }
        lengths.append(text.count)
        if !Self.isNumber(trimmed) { wordingCount += 1 }
        // Few texts have the hyphen behind the year.
        if text.utf8.dropFirst(4).first == UInt8(ascii: "-"), Date(moment: text) != nil {
          dayCount += 1
        }
        note(TextKind(trimmed))
      case .data: machineCount += 1
      case .int(let number): if (1000...2200).contains(number) { years += 1 }
      case .double(let number): places = max(places, Self.places(of: number))
      default: break
      }
      filledCount += 1
      seen.insert(value)
    }
    distinctCount = seen.count
    signs = signs(of: values)
    textCount = lengths.count
    medianLength = lengths.isEmpty ? 0 : lengths.sorted()[lengths.count / 2]
    areYears = years > 0 && years == filledCount
  }

  private func signs(of values: [Value]) -> [UInt8] {
    // Of most columns all values differ, and none has to be found again.
    if distinctCount == rowCount { return (0..<rowCount).map { UInt8(clamping: $0 + 1) } }
    if filledCount == 0 { return Array(repeating: 0, count: rowCount) }
    if filledCount == rowCount, distinctCount == 1 { return Array(repeating: 1, count: rowCount) }
    var known: [Value: UInt8] = [:]
    return values.map { value in
      if let sign = known[value] { return sign }
      let sign = Self.isBlank(value) ? 0 : UInt8(clamping: known.count + 1)
      known[value] = sign
      return sign
    }
  }

  private static func isBlank(_ value: Value) -> Bool {
    guard case .string(let text) = value else { return value.isNull }
    return text.allSatisfy { $0 == " " || $0 == "\n" || $0 == "\t" }
  }

  private mutating func note(_ kind: TextKind) {
    switch kind {
    case .words: wordCount += 1
    case .machine: machineCount += 1
    case .link: linkCount += 1
    case .json: documentCount += 1
    case .other: break
    }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first &- 0x30 < 10 || [0x2B, 0x2D, 0x2E].contains(first)
    else { return false }
    return Double(text) != nil
  }

  private static func places(of number: Double) -> Int {
    var (scaled, places) = (abs(number), 0)
    while places < 6, scaled < 1e12, (scaled * 1e6).rounded() != scaled.rounded() * 1e6 {
      scaled *= 10
      places += 1
    }
    return places
  }

  /// Whether there is nothing in any row.
  package var isEmpty: Bool { rowCount > 0 && filledCount == 0 }
  /// Whether all of three or more rows have the same value.
  package var isConstant: Bool { rowCount >= 3 && filledCount == rowCount && distinctCount == 1 }
  /// Whether less than half of the rows have a value.
  package var isMostlyEmpty: Bool { filledCount * 2 < rowCount }
  /// Whether most values are made up by programs.
  package var isMachineMade: Bool { machineCount * 2 > filledCount }
  /// Whether hardly any row has a value: less than one in ten, of ten or more.
  package var isRare: Bool { rowCount >= 10 && filledCount * 10 < rowCount }
  /// Whether all values are texts that a column of a list holds.
  package var isShort: Bool {
    textCount > 0 && medianLength <= 24 && documentCount * 2 <= filledCount
  }
  /// Whether most values are texts for people, whatever their length.
  package var isReadable: Bool { wordCount * 2 > filledCount }

  /// `98 % filled, 97 % distinct`, of as many rows as were looked at.
  package var summary: String {
    "\(Self.percent(filledCount, of: rowCount)) filled, \(Self.percent(distinctCount, of: filledCount)) distinct"
  }

  private static func percent(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "0 %" : "\(part * 100 / whole) %"
  }
}
