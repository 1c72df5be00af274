import EntityStore
import FoundationEssentials
import Qualifiers
import Testing

@testable import Editing

/// Journals that earlier programs wrote are read, and written in the same form.
struct EarlierJournalTests {
  /// The entries of two frames, with the keys of each object in order.
  private static let frames = [
    #"[{"begin":{"_0":{"path":"/shop.db","time":1000.5,"userName":"ann","version":1}}},"#
      + #"{"took":{"_0":"other"}},"#
      + #"{"object":{"_0":7,"_1":{"entity":"Film","key":[{"int":{"_0":2}}],"table":"film"}}},"#
      + #"{"put":{"_0":7,"_1":{"name":"title","part":"value"},"_2":{"string":{"_0":"ALIENS"}}}},"#
      + #"{"put":{"_0":7,"_1":{"name":"title","part":"original"},"_2":{"string":{"_0":"ALIEN"}}}},"#
      + #"{"object":{"_0":8,"_1":{"entity":"Tag","key":[{"null":{}}],"rowNumber":3,"table":"tag"}}},"#
      + #"{"put":{"_0":8,"_1":{"name":"","part":"deletion"},"_2":{"bool":{"_0":true}}}},"#
      + #"{"object":{"_0":9,"_1":{"entity":"Film","table":"film"}}},"#
      + #"{"put":{"_0":9,"_1":{"name":"price","part":"value"},"_2":{"decimal":{"_0":"1.10"}}}},"#
      + #"{"put":{"_0":9,"_1":{"name":"film","part":"draft"},"_2":{"string":{"_0":"x"}}}}]"#,
    #"[{"edit":{"_0":7,"_1":{"name":"title","part":"value"},"#
      + #""_2":{"inserted":"!","removed":1,"start":5}}},"#
      + #"{"put":{"_0":9,"_1":{"name":"film","part":"draft"}}},"#
      + #"{"saving":{"_0":1001,"_1":[7,8]}}]"#,
  ]

  /// The file: a line, and each frame with its length and its checksum (FNV-1a) before it, the lowest byte first.
  private static var file: [UInt8] {
    var bytes = Array("d2t-journal\n".utf8)
    for text in frames {
      let payload = Array(text.utf8)
      let sum = payload.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01b3
      }
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) } + payload
    }
    return bytes
  }

  @Test func `A journal of an earlier program is read`() {
    let contents = JournalContents(Self.file)
    #expect(contents.damage == nil && contents.takenOver == ["other"])
    #expect(contents.header == JournalHeader(path: "/shop.db", userName: "ann", time: 1000.5))
    #expect(contents.openSave?.time == 1001 && contents.openSave?.tokens == [7, 8])
    #expect(contents.states.keys.sorted() == [7, 8, 9])
    let (film, tag, new) = (contents.states[7], contents.states[8], contents.states[9])
    #expect(film?.subject.id == RecordID(entityName: "Film", key: 2))
    #expect(film?.subject.tableName == "film")
    #expect(film?[.value] == ["title": .string("ALIEN!")])
    #expect(film?[.original] == ["title": .string("ALIEN")])
    #expect(tag?.subject.id?.rowNumber == 3 && tag?.subject.id?.values == [.null])
    #expect(tag?.isDeletion == true && tag?.isNew == false)
    #expect(new?.isNew == true && new?[.draft] == [:])
    #expect(new?[.value].mapValues(\.description) == ["price": "1.1"])
  }

  @Test func `A journal is written in the words that earlier programs read`() throws {
    let encoder = JSONEncoder.ofValues
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for text in Self.frames {
      let entries = try JSONDecoder.ofValues.decode([JournalEntry].self, from: Data(text.utf8))
      #expect(String(decoding: try encoder.encode(entries), as: UTF8.self) == text)
    }
  }
}
