/// A map from row keys to entry indexes, fast for keys in ascending order.
///
/// Ascending keys are appended to a sorted array. A hash table replaces it at the first key out of order, or the first changed
/// entry.
struct RowEntryIndex {
  /// The numbers of rows in their order, with the entry of each.
  private var sorted: [(key: Int64, entry: Int)] = []
  /// The entries from the first row on that did not come so.
  private var hashed: [Int64: Int]?

  mutating func reserveCapacity(_ count: Int) { sorted.reserveCapacity(count) }

  /// Adds the entry of a row that has none.
  /// - Returns: the one that it has.
  mutating func add(_ entry: Int, at key: Int64) -> Int? {
    if hashed == nil {
      if sorted.last.map({ $0.key < key }) ?? true {
        sorted.append((key, entry))
        return nil
      }
      if let known = sorted.last, known.key == key { return known.entry }
      hash()
    }
    if let known = hashed?[key] { return known }
    hashed?[key] = entry
    return nil
  }

  /// The entry of a row is this one from now on, or none.
  mutating func set(_ entry: Int?, at key: Int64) {
    if hashed == nil { hash() }
    hashed?[key] = entry
  }

  private mutating func hash() {
    var entries: [Int64: Int] = [:]
    entries.reserveCapacity(sorted.capacity)
    for (key, entry) in sorted { entries[key] = entry }
    (hashed, sorted) = (entries, [])
  }
}
