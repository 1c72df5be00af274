import Testing
import TestSupport

@testable import Workspace

/// Tests that the kind of binary data is detected by its first bytes.
struct BytesKindTests {
  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits.utf8.filter { $0 != 0x20 })
    return stride(from: 0, to: digits.count, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
    }
  }

  @Test(arguments: [
    ("474946383961 0A00 1400 00", "GIF 10×20"), ("1F8B0800", "gzip"), ("789C4B4C", nil),
    ("789C4B4C4A06", "zlib"), ("789D4B4C4A06", nil), ("52494646 24000000 57454250", "WebP"),
    ("00000018 66747970 68656963 00", "HEIC"), ("62706C6973743030", "property list"),
    ("7B226122 3A317D", "JSON"), ("68656C6C6F0A", "text"), ("424D", "text"), ("", nil), ("00", nil),
    ("424D 8A000000 00000000 8A", "BMP"), ("3C3F786D6C20", "XML"), ("FFFE00", nil),
    // A point of a GeoPackage without an envelope, and a polygon with one.
    ("47500001 E6100000 01 01000000 0000000000000000 0000000000000000", "point"),
    ("47500003 E6100000" + String(repeating: "00", count: 32) + "01 03000000", "polygon"),
    ("47500001 E6100000 01 E9030000", "point Z"),
    ("47500001 E6100000 00 000007D6", "multipolygon M"),
    ("47500001 E6100000 01 FF000000", nil),
    // The same as the OGC and as PostGIS write it.
    ("01 01000000 0000000000000000 0000000000000000", "point"),
    ("01 01000080 0000000000000000 0000000000000000 0000000000000000", "point Z"),
    ("01 01000000 0000000000000000 000000000000000000", nil),
    (String(repeating: "00", count: 64), nil), ("01" + String(repeating: "00", count: 63), nil),
  ])
  func `The first bytes tell`(digits: String, name: String?) {
    #expect(BytesKind(Self.bytes(digits), isWhole: true).name == name)
  }

  @Test func `A geometry of SpatiaLite is known by its marks`() {
    var bytes = [UInt8](repeating: 0, count: 38)
    bytes[1] = 1
    bytes += [0x7C, 2, 0, 0, 0] + [UInt8](repeating: 0, count: 20)
    #expect(BytesKind(bytes, isWhole: true).name == nil)
    #expect(BytesKind(bytes + [0xFE], isWhole: true).name == "line")
    #expect(BytesKind(bytes, isWhole: false).name == "line")
  }

  @Test func `A text that was cut within a character is a text`() {
    #expect(BytesKind(Array("größe ä".utf8.dropLast()), isWhole: false).name == "text")
    #expect(BytesKind(Array("größe ä".utf8.dropLast()), isWhole: true).name == nil)
  }

  @Test func `No beginning of any bytes is too short to be looked at`() {
    var random = SeededGenerator(seed: 7)
    let starts = ["4750000", "0001", "52494646", "89504E47", "0101", "789C", "424D"].map {
      Self.bytes($0.count % 2 == 0 ? $0 : $0 + "1")
    }
    for length in 0..<80 {
      for start in starts {
        let rest = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = BytesKind.text(start + rest, size: start.count + rest.count)
        #expect(text.hasPrefix("<") && text.hasSuffix(" B>"))
      }
    }
  }
}
