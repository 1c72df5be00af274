import FoundationEssentials

/// Base64 decoding and encoding for `data` values in property lists.
enum Base64 {
  /// The bytes that `text` stands for, white space aside; `nil` when it is no base 64.
  static func decoded(_ text: String) -> [UInt8]? {
    Data(base64Encoded: Data(text.utf8.filter { !isSpace($0) })).map(Array.init)
  }

  /// The text of `bytes`, in lines of 76 characters.
  static func lines(of bytes: [UInt8]) -> [Substring] {
    let options: Data.Base64EncodingOptions = [.lineLength76Characters, .endLineWithLineFeed]
    return Data(bytes).base64EncodedString(options: options).split(separator: "\n")
  }
}
