import Testing
import TestSupport

import PropertyLists

/// Random lists, written and read again, cut and damaged.
struct RoundTripTests {
  @Test func `What is written reads the same, and is written the same again`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let list = randomList(depth: 4, types: true, using: &random)
      let xml = list.xmlText
      #expect(try read(xml) == list)
      #expect(try read(xml).xmlText == xml)
      let plain = randomList(depth: 4, types: false, using: &random)
      #expect(try read(plain.openStepLine) == plain)
      #expect(try read(plain.openStepLine).openStepLine == plain.openStepLine)
    }
  }

  @Test func `A cut or damaged file is read or refused, and never a crash`() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      let list = randomList(depth: 3, types: true, using: &random)
      for bytes in [Array(list.xmlText.utf8), Array(list.openStepLine.utf8), BinaryTests.bytes] {
        let cut = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        _ = try? PropertyListDocument(reading: cut, name: "cut")
        var damaged = bytes
        for _ in 0..<3 {
          damaged[Int.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255,
            using: &random
          )
        }
        _ = try? PropertyListDocument(reading: damaged, name: "damaged")
      }
    }
  }

  @Test func `A list in brackets that is cut anywhere is refused`() throws {
    let text =
      try read(#"{ rules = ( { a = "b\n"; c = (<01ff>, "", x); } ); }"#).openStepLine + "\n"
    let xml = try read(text).xmlText
    for text in [text, xml] {
      let whole = Array(text.utf8)
      // The last sign that counts is the closing bracket; a file of nothing is empty.
      for length in 1..<(whole.count - 1) {
        #expect(throws: MalformedDocument.self, "\(length)") {
          try PropertyListDocument(reading: Array(whole.prefix(length)), name: "cut")
        }
      }
    }
  }

  private func randomList(
    depth: Int,
    types: Bool,
    using random: inout SeededGenerator
  ) -> PropertyList {
    let kinds = depth == 0 ? 2...8 : 0...8
    switch Int.random(in: kinds, using: &random) {
    case 0:
      return PropertyList(
        .array(
          (0..<Int.random(in: 0...4, using: &random)).map { _ in
            randomList(depth: depth - 1, types: types, using: &random)
          }
        )
      )
    case 1:
      let count = Int.random(in: 0...20, using: &random)
      let entries = (0..<count).map { index in
        PropertyListDictionary.Entry(
          "\(index)" + randomText(&random),
          randomList(depth: depth - 1, types: types, using: &random)
        )
      }
      return PropertyList(.dictionary(.init(entries)))
    case 2:
      let count = Int.random(in: 0...70, using: &random)
      return PropertyList(.data((0..<count).map { _ in .random(in: 0...255, using: &random) }))
    case 3 where types: return PropertyList(.integer(.random(in: .min ... .max, using: &random)))
    case 4 where types: return PropertyList(.real(.random(in: -1e9...1e9, using: &random)))
    case 5 where types: return PropertyList(.boolean(.random(using: &random)))
    case 6 where types:
      return PropertyList(
        .date(Double(Int.random(in: -99_999_999_999...99_999_999_999, using: &random)))
      )
    default: return .string(randomText(&random))
    }
  }

  private func randomText(_ random: inout SeededGenerator) -> String {
    let signs = [
      "a", "Z", "0", " ", "\n", "\r\n", "\"", "'", "\\", "<", "&", ";", "{", "/", "*", "é", "😀",
      "e\u{301}",
    ]
    return (0..<Int.random(in: 0...8, using: &random)).map { _ in
      signs.randomElement(using: &random) ?? ""
    }.joined()
  }
}
