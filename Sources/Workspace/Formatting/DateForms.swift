import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers

/// Examples of how numbers and dates may be written in a locale, for the `d2t` subcommand that lists locales.
package nonisolated struct DateForms {
  /// The languages, and the regions that write otherwise than their language does elsewhere.
  package static let all = names.compactMap(DateForms.init)

  private static let names =
    ["C"] + LocaleName.languages
    + ["ar_MA", "de_CH", "en_CA", "en_GB", "en_PH", "en_US", "es_MX", "pt_BR", "pt_PT", "zh_TW"]

  /// The day that the forms stand for, and the one on which they are typed.
  package static let (day, today) = ("2024-04-03", "2024-04-01")
  /// The ways to write ``day`` that every locale reads alike.
  package static let everywhere = [
    "2024-04-03", "2024/4/3", "20240403", "3.4.2024", "3.4.24", "3.4.", "+2", "+2d", "tomorrow +1",
  ]
  private static let others = [
    "3/4/2024", "3/4/24", "3/4", "3-4-2024", "4/3/2024", "4/3/24", "4/3", "4-3-2024",
  ]
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// The name of the locale in rules.
  package let name: String
  private let locale: LocaleName

  /// The forms of a locale; `nil` for one that is not known.
  package init?(_ name: String) {
    guard let locale = LocaleName.convert(.string(name)) else { return nil }
    (self.name, self.locale) = (name, locale)
  }

  /// The ambiguous forms, such as `3/4/2024`, that this locale reads as ``day``.
  package var dayForms: [String] { Self.others.filter { read($0) == Self.day } }

  /// The day for which a text stands when it is typed on ``today``; `nil` for none.
  package func read(_ text: String) -> String? {
    guard let now = Date(wallClock: Self.today) else { return nil }
    let plain = locale.plainText(ofInput: text, for: Self.attribute)
    do throws(InputProblem) {
      let value = try Self.attribute.value(ofInput: plain, now: now)
      return value.civilTime?.dayText
    } catch { return nil }
  }

  private static let attribute = {
    var definition = Attribute.Definition(name: "day", columnName: "day")
    definition.type = .date
    return Attribute(definition)
  }()

  /// `12345.5` as lists show it.
  package var number: String {
    let number = Value.decimal(Decimal(123_455) / 10)
    return NumberText.grouped(number, places: nil, exact: true, locale.numbers) ?? ""
  }

  /// The day with which weeks begin.
  package var firstWeekday: String { Self.weekdays[locale.firstWeekday] }
}
