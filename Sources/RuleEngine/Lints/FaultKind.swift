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

  /// The id of every kind.
  package static let ids = all.map(\.id)

  // One line for each id that loading reports.
  private static let table: [(id: String, group: String, summary: String)] = [
    ("unknown-key", "Names", "A word is no key, or nothing of that name can be read behind one."),
    ("unknown-entity", "Names", "The database has no entity of that name."),
    (
      "unknown-property", "Names", "No entity that the rule can be for has a property of that name."
    ),
    ("unknown-page", "Names", "There is no page or page wrapper of that name."),
    ("unknown-component", "Names", "There is no component, row or debug component of that name."),
    ("unknown-formatter", "Names", "There is no formatter of that name."),
    ("unknown-color", "Names", "There is no colour or role of that name."),
    ("unknown-look", "Names", "There is no look of that name."),
    ("unknown-command", "Names", "There is no command of that name."),
    ("unknown-task", "Names", "A task is nearly, but not quite, one that exists."),
    ("unknown-role", "Names", "A role is nearly, but not quite, one that rules speak of."),
    ("unknown-class", "Names", "An assignment class has no counterpart."),
    ("no-counterpart", "Names", "Rules of another language have no counterpart, and do nothing."),
    ("declared-twice", "Names", "A key is declared whose name is taken."),
    ("unexplained-key", "Names", "A key is declared and nothing says what it is for."),
    ("unknown-function", "Names", "Nothing of that name can be called, or not there."),
    ("unquoted-word", "Names", "A text stands without quotes."),
    ("wrong-parameter", "Types", "A function is called with what it does not take."),
    (
      "wrong-type", "Types",
      "A value does not fit its key, or is compared with what it can never equal."
    ),
    ("not-allowed", "Types", "A value is none of those the key takes."),
    (
      "not-assignable", "Types",
      "A rule sets a key that only the program sets, or a path behind one."
    ),
    ("unknown-type", "Types", "A key is declared of a type that does not exist."),
    ("site-key", "Types", "A rule sets a key that rules of the site alone answer."),
    ("widens-permission", "Types", "A layer that may only narrow permissions tries to widen one."),
    ("required-key", "Types", "A key that must be set was read where nobody set it."),
    ("syntax", "Syntax", "The text does not follow the grammar of rules."),
    ("unused-when", "Syntax", "A `when` block holds no rules."),
    ("bad-allow", "Syntax", "A comment allows a lint that does not exist, or gives no reason."),
    (
      "turned-text", "Syntax",
      "A character turns the direction of text, so that it looks like another."
    ),
    ("more-faults", "Syntax", "A file has so many faults that the rest is only counted."),
    ("include", "Files", "A file cannot be included."),
    ("include-cycle", "Files", "Files include each other."),
    ("too-deep", "Files", "Files include each other too deep."),
    ("no-file", "Files", "A file is missing or no regular file."),
    ("no-access", "Files", "A file may not be read."),
    ("is-directory", "Files", "A directory stands for a file."),
    ("not-text", "Files", "A file holds a zero byte."),
    ("not-utf8", "Files", "A file is not UTF-8, but UTF-16 or an older encoding."),
    ("too-long", "Files", "A file is too long."),
    ("unreadable", "Files", "A file cannot be read."),
  ]
}
