import Synchronization

/// A lazily computed, thread-safe text, such as the shown name of an entity or attribute.
final class LazyText: Sendable {
  private let cell = Mutex<String?>(nil)

  /// The text, made by `make` the first time.
  func text(_ make: () -> String) -> String {
    if let text = cell.withLock({ $0 }) { return text }
    let text = make()
    cell.withLock { $0 = text }
    return text
  }
}
