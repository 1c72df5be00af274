package import Diagnostics

/// The keys and values of a property list's dictionary, in the order of the file.
package struct PropertyListDictionary: Sendable {
  /// A key and its value.
  package struct Entry: Sendable {
    /// The key.
    package var key: String
    /// The position of the key in the source text.
    package var keySpan: SourceSpan
    /// The value.
    package var value: PropertyList

    /// A key and its value.
    package init(_ key: String, _ value: PropertyList, keySpan: SourceSpan = SourceSpan(0, 0)) {
      (self.key, self.value, self.keySpan) = (key, value, keySpan)
    }
  }

  /// All entries in the order of the file; a key that was written twice is here twice.
  package private(set) var entries: [Entry]
  /// The index of each key's last entry; `nil` for short dictionaries, which are searched linearly.
  private var places: [String: Int]?

  private static let searchedLength = 16

  /// A dictionary with these entries; of equal keys the last counts.
  package init(_ entries: [Entry] = []) {
    self.entries = entries
    guard entries.count > Self.searchedLength else { return }
    places = Dictionary(entries.indices.map { (entries[$0].key, $0) }) { $1 }
  }

  /// The value of `key`.
  package subscript(key: String) -> PropertyList? { entry(of: key)?.value }

  /// The entry of `key`.
  package func entry(of key: String) -> Entry? {
    if let places { return places[key].map { entries[$0] } }
    return entries.last { $0.key == key }
  }

  /// The keys that were written more than once, each with its later entries.
  package var repetitions: [Entry] {
    var seen: Set<String> = []
    return entries.filter { !seen.insert($0.key).inserted }
  }
}

extension PropertyListDictionary: Equatable {
  /// Whether both hold the same entries in the same order.
  package static func == (left: Self, right: Self) -> Bool {
    left.entries.elementsEqual(right.entries) {
      $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value
    }
  }
}
