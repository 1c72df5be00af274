import Diagnostics
import Pages
import Workspace

/// How numbers and days are written in every locale that is known, as text, JSON and the page `docs/DateForms.md`.
struct LocaleListing: Listing {
  var json: JSON {
    .array(
      DateForms.all.map { forms in
        [
          "name": .string(forms.name),
          "number": .string(forms.number),
          "firstWeekday": .string(forms.firstWeekday),
          "dayForms": .array((DateForms.everywhere + forms.dayForms).map(JSON.string)),
        ]
      }
    )
  }

  var text: String {
    let head =
      "3 April 2024 everywhere, typed on the 1st: \(DateForms.everywhere.joined(separator: ", "))\n"
    return head
      + DateForms.all.map { forms in
        let (number, week) = (forms.number.filled(to: 10), forms.firstWeekday.filled(to: 10))
        return
          "\(forms.name.filled(to: 6))\(number)\(week)\(forms.dayForms.joined(separator: "  "))\n"
      }.joined()
  }

  var markdown: String {
    """
    # Days and numbers by language

    <!-- Made by `\(ProgramName.current) locales --format markdown`; a test fails when it is stale. -->

    The key `locale` says the language. What is typed into a field for days is read so, and what it means stands beside
    it. Everywhere these are 3 April 2024, typed on the 1st of that month:

    \(Self.marked(DateForms.everywhere))

    `today`, `tomorrow`, `yesterday`, `+3d` and `-1w` count from the day on which they are typed. A year of two digits
    is one from 1969 to 2068, a day without a year one of this year. In a field F4 opens the month.

    | locale | a number | weeks begin with | 3 April 2024 too |
    |---|---|---|---|

    """
      + DateForms.all.map { forms in
        "| `\(forms.name)` | `\(forms.number)` | \(forms.firstWeekday) | \(Self.marked(forms.dayForms)) |\n"
      }.joined()
  }

  private static func marked(_ forms: [String]) -> String {
    forms.map { "`\($0)`" }.joined(separator: " ")
  }
}
