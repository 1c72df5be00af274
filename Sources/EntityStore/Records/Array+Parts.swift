extension Array {
  /// The elements in stretches of at most `length`.
  package func parts(of length: Int) -> [[Element]] {
    stride(from: 0, to: count, by: length).map { Array(self[$0..<Swift.min($0 + length, count)]) }
  }
}
