package import EntityModel
package import EntityStore
package import Qualifiers

/// The kind of text a formatter produces: plain, number, amount, date or unknown.
///
/// A text search uses it to decide which stored values can match without formatting each one.
package nonisolated enum FormatterOutputKind: Sendable {
  /// Nothing: each value is written to be looked at.
  case unknown
  /// Texts and numbers as they are.
  case plain
  /// Numbers with all their digits; with `padded` as many behind the point as the column declares.
  case number(padded: Bool)
  /// Numbers rounded or counted in something else, with these characters besides; texts as they are.
  case amount(besides: String)
  /// Dates and times, also those that are read from texts.
  case date

  /// Digits and what else Swift writes of a number.
  private static let digits = "0123456789.-+einfa"

  /// How values of `attribute` are written by `text`.
  package func writing(
    of attribute: Attribute,
    _ context: FormatContext,
    _ text: @escaping @Sendable (Value) -> String
  ) -> SearchColumn.Writing {
    let isDate = attribute.type.kind.isTime
    let isBool = attribute.type.kind == .bool
    let style = context.numbers.group + context.numbers.point
    let digits: SearchColumn.Writing.Digits
    switch self {
    case .unknown: return SearchColumn.Writing(text: text)
    case .plain where isDate: digits = .changed(alphabet: Self.digits + " :T")
    case .plain where isBool, .number where isBool:
      digits = .changed(alphabet: Self.digits + style + "truefalse")
    // A whole number in a column of fractions may be written with one.
    case .plain: digits = .kept(alphabet: Self.digits, zeros: 1)
    case .number where isDate: return SearchColumn.Writing(text: text)
    case .number(let isPadded):
      let places = isPadded ? min(max(context.attribute?.definition.scale ?? 0, 0), 40) : 0
      digits = .kept(alphabet: Self.digits + style, zeros: places)
    case .amount where isDate: return SearchColumn.Writing(text: text)
    case .amount(let besides):
      digits = .changed(alphabet: Self.digits + style + besides + (isBool ? "truefalse" : ""))
    case .date:
      digits = isBool ? .unknown : .kept(alphabet: Self.digits + " :", zeros: isDate ? 0 : 1)
    }
    let keepsText = if case .date = self { false } else { true }
    return SearchColumn.Writing(keepsText: keepsText, digits: digits, text: text)
  }
}
