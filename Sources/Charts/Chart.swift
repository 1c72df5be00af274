package import Qualifiers

/// Numbers by categories, with the kind of picture that they are drawn as.
package struct Chart: Sendable, Hashable {
  /// The kinds of pictures, as they are written in rules and commands.
  package enum Kind: String, CaseIterable, Sendable {
    /// Horizontal bars, one below another.
    case bar
    /// Vertical bars, side by side.
    case column
    /// Points joined in their order, such as sums over dates.
    case line
    /// Points at the number of their category.
    case scatter
    /// Columns without gaps, as wide as their ranges.
    case histogram
    /// Days or months as shades.
    case calendar

    /// The names of kinds, as a sentence lists them.
    package static func names(_ kinds: [Kind] = allCases) -> String {
      kinds.map(\.rawValue).joined(separator: ", ")
    }
  }

  /// A key of groups, or the beginning of a range, and its label.
  package struct Category: Sendable, Hashable {
    package let value: Value
    package let text: String

    /// A category that is shown as `text`; a label stands for its value, which has no distance from others.
    package init(value: Value, text: String, isLabelled: Bool = false) {
      (self.value, self.text) = (isLabelled && !value.isNull ? .string(text) : value, text)
    }
  }

  /// Numbers of one name, one for each category; `nil` leaves a gap.
  package struct Series: Sendable, Hashable {
    package let name: String
    package let values: [Double?]
    /// The infinite numbers by the place of their category, which are told below the drawing.
    let infinite: [Int: Double]

    /// A series of numbers; those that are not finite leave a gap as well.
    package init(name: String, values: [Double?]) {
      let places = values.enumerated().compactMap { place, value in
        value.flatMap { $0.isInfinite ? (place, $0) : nil }
      }
      (self.name, infinite) = (name, Dictionary(uniqueKeysWithValues: places))
      self.values = values.map { $0.flatMap { $0.isFinite ? $0 : nil } }
    }
  }

  package var kind: Kind
  package var title: String
  /// Whether the numbers are estimated from a sample, which the title says.
  package var isEstimate = false
  package let categories: [Category]
  package let series: [Series]

  /// A chart of one kind; each series has a number, or a gap, for each category.
  ///
  /// Without a kind, dates are joined by a line, ascending numbers are the beginnings of ranges, and all else has bars.
  package init(_ kind: Kind?, title: String, categories: [Category], series: [Series]) {
    (self.title, self.categories, self.series) = (title, categories, series)
    self.kind =
      switch CategoryPlaces(categories) {
      case _ where kind != nil: kind ?? .bar
      case .dates: .line
      case .numbers(let numbers) where numbers.count > 1 && numbers.isAscending: .histogram
      case .numbers, .names: .bar
      }
  }
}

extension [Double?] {
  /// Whether each number is greater than the one before.
  fileprivate var isAscending: Bool {
    zip(compactMap(\.self), compactMap(\.self).dropFirst()).allSatisfy(<)
  }
}

extension Chart {
  /// The number of series that are told apart.
  static let seriesLimit = 8

  /// The rows that all bars need, up to 500; 0 for pictures that fit any height.
  package var fittingHeight: Int {
    guard drawnKind == .bar else { return 0 }
    let series = min(series.count, Self.seriesLimit)
    // A title, an axis of two rows, and perhaps a legend and a note.
    return min(categories.count * series + (series > 1 ? 5 : 4), 500)
  }
}
