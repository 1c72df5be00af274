package import EntityModel
import Formatting
import FoundationEssentials
package import Qualifiers
import StandardKeys

// What is typed is read as lists show it: `1.234,56` in German, `3/4/2024` in American English.
nonisolated extension LocaleName {
  /// A text that is typed for `attribute` as programs write it; what is no number or day here stays.
  package func plainText(ofInput text: String, for attribute: Attribute) -> String {
    switch attribute.type.kind {
    case .integer, .number, .decimal: numbers.plainText(of: text) ?? text
    case .date, .timestamp: pointedDay(text) ?? pointedDayOfThisYear(text) ?? text
    default: text
    }
  }

  /// A text that is typed for `attribute`, written as programs, fields or lists write it, as programs write it.
  ///
  /// A text is meant as it stands, and so is what fields show.
  package func plainText(
    ofTyped text: String,
    for attribute: Attribute,
    by formatter: Formatter?,
    _ context: FormatContext
  ) -> String {
    if !isEditingText(text, for: attribute), let read = formatter?.reading(text, context) {
      return read
    }
    return plainText(ofInput: text, for: attribute)
  }

  /// Whether a text is written as a field shows the values of `attribute`, whatever formatter lists show them by.
  package func isEditingText(_ text: String, for attribute: Attribute) -> Bool {
    switch attribute.type.kind {
    case .integer, .number, .decimal:
      let signs = "+-eE" + numbers.point
      return text.allSatisfy { $0.isASCII && $0.isNumber || signs.contains($0) }
    case .date, .timestamp: return Date(dayAndTime: text) != nil
    case .time: return Date(wallClock: "1970-01-01 \(text)") != nil
    case .bool:
      do { return try attribute.value(ofInput: text).isNull == false } catch { return false }
    default: return true
    }
  }

  /// The value of a text that is compared with those of `attribute`; `nil` for one that is meant as it stands.
  ///
  /// A quoted value is a text if the attribute holds texts as well as numbers.
  package func value(
    ofCompared text: String,
    with attribute: Attribute,
    isQuoted: Bool = true
  ) -> Value? {
    let plain = plainText(ofInput: text, for: attribute)
    if let value = attribute.definition.customType?.value(text) { return value }
    switch attribute.type.kind {
    case .integer, .number, .decimal:
      guard plain != text else { return nil }
      // What is counted may be compared with a fraction.
      return Value(number: plain)
    case .any: return isQuoted ? nil : numbers.plainText(of: text).flatMap(Value.init(number:))
    case .date, .timestamp:
      guard Date(moment: text) == nil else {
        // A time beside a day is the same however a text writes it, and a moment whatever its offset.
        if let date = Date(wallClock: text), date.keepsDigits(of: text) { return .date(date) }
        guard attribute.keepsMoments else { return nil }
        return Date(moment: text).map { .date($0) }
      }
      // Within a day there are moments, and a column of days may hold some of them as texts.
      if attribute.type.kind == .date,
        let day = DateInput(plain, now: WallClock.now(for: attribute))
      {
        return .date(day.date)
      }
    case .time: break
    default: return nil
    }
    do { return try attribute.value(ofInput: plain, now: WallClock.now(for: attribute)) } catch {
      return nil
    }
  }

  /// Other ways in which lists write a number or a day: `1 234` for `1234`, `2024-04-03` for `3.4.2024`.
  package func otherWritings(of text: String) -> [String] {
    var texts: [String] = []
    if blanksGroupDigits(in: text),
      let plain = numbers.plainText(of: text) ?? NumberStyle.plain.plainText(of: text),
      plain.utf8.count <= 30, let number = Decimal(string: plain)
    {
      let values = [Value.decimal(number)] + [Double(plain)].compactMap { $0.map(Value.double) }
      texts += values.map {
        NumberText.grouped($0, places: nil, exact: true, numbers) ?? plain
      }
      texts.append(plain)
    }
    if let day = DateInput(pointedDay(text) ?? text, now: WallClock.now(for: nil)) {
      let time = CivilTime(day.date)
      texts.append(text.contains(":") ? "\(time.dayText) \(time.timeText)" : time.dayText)
    }
    var seen: Set<String> = [text]
    return texts.filter { seen.insert($0).inserted }
  }

  /// Whether each blank of a number has three digits behind it: another one is looked for as it stands.
  private func blanksGroupDigits(in text: String) -> Bool {
    let parts = text.split(
      omittingEmptySubsequences: false,
      whereSeparator: NumberStyle.isBlankGroup
    )
    return parts[0].last?.isNumber == true
      && parts.dropFirst().allSatisfy { $0.prefix(while: \.isNumber).count == 3 }
  }

  /// `3/4/2024` as `3.4.2024`, or `4.3.2024` where the month stands first; `nil` for what is written otherwise.
  private func pointedDay(_ text: String) -> String? {
    guard let isMonthFirst else { return nil }
    let day = text.prefix { $0 != " " }
    let parts = day.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
    guard parts.count == 3, (1...2).contains(parts[0].count), (1...2).contains(parts[1].count),
      parts[2].count == 4 || parts[2].count == 2
    else { return nil }
    let (first, second) = isMonthFirst ? (parts[1], parts[0]) : (parts[0], parts[1])
    return "\(first).\(second).\(parts[2])" + text.dropFirst(day.count)
  }

  /// `3/4` as `3.4.`, or `4.3.` where the month stands first.
  private func pointedDayOfThisYear(_ text: String) -> String? {
    guard let isMonthFirst else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) }) else { return nil }
    return isMonthFirst ? "\(parts[1]).\(parts[0])." : "\(parts[0]).\(parts[1])."
  }

  /// Whether a number in a field could be read in another way too, or is not written as lists write it.
  package func mayBeMisread(_ text: String) -> Bool {
    let signs = text.filter { $0 == "." || $0 == "," }
    return !signs.isEmpty && String(signs) != numbers.point
  }
}
