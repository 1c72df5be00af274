/// The common part of catalog pages, rows and components: their summary and the keys they read, with methods that set both.
protocol CatalogEntry {
  var summary: String { get set }
  var reads: Set<String>? { get set }
}

extension CatalogEntry {
  /// Returns the entry with a sentence that states its purpose.
  func saying(_ summary: String) -> Self {
    var entry = self
    entry.summary = summary
    return entry
  }

  /// Returns the entry with the keys that it reads.
  func reading(_ keys: Set<String>) -> Self {
    var entry = self
    entry.reads = keys
    return entry
  }
}

extension Component: CatalogEntry {}
extension RowComponent: CatalogEntry {}
