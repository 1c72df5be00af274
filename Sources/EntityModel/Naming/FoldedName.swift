import Qualifiers

/// The name of a table or column as databases compare it: byte by byte, with A to Z in small letters.
///
/// Texts of Swift are equal when they are canonically equivalent in Unicode; names of tables are not: two may both
/// be called `café`, with one letter at the end and with two.
package struct FoldedName: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name with A to Z in small letters and everything else as it is.
  package let text: String

  /// The name as it stands.
  package init(_ name: String) {
    text = String(
      decoding: name.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self
    )
  }

  /// A name in the program's text.
  package init(stringLiteral value: String) { self.init(value) }

  /// Whether a database takes both for the same name.
  package static func == (left: Self, right: Self) -> Bool { left.text.isExactly(right.text) }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// The text as a name is compared.
  package var folded: FoldedName { FoldedName(self) }

  /// Whether both are the same bytes.
  package func isExactly(_ other: some StringProtocol) -> Bool { hasSameBytes(as: other) }
}
