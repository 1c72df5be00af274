/// A kind of mistake in rules, under the id that messages show.
public struct FaultKind: Sendable, Hashable {
  /// As in `[unknown-key]`.
  public let id: String
  /// What it is listed under.
  public let group: String
  /// What is wrong, in one sentence.
  public let summary: String

  /// Every kind, by group.
  public static var all: [FaultKind] {
    table.map { FaultKind(id: $0, group: $1, summary: $2) }
      + RuleModel.lints.map { FaultKind(id: $0.id, group: "Lints", summary: $0.summary) }
  }

  // One line for each id that loading reports.
  private static let table: [(id: String, group: String, summary: String)] = [
    ("unknown-key", "Names", "A word is no key, or nothing of that name can be read behind one."),
    ("unknown-entity", "Names", "The database has no entity of that name."),
    ("unknown-property", "Names", "No entity has a property of that name."),
    ("unknown-page", "Names", "There is no page or page wrapper of that name."),
    ("unknown-component", "Names", "There is no component, row or debug component of that name."),
    ("unknown-formatter", "Names", "There is no formatter of that name."),
    ("unknown-color", "Names", "There is no colour or role of that name."),
    ("unknown-look", "Names", "There is no look of that name."),
    ("unknown-command", "Names", "There is no command of that name."),
    ("unknown-task", "Names", "A task is nearly, but not quite, one that exists."),
    ("unknown-class", "Names", "An assignment class of Direct to Web has no counterpart."),
    ("unquoted-word", "Names", "A text stands without quotes."),
    (
      "wrong-type", "Types",
      "A value does not fit its key, or is compared with what it can never equal."
    ),
    ("not-allowed", "Types", "A value is none of those the key takes."),
    (
      "not-assignable", "Types",
      "A rule sets a key that only the program sets, or a path behind one."
    ),
    ("widens-permission", "Types", "A layer that may only narrow permissions tries to widen one."),
    ("required-key", "Types", "A key that must be set was read where nobody set it."),
    ("bad-cast", "Types", "A constant cannot be read as the class behind it says."),
    ("bad-pattern", "Types", "A regular expression cannot be read."),
    ("key-binding", "Types", "`keyBindings` names no command, no key, or gives one key twice."),
    ("expected", "Syntax", "Something is missing here: `=>`, a value, a bracket."),
    ("unexpected", "Syntax", "Something stands where it cannot."),
    ("unknown-operator", "Syntax", "A word where an operator should be is none."),
    ("unknown-priority", "Syntax", "A priority is neither a whole number nor a name of one."),
    ("unknown-unit", "Syntax", "A stretch of time has an unknown unit."),
    ("no-condition", "Syntax", "A value stands alone where a condition should be."),
    ("no-arithmetic", "Syntax", "Only stretches of time are added and subtracted."),
    ("chained-comparison", "Syntax", "A comparison is compared again."),
    ("unterminated-string", "Syntax", "A text is not closed on its line."),
    ("unterminated-template", "Syntax", "A template is not closed on its line."),
    ("unterminated-comment", "Syntax", "A comment is never closed."),
    ("bad-character", "Syntax", "A character means nothing here."),
    ("bad-constant", "Syntax", "A `*` stands outside of `*true*` and `*false*`."),
    ("bad-data", "Syntax", "Bytes are not pairs of hexadecimal digits."),
    ("bad-date", "Syntax", "What follows `@` is no date."),
    ("bad-number", "Syntax", "A number is glued to a word."),
    ("bad-offset", "Syntax", "The number of a stretch of time is not a whole one."),
    ("bad-path", "Syntax", "A point is not followed by a name."),
    ("bad-quote", "Syntax", "Quotes are not straight."),
    ("bad-variable", "Syntax", "A `$` is not followed by a name."),
    ("duplicate-key", "Syntax", "A dictionary has one key twice."),
    ("format-argument", "Syntax", "A `%@` has no value to stand for."),
    ("too-deep", "Syntax", "Brackets, blocks or files nest too deep."),
    ("include", "Files", "A file cannot be included."),
    ("include-cycle", "Files", "Files include each other."),
    ("misplaced-include", "Files", "`include` stands inside of a `when` block."),
    ("no-file", "Files", "A file is missing or no regular file."),
    ("no-access", "Files", "A file may not be read."),
    ("is-directory", "Files", "A directory stands for a file."),
    ("not-utf8", "Files", "A file is not UTF-8."),
    ("too-long", "Files", "A file is too long."),
    ("unreadable", "Files", "A file cannot be read."),
  ]
}
