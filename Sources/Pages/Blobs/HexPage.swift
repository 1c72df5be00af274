import RuleEnvironment
import Widgets
import Workspace

/// The hex view of binary data over the whole screen: each byte as a hexadecimal number and as a letter.
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
        disabledReason: rows.count == 0 ? "there are no bytes" : nil
      ) { context in
        context.prompt("byte (0x for hexadecimal): ") { text throws(PromptRefusal) in
          let isHex = text.hasPrefix("0x")
          guard let place = isHex ? Int(text.dropFirst(2), radix: 16) : Int(text),
            (0..<rows.count).contains(place)
          else {
            throw PromptRefusal("‘\(text)’ is no byte from 0 to \(rows.count - 1)")
          }
          cursor.go(to: rows.row(ofByte: place), in: rows)
        }
      }
      Command(.closePanel) { $0.dismiss() }
    }
  }
}
