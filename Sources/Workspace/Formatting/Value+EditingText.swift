package import EntityModel
import Formatting
package import Qualifiers

nonisolated extension Value {
  /// The value as it stands in a field: nothing grouped, nothing cut.
  package func editingText(for attribute: Attribute, _ locale: LocaleName) -> String {
    let text = editingText(for: attribute)
    // An application's own type writes and reads its values itself, in all languages alike.
    guard attribute.definition.customType == nil else { return text }
    switch (self, attribute.type.kind) {
    case (.double, .number), (.double, .decimal), (.decimal, .decimal), (.decimal, .number),
      (.double, .integer):
      return locale.numbers.written(text)
    default: return text
    }
  }

  private func editingText(for attribute: Attribute) -> String {
    // What people read, as long as it is read again.
    if let type = attribute.definition.customType, let text = type.text(self),
      type.value(text) == self
    {
      return text
    }
    return switch (self, attribute.type.kind) {
    case (.null, _): ""
    case (.date, .date): civilTime?.dayText ?? description
    case (.date, .time): civilTime?.exactTimeText ?? description
    case (.decimal, .decimal): amountText(places: attribute.definition.scale ?? 0)
    case (.double, .number) where attribute.definition.scale != nil,
      (.double, .decimal) where attribute.definition.scale != nil:
      amountText(places: attribute.definition.scale ?? 0)
    case (.date, _): civilTime.map { "\($0.dayText) \($0.exactTimeText)" } ?? description
    case (.bool(let truth), _): truth ? "yes" : "no"
    default: description
    }
  }

  /// `0.1` as `0.10` where the column has two places; digits that only the binary fraction has are none of the amount
  /// where without them it has no more places than are declared.
  private func amountText(places: Int) -> String {
    let amount = NumberText.plain(self) ?? description
    let amountPlaces = amount.firstIndex(of: ".").map { amount[$0...].count - 1 } ?? 0
    return (amountPlaces <= places ? amount : description).padded(places: places)
  }
}

nonisolated extension String {
  fileprivate func padded(places: Int) -> String {
    let text = self
    let digits = text.firstIndex(of: ".").map { text[$0...].count - 1 } ?? 0
    guard digits < places, !text.contains(where: \.isLetter) else { return text }
    return text + (digits == 0 ? "." : "") + String(repeating: "0", count: places - digits)
  }
}
