extension RandomAccessCollection {
  /// How many elements there are in front for which `isBefore` holds; it holds for none behind them.
  @inlinable
  package func countBefore(_ isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[index(startIndex, offsetBy: middle)]) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
