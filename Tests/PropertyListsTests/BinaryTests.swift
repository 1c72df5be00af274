import Diagnostics
import Testing

@testable import PropertyLists

struct BinaryTests {
  /// `{ rules = ({ author, n, big, r, t, f, s, d, b, e }); }`, written by Python's plistlib.
  static let bytes =
    Base64.decoded(
      """
      YnBsaXN0MDDRAQJVcnVsZXOhA9oEBQYHCAkKCwwNDg8QERITFBUWF1ZhdXRob3JRblNiaWdRclF0UWZRc1Fk
      UWJRZVMxMDAT//////////sTAAABAAAAAAAjP/gAAAAAAAAJCGcAbgBhAO8AdgBlACAgrDNBdV5QAAAAAEMB
      Av+gCAsREygvMTU3OTs9P0FDR1BZYmNkc3yAAAAAAAAAAQEAAAAAAAAAGAAAAAAAAAAAAAAAAAAAAIE=
      """
    ) ?? []

  @Test func `Values of every kind read`() throws {
    let document = try PropertyListDocument(reading: Self.bytes, name: "a.plist")
    #expect(document.format == .binary)
    let rule = try #require(document.root["rules"]?.array?.first)
    #expect(
      rule
        == .dictionary([
          "author": .string("100"), "n": PropertyList(.integer(-5)),
          "big": PropertyList(.integer(1 << 40)), "r": PropertyList(.real(1.5)),
          "t": PropertyList(.boolean(true)), "f": PropertyList(.boolean(false)),
          "s": .string("naïve €"), "d": PropertyList(.date(1_000_713_600)),
          "b": PropertyList(.data([1, 2, 255])), "e": .array(),
        ])
    )
  }

  @Test func `Values have their places in the same list as XML`() throws {
    let document = try PropertyListDocument(reading: Self.bytes, name: "a.plist")
    let author = try #require(document.root["rules"]?.array?.first?["author"])
    #expect(document.source.text(in: author.span) == "<string>100</string>")
  }

  @Test func `A file that is cut anywhere is refused with a sentence`() {
    for length in 6..<Self.bytes.count {
      #expect(throws: MalformedDocument.self, "\(length)") {
        try PropertyListDocument(reading: Array(Self.bytes.prefix(length)), name: "cut")
      }
    }
  }

  @Test func `Objects that hold each other many times over are refused`() {
    let arrays = (1...60).map { [0xA2, UInt8($0), UInt8($0)] }
    #expect(message(file(arrays + [[0x51, 0x61]])).contains("in a cycle"))
  }

  @Test func `An object that holds itself is refused`() {
    #expect(message(file([[0xA1, 0]])).contains("deep"))
  }

  @Test(
    arguments: [
      [[0xA1, 9]], [[0x00]], [[0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]],
      [[0xD1, 1, 1], [0xA0]], [[0x14] + [UInt8](repeating: 1, count: 16)], [[0xF0]],
      [[0x5F, 0x50]],
    ] as [[[UInt8]]]
  )
  func `A damaged object is refused`(objects: [[UInt8]]) {
    #expect(!message(file(objects)).isEmpty)
  }

  /// A binary list of these objects, the first of them its root.
  private func file(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] {
      bytes += [0, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xFF)]
    }
    return bytes
  }

  /// Returns the message of the reader's error; empty when it reads the bytes.
  private func message(_ bytes: [UInt8]) -> String {
    do throws(MalformedDocument) {
      _ = try PropertyListDocument(reading: bytes, name: "a.plist")
      return ""
    } catch {
      return error.diagnostic.message
    }
  }
}
