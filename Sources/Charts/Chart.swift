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
  }

  /// A key of groups, or the beginning of a range, and its label.
  package struct Category: Sendable, Hashable {
    package let value: Value
    package let text: String

    /// A category that is shown as `text`.
    package init(value: Value, text: String) {
      (self.value, self.text) = (value, text)
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
      self.init(name, values, infinite: Dictionary(uniqueKeysWithValues: places))
    }

    fileprivate init(_ name: String, _ values: [Double?], infinite: [Int: Double]) {
      (self.name, self.infinite) = (name, infinite)
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
    (self.title, self.categories) = (title, categories)
    self.series = series.map { series in
      let missing = max(categories.count - series.values.count, 0)
      let values = series.values + Array(repeating: nil, count: missing)
      return Series(
        series.name,
        Array(values.prefix(categories.count)),
        infinite: series.infinite.filter { $0.key < categories.count }
      )
    }
    let places = CategoryPlaces(categories)
    switch places {
    case _ where kind != nil: self.kind = kind ?? .bar
    case .dates: self.kind = .line
    case .numbers(let numbers):
      let isAscending = zip(numbers, numbers.dropFirst()).allSatisfy { first, second in
        first.map { first in second.map { first < $0 } ?? true } ?? true
      }
      self.kind = isAscending && numbers.count > 1 ? .histogram : .bar
    case .names: self.kind = .bar
    }
  }
}

extension Chart {
  /// The rows that all bars need, up to 500; 0 for pictures that fit any height.
  package var fittingHeight: Int {
    guard drawnKind == .bar else { return 0 }
    let series = min(series.count, CharacterCanvas.seriesLimit)
    // A title, an axis of two rows, and perhaps a legend and a note.
    return min(categories.count * series + (series > 1 ? 5 : 4), 500)
  }
}
