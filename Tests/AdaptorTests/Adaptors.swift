import AdaptorSuite
import EntityStore
import MemoryStore
import PlantedStore

/// The kinds of databases that all tests of adaptors run on; a further one is a further line.
let adaptors: [AdaptorUnderTest] = [
  .sqlite,
  .memory,
  .planted,
]

extension AdaptorUnderTest {
  /// Files of SQLite, as the reference itself is.
  static let sqlite = AdaptorUnderTest("SQLite") { $0.store }
}
