/// The candidate that `name` was most likely meant to be; `nil` when none is near enough.
///
/// A name that differs only in case wins, then the fewest edits (insert, delete, replace, swap neighbours), then the
/// earliest candidate. Up to a third of the letters may be wrong, one letter in short names.
public func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars)
  guard !wanted.isEmpty else { return nil }
  let limit = wanted.count < 2 ? 0 : max(1, wanted.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in candidates where candidate != name {
    let letters = Array(candidate.lowercased().unicodeScalars)
    let allowed = min(limit, (best?.distance ?? limit + 1) - 1)
    guard abs(letters.count - wanted.count) <= allowed else { continue }
    let distance = editDistance(wanted, letters)
    if distance <= allowed { best = (candidate, distance) }
  }
  return best?.name
}

/// How many single-letter edits lie between two texts; swapping two neighbours counts as one.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var cost = previous[column] + (letter == other ? 0 : 1)
      cost = min(cost, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        cost = min(cost, beforePrevious[column - 1] + 1)
      }
      current.append(cost)
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[right.count]
}
