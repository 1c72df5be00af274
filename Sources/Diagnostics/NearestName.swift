/// The candidate that `name` was most likely meant to be; `nil` when none is near enough.
///
/// A name that differs only in case wins, then the fewest edits (insert, delete, replace, swap neighbours), then the
/// earliest candidate. Up to a third of the letters may be wrong, one letter in short names.
package func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
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

/// The candidate that `name` was most likely meant to be: the nearest, else the one that has its words and fewest others.
///
/// `isVisible` stands for `isPropertyVisible`. Of several with as few other words the first is taken, unless one word is
/// all that they have in common.
package func likelyName(by name: String, in candidates: some Sequence<String>) -> String? {
  let candidates = Array(candidates)
  if let near = nearestName(to: name, in: candidates) { return near }
  let wanted = words(of: name)
  guard wanted.joined().count > 2 else { return nil }
  var found: [(name: String, others: Int)] = []
  for candidate in candidates {
    let given = words(of: candidate)
    if wanted.count < given.count, contains(given, wanted) {
      found.append((candidate, given.count - wanted.count))
    }
  }
  guard let fewest = found.map(\.others).min() else { return nil }
  let best = found.filter { $0.others == fewest }
  return wanted.count > 1 || best.count == 1 ? best.first?.name : nil
}

/// Whether `given` has the words of `wanted` in their order.
private func contains(_ given: [String], _ wanted: [String]) -> Bool {
  var rest = given[...]
  for word in wanted {
    guard let place = rest.firstIndex(of: word) else { return false }
    rest = rest[(place + 1)...]
  }
  return true
}

/// The words of a name in small letters: `is`, `property`, `visible`.
private func words(of name: String) -> [String] {
  var words: [String] = []
  var isInside = false
  for character in name {
    guard character.isLetter || character.isNumber else {
      isInside = false
      continue
    }
    if !isInside || character.isUppercase { words.append("") }
    words[words.count - 1] += character.lowercased()
    isInside = true
  }
  return words
}

/// Returns up to twelve existing names for an error message, the most similar to `name` first.
///
/// `a, b, c`, or `a, b, c … (40 in all)`.
package func existingNames(nearestTo name: String, in candidates: [String]) -> String {
  let most = 12
  let wanted = Array(name.lowercased().unicodeScalars.prefix(80))
  let ranked = candidates.enumerated().map { place, candidate in
    let letters = Array(candidate.lowercased().unicodeScalars)
    return (name: candidate, distance: editDistance(wanted, letters), place: place)
  }
  let names = ranked.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }.prefix(most)
    .map(\.name).joined(separator: ", ")
  return candidates.count > most ? "\(names) … (\(candidates.count) in all)" : names
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
