import CNCurses
import Glibc
import Terminal
import Testing

struct LibraryWidthTests {
  @Test func `Widths are those of the C library for every scalar it knows`() {
    // newlocale, not setlocale: tests run in parallel.
    guard let utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else { return }
    let before = uselocale(utf8)
    defer {
      uselocale(before)
      freelocale(utf8)
    }
    var differing: [String] = []
    for value in UInt32(0x20)..<0x110000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let expected = Int(wcwidth(wchar_t(value)))
      // -1: a control character or not assigned in the C library's version of Unicode.
      if expected >= 0, TextWidth.cells(of: scalar) != expected {
        differing.append(String(value, radix: 16))
      }
    }
    // U+1171E, an Ahom sign, became a spacing mark after the C library's version of Unicode.
    differing.removeAll { $0 == "1171e" }
    #expect(differing == [])
  }
}
