/// A kind of mistake that rule loading or a lint reports: the id shown in messages, its group and a one-sentence summary.
package struct FaultKind: Sendable, Hashable {
  /// The id, as in `[unknown-key]`.
  package let id: String
  /// The group in the list of faults.
  package let group: String
  /// A one-sentence description of the fault.
  package let summary: String

  /// Every kind, by group.
  package static var all: [FaultKind] {
    groups.flatMap { group, kinds in
      kinds.map { FaultKind(id: $0, group: group, summary: $1) }
    }
      + RuleModel.lints.map { FaultKind(id: $0.id, group: "Lints", summary: $0.summary) }
  }

  /// The id of every kind.
  package static let ids = all.map(\.id)

  // One line for each id that loading reports.
  private static let groups: KeyValuePairs<String, KeyValuePairs<String, String>> = [
    "Names": [
      "unknown-key": "A word is no key, or nothing of that name can be read behind one.",
      "unknown-entity": "The database has no entity of that name.",
      "unknown-property": "No entity that the rule can be for has a property of that name.",
      "unknown-page": "There is no page or page wrapper of that name.",
      "unknown-component": "There is no component, row or debug component of that name.",
      "unknown-formatter": "There is no formatter of that name.",
      "unknown-color": "There is no colour or role of that name.",
      "unknown-look": "There is no look of that name.",
      "unknown-command": "There is no command of that name.",
      "unknown-task": "A task is nearly, but not quite, one that exists.",
      "unknown-role": "A role is nearly, but not quite, one that rules speak of.",
      "unknown-class": "An assignment class has no counterpart.",
      "no-counterpart": "Rules of another language have no counterpart, and do nothing.",
      "declared-twice": "A key is declared whose name is taken.",
      "unexplained-key": "A key is declared and nothing says what it is for.",
      "unknown-function": "Nothing of that name can be called, or not there.",
      "unquoted-word": "A text stands without quotes.",
    ],
    "Types": [
      "wrong-parameter": "A function is called with what it does not take.",
      "wrong-type": "A value does not fit its key, or is compared with what it can never equal.",
      "not-allowed": "A value is none of those the key takes.",
      "not-assignable": "A rule sets a key that only the program sets, or a path behind one.",
      "unknown-type": "A key is declared of a type that does not exist.",
      "site-key": "A rule sets a key that rules of the site alone answer.",
      "widens-permission": "A layer that may only narrow permissions tries to widen one.",
      "required-key": "A key that must be set was read where nobody set it.",
    ],
    "Syntax": [
      "syntax": "The text does not follow the grammar of rules.",
      "unused-when": "A `when` block holds no rules.",
      "bad-allow": "A comment allows a lint that does not exist, or gives no reason.",
      "turned-text": "A character turns the direction of text, so that it looks like another.",
      "more-faults": "A file has so many faults that the rest is only counted.",
    ],
    "Files": [
      "include": "A file cannot be included.",
      "include-cycle": "Files include each other.",
      "too-deep": "Files include each other too deep.",
      "no-file": "A file is missing or no regular file.",
      "no-access": "A file may not be read.",
      "is-directory": "A directory stands for a file.",
      "not-text": "A file holds a zero byte.",
      "not-utf8": "A file is not UTF-8, but UTF-16 or an older encoding.",
      "too-long": "A file is too long.",
      "unreadable": "A file cannot be read.",
    ],
  ]
}
