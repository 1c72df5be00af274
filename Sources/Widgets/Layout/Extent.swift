/// A limit on the lengths that views request, in cells or rows, so that they can be added without overflow.
nonisolated enum Extent {
  /// More than any screen has, and little enough to be added up.
  private static let longest = 10_000

  /// Returns `wanted` limited to a range that can be added up safely.
  static func limited(_ wanted: Int) -> Int { min(max(wanted, 0), longest) }
}
