import Diagnostics
import RuleEngine

/// Every kind of mistake that `d2t rules check` finds, as text, JSON and the page `docs/Lints.md`.
struct FaultListing: Listing {
  private var groups: [(name: String, members: [FaultKind])] { FaultKind.all.groups(by: \.group) }

  var json: JSON {
    .array(
      FaultKind.all.map { kind in
        ["id": .string(kind.id), "group": .string(kind.group), "summary": .string(kind.summary)]
      }
    )
  }

  var text: String {
    groups.map { group in
      "\(group.name)\n"
        + group.members.map { "  \($0.id.filled(to: 24))\($0.summary)\n" }.joined()
    }.joined(separator: "\n")
  }

  var markdown: String {
    """
    # What `\(ProgramName.current) rules check` finds

    <!-- Made by `\(ProgramName.current) rules lints --format markdown`; a test fails when it is stale. -->

    Each fault is printed with file, line, column, the source with a caret, and what to do. Errors end `\(ProgramName.current) rules check`
    with 2, warnings only with `--strict`. A rule with an error is left out, or denies where it is for a right; the others
    count, and the program says that there are faults (`⚠ 2 rule faults (!)`; `!` shows them).


    """
      + groups.map { group in
        "## \(group.name)\n\n| id | what is wrong |\n|---|---|\n"
          + group.members.map { "| `\($0.id)` | \($0.summary) |\n" }.joined()
      }.joined(separator: "\n")
  }
}
