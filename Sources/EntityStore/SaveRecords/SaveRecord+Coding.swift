package import EntityModel
package import FoundationEssentials
import Glibc
package import Qualifiers

// A record as bytes that know no engine: rows by entity and identity, with all that was and is stored in them. A save of many
// rows waits for them to be written, so that there is no text to be made and read.
extension SaveRecord {
  /// The record as bytes.
  package func encoded() -> Data { Data(encodedParts().joined()) }

  /// The record as bytes that belong one behind the other: where its own are as they are written, they are no copy.
  package func encodedParts() -> [Data] {
    var head = RecordWriter()
    var tail = RecordWriter()
    head.writeHead(of: self)
    tail.writeTail(of: self)
    return [head.data, hasEntriesAsWritten ? bytes : encodedEntries(), tail.data]
  }

  private func encodedEntries() -> Data {
    var writer = RecordWriter(capacity: bytes.count + 32 * entries.count)
    withBytes { bytes in
      for entry in entries { writer.write(entry, bytes) }
    }
    return writer.data
  }

  /// Whether its bytes are the entries one after the other, each begun as it is written, and nothing else.
  private var hasEntriesAsWritten: Bool {
    withBytes { bytes in
      // Most begin alike.
      var start = RecordWriter(capacity: 64)
      var last: (layout: Int, cause: Cause)?
      var place = 0
      for entry in entries {
        guard let before = entry.before, before.base == nil, entry.after?.base == before.bytes,
          entry.rowNumber == nil
        else { return false }
        if last?.layout != before.layout || last?.cause != entry.cause {
          last = (before.layout, entry.cause)
          start.drop(from: 0)
          start.beginEntry(before.layout, entry.cause)
        }
        guard place + start.count == before.bytes.lowerBound,
          start.holds(bytes, place..<before.bytes.lowerBound)
        else { return false }
        place = entry.after?.bytes.upperBound ?? 0
      }
      return place == bytes.count
    }
  }

  /// The record that was written as bytes; `nil` where the entities are others by now.
  ///
  /// - Throws: ``StoreError/database(message:sql:)`` where it is not what was written.
  package init?(coded data: Data, in model: Model) throws(StoreError) {
    let read = RecordReader.reading(data) { (reader) throws(Damaged) in
      try reader.record(in: model)
    }
    switch read {
    case .success(let record?): self = record
    case .success(nil): return nil
    case .failure: throw .database(message: "the record of a save is damaged in the log", sql: nil)
    }
  }
}

extension SaveRecord {
  private typealias Damaged = RecordReader.Damaged

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBytes { body($0.assumingMemoryBound(to: UInt8.self)) }
  }

  /// The row of an image.
  package func record(_ image: Image) -> Record {
    let base = image.base.map { record(Image(layout: image.layout, bytes: $0)) }
    return read(image.bytes) { (reader) throws(Damaged) in
      try reader.record(layouts[image.layout], over: base)
    }
  }

  /// Returns the identity of the row in an image; `nil` for an image without one.
  package func id(_ image: Image) -> RecordID? {
    let name = layouts[image.layout].entity.name
    return read(image.bytes) { (reader) throws(Damaged) in try reader.id(of: name) }
  }

  /// Returns the identity of a changed row.
  ///
  /// For a row without identity it holds only the entity's name.
  package func id(of entry: Entry) -> RecordID {
    let name = layouts[entry.known.layout].entity.name
    return id(entry.known) ?? RecordID(entityName: name, values: [])
  }

  /// Whether something identifies a row.
  package func isIdentified(_ entry: Entry) -> Bool {
    withBytes { Self.isIdentified(entry, $0) }
  }

  /// Whether rows are all there still, others than they were, and identified; some that are may not be found to be so.
  package func areOnlyChanged(_ entries: [Entry]) -> Bool {
    withBytes { bytes in
      entries.allSatisfy { $0.after?.base != nil && Self.isIdentified($0, bytes) }
    }
  }

  private static func isIdentified(_ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    func isIdentified(_ image: Image?) -> Bool {
      image.map { bytes[$0.bytes.lowerBound] != RecordTag.plain.rawValue } ?? false
    }
    return isIdentified(entry.before) || isIdentified(entry.after)
  }

  /// The places of values in which the second of two images of a row differs from the first, and where those stand.
  package func differences(
    from image: Image,
    to other: Image
  ) -> [(column: Int, value: Range<Int>)] {
    withBytes { bytes in
      var (old, new) = (CodedCells(bytes, image), CodedCells(bytes, other))
      var differences: [(column: Int, value: Range<Int>)] = []
      var column = 0
      while let value = new.next() {
        if old.count == 0 || !old.passes(value) { differences.append((column, value)) }
        column += 1
      }
      return differences
    }
  }

  /// The value that stands in a cell.
  package func value(_ cell: Range<Int>) -> Value {
    read(cell) { (reader) throws(Damaged) in try reader.value() }
  }

  private func read<Result>(
    _ range: Range<Int>,
    _ body: (inout RecordReader) throws(RecordReader.Damaged) -> Result
  ) -> Result {
    switch RecordReader.reading(bytes, from: range.lowerBound, body) {
    case .success(let result): return result
    case .failure:
      preconditionFailure("what was coded can be read; ask a record for what is its own")
    }
  }
}

extension SaveRecord {
  /// Whether two rows are stored alike, value for value; none is like none only.
  package func isEqual(_ image: Image?, to other: SaveRecord, _ otherImage: Image?) -> Bool {
    guard let image, let otherImage else { return image == nil && otherImage == nil }
    return other.withBytes { isEqual(image, to: $0, otherImage) }
  }

  /// Whether a row is stored as one that was coded alone.
  package func isEqual(_ image: Image, toRow row: Data) -> Bool {
    row.withUnsafeBytes {
      isEqual(
        image,
        to: $0.assumingMemoryBound(to: UInt8.self),
        Image(layout: image.layout, bytes: 0..<row.count)
      )
    }
  }

  private func isEqual(
    _ image: Image,
    to other: UnsafeBufferPointer<UInt8>,
    _ otherImage: Image
  ) -> Bool {
    withBytes { bytes in
      guard image.base != nil || otherImage.base != nil else {
        return bytes.isEqual(image.bytes, to: other, otherImage.bytes)
      }
      var (cells, others) = (CodedCells(bytes, image), CodedCells(other, otherImage))
      let (start, otherStart) = (image.bytes.lowerBound, otherImage.bytes.lowerBound)
      // What stands before the values is how many there are, too.
      guard bytes.isEqual(start..<cells.place, to: other, otherStart..<others.place) else {
        return false
      }
      while let cell = cells.next(), let otherCell = others.next() {
        guard bytes.isEqual(cell, to: other, otherCell) else { return false }
      }
      return true
    }
  }
}
