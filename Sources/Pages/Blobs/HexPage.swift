import Widgets

/// Bytes in rows of sixteen, each made when it is on the screen.
final class HexRows: RowSource {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static let width = 16

  var bounds: RowBounds { RowBounds(0..<(bytes.count + Self.width - 1) / Self.width) }
  func id(at position: Int) -> AnyID? { AnyID(position) }
  func position(of id: AnyID) -> Int? { nil }

  /// The row in which a byte stands.
  func row(ofByte place: Int) -> Int { place / Self.width }

  /// `00000010  89 50 4E 47 0D 0A 1A 0A  00 00 00 0D 49 48 44 52  .PNG........IHDR`.
  func text(at position: Int) -> String {
    let start = position * Self.width
    let row = bytes[min(start, bytes.count)..<min(start + Self.width, bytes.count)]
    let places = (0..<Self.width).map { place in
      (place == Self.width / 2 ? " " : "")
        + (place < row.count ? Self.digits(Int(row[start + place]), 2) : "  ")
    }
    let letters = row.map { (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "." }
    return "\(Self.digits(start, 8))  \(places.joined(separator: " "))  \(String(letters))"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

/// Bytes over the whole screen as hexadecimal numbers and letters.
struct HexPage: View {
  let title: String
  let note: String
  let rows: HexRows
  let cursor: ListCursor

  var body: some View {
    VStack {
      TitleLine([title], note: note)
      List(rows, cursor: cursor) { Text(rows.text(at: $0)) }
        .emptyText("no byte")
        .frame(maxWidth: .max, maxHeight: .max)
      StatusLine()
      KeyLine()
    }
    .commands {
      Command(
        .goToRow,
        title: "go to byte",
        disabledReason: rows.bytes.isEmpty ? "there is no byte" : nil
      ) { context in
        context.prompt("byte (0x for hexadecimal): ") { text throws(PromptRefusal) in
          let isHex = text.hasPrefix("0x")
          guard let place = isHex ? Int(text.dropFirst(2), radix: 16) : Int(text),
            rows.bytes.indices.contains(place)
          else {
            throw PromptRefusal("‘\(text)’ is no byte from 0 to \(rows.bytes.count - 1)")
          }
          cursor.go(to: rows.row(ofByte: place), in: rows)
        }
      }
      Command(.closePanel) { $0.dismiss() }
    }
  }
}
