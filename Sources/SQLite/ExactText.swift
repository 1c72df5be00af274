/// A text as its bytes, for tables by the text of statements: such that are equal in Unicode may be two statements.
public struct ExactText: Sendable, Hashable {
  /// The text.
  public let text: String

  /// A text.
  public init(_ text: String) { self.text = text }

  /// Whether both are the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
