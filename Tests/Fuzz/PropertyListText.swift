import Diagnostics
import PropertyLists

/// Property lists of all formats.
enum PropertyListText: FuzzTarget {
  static let name = "lists"

  static let pieces = [
    "{", "}", "(", ")", ";", ",", "=", " ", "\n", "\r", "\"", "'", "\"x\"", "a = b;", "(a, b)", "<",
    ">", "<0f>", "< ab c",
    "//", "/*", "*/", "\\", "\\\"", "\\351", "\\U00e9", "\\Ud83d\\Ude00", "\\0", "\u{0}",
    "\u{FEFF}", "é",
    "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<key>k</key>", "<string>",
    "</string>", "<string/>",
    "<integer>", "</integer>", "<integer>9223372036854775808</integer>", "<real>nan</real>",
    "<true/>", "<false/>",
    "<date>2024-02-30T00:00:00Z</date>", "<data>", "</data>", "<data>!</data>", "<plist>",
    "</plist>", "<!--", "-->",
    "<![CDATA[", "]]>", "<!DOCTYPE x [", "<!ENTITY a 'b'>", "&a;", "&lt;", "&#0;", "&#x110000;",
    "&", "<?xml ", "?>",
    "encoding=\"ISO-8859-1\"", "encoding=\"UTF-16\"", "bplist00", "x y='z'",
    "[", "]", ":", "{\"a\": 1}", "[true, null]", "\"b\": -1.5e3", "1e999", "\\u00e9", "\\ud83d",
  ]

  static func fault(with bytes: [UInt8]) -> String? {
    let document: PropertyListDocument
    do {
      document = try PropertyListDocument(reading: bytes, name: "fuzz.plist")
    } catch {
      let fault = error.diagnostic
      return [fault].problem(in: fault.source?.text ?? "")
    }
    let root = document.root
    // XML cannot hold these; they are left out of it.
    if !root.hasControls, let problem = xmlProblem(root) { return problem }
    // A text alone may begin like a binary file.
    guard document.format == .openStep, root.string == nil else { return nil }
    let plain = root.openStepLine
    let plainAgain = try? PropertyListDocument(reading: Array(plain.utf8), name: "again.plist")
    return plainAgain?.root == root ? nil : "written as what reads as something else: \(plain)"
  }

  private static func xmlProblem(_ root: PropertyList) -> String? {
    let xml = root.xmlText
    guard let again = try? PropertyListDocument(reading: Array(xml.utf8), name: "again.plist")
    else {
      return "written as XML that cannot be read: \(xml)"
    }
    if again.root != root { return "written as XML that reads as something else: \(xml)" }
    if again.root.xmlText != xml { return "written as other XML the second time: \(xml)" }
    return nil
  }

  static func work(on bytes: [UInt8]) {
    guard let document = try? PropertyListDocument(reading: bytes, name: "fuzz.plist") else {
      return
    }
    _ = document.root.xmlText
  }
}

extension PropertyList {
  /// Whether a text in it has a control character other than a tab and a line break.
  fileprivate var hasControls: Bool {
    switch content {
    case .string(let text): text.hasControls
    case .array(let elements): elements.contains(where: \.hasControls)
    case .dictionary(let dictionary):
      dictionary.entries.contains { $0.key.hasControls || $0.value.hasControls }
    case .integer, .real, .boolean, .date, .data: false
    }
  }
}

extension String {
  fileprivate var hasControls: Bool {
    unicodeScalars.contains { scalar in
      scalar.value < 0x20 && !["\t", "\n", "\r"].contains(scalar)
        || (0xFFFE...0xFFFF).contains(scalar.value)
    }
  }
}
