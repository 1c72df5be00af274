import Diagnostics

/// A parser that reads a text from start to end and stops at the first error.
protocol DocumentReader {
  var source: SourceText { get }
  var bytes: [UInt8] { get }
  var position: Int { get }
}

extension DocumentReader {
  /// The byte that is read next; `nil` at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private var here: SourceSpan {
    SourceSpan(min(position, bytes.count), min(position + 1, bytes.count))
  }

  /// A fault at `span`, or at what is read next.
  func fault(
    _ message: String,
    _ span: SourceSpan? = nil,
    suggestion: String? = nil
  ) -> MalformedDocument {
    MalformedDocument(message, in: source, at: span ?? here, suggestion: suggestion)
  }

  /// The fault of a text that ends too early: `inside …`, `where … was expected`.
  func ended(_ place: String) -> MalformedDocument {
    fault("the file ends \(place)", suggestion: MalformedDocument.cutSuggestion)
  }
}

/// Whether a byte of UTF-8 text is white space between the signs of a property list.
func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
