package import EntityModel
package import FoundationEssentials
import Glibc
package import Qualifiers

// A record as bytes that know no engine: rows by entity and identity, with all that was and is stored in them. A save of many
// rows waits for them to be written, so that there is no text to be made and read.
extension SaveRecord {
  /// The record as bytes.
  package func encoded() -> Data {
    var writer = RecordWriter(capacity: bytes.count + 32 * entries.count + 4096)
    writer.write(self)
    return writer.data()
  }

  /// The record that was written as bytes; `nil` where the entities are others by now.
  ///
  /// - Throws: ``StoreError/database(message:sql:)`` where it is not what was written.
  package init?(coded data: Data, in model: Model) throws(StoreError) {
    var reader = RecordReader(bytes: [UInt8](data))
    let record: SaveRecord?
    do throws(RecordReader.Damaged) { record = try reader.record(in: model) } catch {
      throw .database(message: "what a save did is damaged in the log", sql: nil)
    }
    guard let record else { return nil }
    self = record
  }
}

extension SaveRecord {
  private typealias Damaged = RecordReader.Damaged

  /// The row of an image.
  package func record(_ image: Image) -> Record {
    read(image.bytes) { (reader) throws(Damaged) in try reader.record(layouts[image.layout]) }
  }

  /// What identifies the row of an image; `nil` where nothing does.
  package func id(_ image: Image) -> RecordID? {
    let name = layouts[image.layout].entity.name
    return read(image.bytes) { (reader) throws(Damaged) in try reader.id(of: name) }
  }

  /// Whether something identifies a row.
  package func isIdentified(_ entry: Entry) -> Bool {
    func isIdentified(_ image: Image?) -> Bool {
      image.map { bytes[$0.bytes.lowerBound] != RecordMark.plain.rawValue } ?? false
    }
    return isIdentified(entry.before) || isIdentified(entry.after)
  }

  /// The places of values in which the second of two images of a row differs from the first, and where those stand.
  package func differences(
    from image: Image,
    to other: Image
  ) -> [(column: Int, value: Range<Int>)] {
    bytes.withUnsafeBufferPointer { bytes in
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
    var reader = RecordReader(bytes: bytes, from: range.lowerBound)
    do throws(Damaged) { return try body(&reader) } catch {
      preconditionFailure("what was coded can be read; ask a record for what is its own")
    }
  }
}

extension [UInt8] {
  /// Whether a part is byte for byte a part of others; none is like none only.
  package func isEqual(_ range: Range<Int>?, to other: [UInt8], _ otherRange: Range<Int>?) -> Bool {
    guard let range, let otherRange else { return range == nil && otherRange == nil }
    return withUnsafeBytes { own in
      other.withUnsafeBytes { other in
        let (left, right) = (own[range], other[otherRange])
        guard left.count == right.count,
          let first = UnsafeRawBufferPointer(rebasing: left).baseAddress,
          let second = UnsafeRawBufferPointer(rebasing: right).baseAddress
        else { return left.count == right.count }
        return memcmp(first, second, left.count) == 0
      }
    }
  }
}
