/// A text compared and hashed by its bytes, as the key of caches by SQL text.
///
/// Texts that are equal in Unicode may be two different statements.
package struct BytewiseText: Sendable, Hashable {
  /// The text.
  package let text: String

  /// A text.
  package init(_ text: String) { self.text = text }

  /// Whether both are the same bytes.
  package static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
