extension PropertyList {
  /// The list as an XML document, the way Apple's tools write it; the same value always gives the same bytes.
  package var xmlText: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    writeXML(to: &text, depth: 0)
    return text + "</plist>\n"
  }

  private func writeXML(to text: inout String, depth: Int) {
    let indentation = String(repeating: "\t", count: depth)
    text += indentation
    switch content {
    case .string(let string): text += "<string>\(Self.escaped(string))</string>\n"
    case .integer(let number): text += "<integer>\(number)</integer>\n"
    case .real(let number): text += "<real>\(Self.text(of: number))</real>\n"
    case .boolean(let flag): text += flag ? "<true/>\n" : "<false/>\n"
    case .date(let seconds): text += "<date>\(DateText.text(of: seconds))</date>\n"
    case .data(let bytes):
      text += "<data>\n"
      for line in Base64.lines(of: bytes) { text += "\(indentation)\(line)\n" }
      text += "\(indentation)</data>\n"
    case .array(let values) where values.isEmpty: text += "<array/>\n"
    case .array(let values):
      text += "<array>\n"
      for value in values { value.writeXML(to: &text, depth: depth + 1) }
      text += "\(indentation)</array>\n"
    case .dictionary(let dictionary) where dictionary.entries.isEmpty: text += "<dict/>\n"
    case .dictionary(let dictionary):
      text += "<dict>\n"
      for entry in dictionary.entries {
        text += "\(indentation)\t<key>\(Self.escaped(entry.key))</key>\n"
        entry.value.writeXML(to: &text, depth: depth + 1)
      }
      text += "\(indentation)</dict>\n"
    }
  }

  /// A text with entities for what means something in XML; a control character that XML cannot hold is left out.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else {
      return text
    }
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output.append(contentsOf: "&amp;".unicodeScalars)
      case "<": output.append(contentsOf: "&lt;".unicodeScalars)
      case ">": output.append(contentsOf: "&gt;".unicodeScalars)
      case "\r": output.append(contentsOf: "&#13;".unicodeScalars)
      case "\n", "\t", "\u{20}"...: output.append(scalar)
      default: break
      }
    }
    return String(output)
  }
}
