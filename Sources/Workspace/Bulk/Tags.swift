package import EntityStore

/// The rows of a list that the user has tagged for a bulk command: single rows, or all rows of a fetch with some excluded.
package struct Tags {
  /// The tagged rows, or where there is a ``base`` those of it that are not, each with its place in the order of tagging.
  private var places: [RecordID: Int] = [:]
  private var nextPlace = 0
  /// The fetch of which all rows but some are tagged; `nil` where each was tagged for itself.
  package private(set) var base: FetchSpecification?

  package init() {}

  /// Whether nothing is tagged.
  package var isEmpty: Bool { base == nil && places.isEmpty }
  /// The rows that were tagged, or left out, one by one, in that order.
  package var ids: [RecordID] { places.sorted { $0.value < $1.value }.map(\.key) }
  /// How many those are.
  package var idCount: Int { places.count }

  package func contains(_ id: RecordID) -> Bool { (places[id] != nil) != (base != nil) }

  package mutating func toggle(_ id: RecordID) {
    if places.removeValue(forKey: id) != nil { return }
    places[id] = nextPlace
    nextPlace += 1
  }

  /// Whether the same rows are tagged as in an earlier state of these tags.
  package func areUnchanged(since earlier: Tags) -> Bool {
    (base, places.count, nextPlace) == (earlier.base, earlier.places.count, earlier.nextPlace)
  }

  /// Tags all rows of a fetch, without reading them.
  package mutating func tagAll(of fetch: FetchSpecification) {
    clear()
    base = fetch.ofSameRows
  }

  /// Tags of the rows of a fetch those that were not, and no others.
  package mutating func invert(within fetch: FetchSpecification) {
    base = base == nil ? fetch.ofSameRows : nil
  }

  package mutating func clear() { self = Tags() }

  /// Tags these rows in place of a fetch that is left.
  package mutating func settle(on ids: [RecordID]) {
    clear()
    for id in ids { toggle(id) }
  }

  /// Takes over the identities that rows have now.
  package mutating func rename(_ newID: (RecordID) -> RecordID?) {
    places = Dictionary(places.map { (newID($0) ?? $0, $1) }) { first, _ in first }
  }

  /// Forgets rows that are gone.
  package mutating func keep(only there: Set<RecordID>) {
    places = places.filter { there.contains($0.key) }
  }

  /// Whether another fetch, whose rows all are such, would leave it open which of them are tagged.
  package func isLost(in fetch: FetchSpecification) -> Bool {
    guard let base, base.qualifier != nil || base.fetchLimit != nil else { return false }
    return base != fetch.ofSameRows
  }

  /// Whether all of a fetch but some are tagged, of which there are no more than `count` rows, and so none.
  package func areNone(of fetch: FetchSpecification, count: Int) -> Bool {
    base == fetch.ofSameRows && count <= idCount
  }

  /// `3 tagged`, `all tagged`, `all but 3 tagged`; nothing where none is.
  package var summary: String {
    guard !isEmpty else { return "" }
    guard base != nil else { return "\(NumberText.count(idCount)) tagged" }
    return idCount == 0 ? "all tagged" : "all but \(NumberText.count(idCount)) tagged"
  }
}

extension FetchSpecification {
  /// A copy of the fetch that selects the same rows and fetches only their ids, for comparing two fetches.
  ///
  /// The order is dropped too, unless a limit makes it decide which rows are fetched.
  fileprivate var ofSameRows: FetchSpecification {
    var rows = unordered
    (rows.maximumLength, rows.prefetchingKeyPaths) = (nil, [])
    return rows
  }
}
