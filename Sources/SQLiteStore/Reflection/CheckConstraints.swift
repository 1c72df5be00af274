import EntityModel
import Qualifiers

/// The limits that a table's `CHECK` constraints set for single columns: lists of values, ranges and lengths.
///
/// Understands `json_valid(column)`, `column IN (literal, …)`, comparisons with literals, and `BETWEEN`. The operand is the
/// column or `length(column)`. Conditions may be joined by `AND`. `OR` works if both sides list values, or one is `column IS
/// NULL`. Other conditions are ignored here; SQLite still enforces them.
package struct CheckConstraints {
  /// The limits of each column, by its name in lower case.
  private(set) var columns: [FoldedName: ColumnCheck] = [:]

  /// Whether nothing is known of any column.
  package var isEmpty: Bool { columns.isEmpty }

  /// Reads the `CREATE TABLE` statement of a table with these columns.
  package init(statement: String, columnNames: [String]) {
    // Most tables have no check: a plain look at the bytes spares them the tokens.
    guard statement.contains(caseInsensitive: "check") else { return }
    let names = Set(columnNames.map(\.folded))
    let tokens = SQLTokens(statement).tokens
    for (index, token) in tokens.enumerated() where token.isWord("check") {
      guard let end = SQLTokens.closing(of: index + 1, in: tokens) else { continue }
      var parser = CheckParser(tokens: tokens[(index + 2)..<end], columnNames: names)
      for (name, check) in parser.parse() {
        columns[name, default: ColumnCheck()].narrow(by: check)
      }
    }
  }
}

/// The values that a table's checks allow in one column; null is always allowed.
struct ColumnCheck: Equatable {
  /// The only values, when they are listed.
  var choices: [Value]?
  var minimum: Bound?
  var maximum: Bound?
  var minimumLength: Int?
  var maximumLength: Int?
  /// Whether only valid JSON is allowed.
  var isJSON = false

  /// Keeps what both allow.
  mutating func narrow(by other: ColumnCheck) {
    choices =
      choices.map { mine in
        other.choices.map { theirs in mine.filter(theirs.contains) } ?? mine
      } ?? other.choices
    minimum = Self.tighter(minimum, other.minimum, when: .less)
    maximum = Self.tighter(maximum, other.maximum, when: .greater)
    minimumLength = [minimumLength, other.minimumLength].compactMap(\.self).max()
    maximumLength = [maximumLength, other.maximumLength].compactMap(\.self).min()
    isJSON = isJSON || other.isJSON
  }

  /// Returns the limits of values that either check allows; no limits if they cannot be expressed.
  func widened(by other: ColumnCheck) -> ColumnCheck {
    // `x IS NULL OR …` says what the rest says.
    if self == ColumnCheck(choices: []) { return other }
    if other == ColumnCheck(choices: []) { return self }
    guard let choices, let others = other.choices, self == ColumnCheck(choices: choices),
      other == ColumnCheck(choices: others)
    else { return ColumnCheck() }
    return ColumnCheck(choices: choices + others.filter { !choices.contains($0) })
  }

  private static func tighter(
    _ mine: Bound?,
    _ theirs: Bound?,
    when ordering: Value.Ordering
  ) -> Bound? {
    guard let mine else { return theirs }
    guard let theirs, let order = mine.value.compare(theirs.value) else { return mine }
    if order == .equal { return mine.isIncluded ? theirs : mine }
    return order == ordering ? theirs : mine
  }
}

extension String {
  /// Whether a word of small letters occurs, in any letter case; many times as fast as searching by characters.
  func contains(caseInsensitive word: String) -> Bool {
    let word = Array(word.utf8)
    func isFound(in text: some Sequence<UInt8>) -> Bool {
      var matched = 0
      for byte in text {
        let small = byte | 0x20
        matched = small == word[matched] ? matched + 1 : small == word[0] ? 1 : 0
        if matched == word.count { return true }
      }
      return false
    }
    return utf8.withContiguousStorageIfAvailable { isFound(in: $0) } ?? isFound(in: utf8)
  }
}
