import EntityModel
import RuleEnvironment
import StandardKeys
import Terminal

extension ListModel {
  /// The cells of a screen in which a list is still of use: its first columns side by side, as narrow as they may be.
  ///
  /// The width by declarations and some sampled rows, which stays the same while the user scrolls.
  /// - Parameters:
  ///   - count: How many columns it is to keep, if it has them.
  ///   - isWhole: Whether most values are to be seen whole.
  /// - Returns: A number of cells.
  func usefulWidth(columns count: Int, isWhole: Bool = false) -> Int {
    let first = columns.prefix(count)
    let widths = first.enumerated().map {
      max($1.usualWidth(isFirst: $0 == 0), isWhole ? $1.generousWidth : 0)
    }
    // The cursor before the columns, two cells between them, and the sign that there are more.
    return widths.reduce(4) { $0 + $1 + 2 }
  }

  /// Returns how many of the first columns stand side by side in so many cells, at least one.
  func columnCount(fitting width: Int) -> Int {
    var used = 4
    let first = columns.enumerated().prefix { number, column in
      used += column.usualWidth(isFirst: number == 0) + 2
      return used <= width
    }
    return max(1, first.count)
  }
}

extension ListModel.Column {
  /// The cells that its values usually take, or its title where that is wider, up to where both may be cut.
  fileprivate func usualWidth(isFirst: Bool) -> Int {
    if let width { return min(max(width, 1), 1_000) }
    let heading = min(TextWidth.cells(of: title), 10)
    return max(
      heading,
      scope.isColumnIndivisible ? contentWidth : min(contentWidth, isFirst ? 18 : 14)
    )
  }

  /// The cells in which all but few values are whole.
  fileprivate var generousWidth: Int {
    width == nil && !scope.isColumnIndivisible ? min(contentWidth * 5 / 4, 40) : 0
  }

  private var contentWidth: Int {
    if let relationship = scope[ModelKeys.shared.relationship] {
      guard !relationship.isToMany, let destination = relationship.destination else { return 4 }
      let names = destination.shownLabelKeys.compactMap { destination.attribute(named: $0) }
      return names.reduce(4) { $0 + $1.usualLength }
    }
    return scope[ModelKeys.shared.attribute]?.usualLength ?? 8
  }
}

extension Attribute {
  /// The characters that its values usually have.
  fileprivate var usualLength: Int {
    type.traits.usualLength ?? evidence.map { $0.textCount > 0 ? $0.medianLength : 8 } ?? 12
  }
}
