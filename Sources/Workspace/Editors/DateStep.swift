package import EntityModel
import Formatting
import Qualifiers
package import RuleEnvironment
import StandardKeys

/// The stepping of a date field: it increments or decrements the part under the cursor, such as the day or the hour.
package struct DateStep {
  private let attribute: Attribute
  private let locale: LocaleName

  /// `nil` for an attribute that holds no days and times, or those of an application's own type.
  package init?(_ attribute: Attribute, in scope: EnvironmentValues) {
    guard attribute.type.kind.isTime,
      attribute.definition.customType == nil
    else { return nil }
    (self.attribute, locale) = (attribute, scope[MiscKeys.shared.locale])
  }

  /// The text as fields show such values, so many steps of the part at `place` on, which stays where it is; from an empty field
  /// now.
  ///
  /// `nil` for a text that is no day or time.
  package func callAsFunction(_ text: String, at place: Int, by count: Int) -> String? {
    let now = WallClock.now(for: attribute)
    guard !text.isEmpty else {
      let moment = attribute.type.kind == .date ? now.startOfDay : now
      return Value.date(moment).editingText(for: attribute, locale)
    }
    let plain = locale.plainText(ofInput: text, for: attribute)
    guard let value = try? attribute.value(ofInput: plain, now: now), case .date(let date) = value
    else { return nil }
    let written = value.editingText(for: attribute, locale)
    let unit = text == written ? unit(in: Array(written.utf8), at: place) : smallest
    return date.adding(DateOffset(count, unit)).map {
      Value.date($0).editingText(for: attribute, locale)
    }
  }

  private var smallest: DateOffset.Unit { attribute.type.kind == .date ? .days : .minutes }

  /// The part on which a place is: parts follow each other behind the signs between them.
  private func unit(in text: [UInt8], at place: Int) -> DateOffset.Unit {
    let units: [DateOffset.Unit] =
      attribute.type.kind == .time
      ? [.hours, .minutes, .seconds] : [.years, .months, .days, .hours, .minutes, .seconds]
    // A sign at the beginning belongs to the year.
    let part = text.prefix(place).dropFirst().count { $0 &- 0x30 > 9 }
    return units[min(part, units.count - 1)]
  }
}
