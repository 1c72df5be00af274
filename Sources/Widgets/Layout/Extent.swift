/// Cells in a row or rows below each other, as somebody asks for them.
nonisolated enum Extent {
  /// More than any screen has, and little enough to be added up.
  private static let longest = 10_000

  /// Returns `wanted` limited to a range that can be added up safely.
  static func limited(_ wanted: Int) -> Int { min(max(wanted, 0), longest) }
}
