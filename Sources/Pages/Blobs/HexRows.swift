import Observation
import RuleEnvironment
import Widgets
import Workspace

/// The row source of a hex view: bytes in rows of sixteen, formatted when they come on screen.
///
/// Only the parts of a large blob near the screen are read.
@Observable
final class HexRows: RowSource {
  /// How many bytes there are.
  let count: Int
  /// The parts that were read, by number.
  private var parts: [Int: [UInt8]]
  /// Reads a part; `nil` where all are here.
  @ObservationIgnored private let read: ((Range<Int>) async -> [UInt8]?)?
  @ObservationIgnored private var asked: Set<Int> = []
  @ObservationIgnored private let loads: LoadTracker?

  /// Bytes that are here.
  init(_ bytes: [UInt8]) {
    (count, read, loads) = (bytes.count, nil, nil)
    parts = Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: bytes.count, by: Self.partSize).map {
        ($0 / Self.partSize, Array(bytes[$0..<min($0 + Self.partSize, bytes.count)]))
      }
    )
  }

  /// Creates rows for `count` bytes that `read` loads in parts.
  init(count: Int, _ loads: LoadTracker, read: @escaping (Range<Int>) async -> [UInt8]?) {
    (self.count, self.read, self.loads, parts) = (count, read, loads, [:])
  }

  private static let width = 16
  private static let partSize = 1 << 16
  /// The maximum number of parts kept in memory.
  private static let mostParts = 64

  var bounds: RowBounds { RowBounds(0..<(count + Self.width - 1) / Self.width) }
  func id(at position: Int) -> AnyID? { AnyID(position) }
  func position(of id: AnyID) -> Int? { nil }

  func ensure(_ positions: Range<Int>) {
    let rows = positions.clamped(to: bounds.positions)
    guard let read, let loads, !rows.isEmpty else { return }
    let wanted =
      rows.lowerBound * Self.width / Self.partSize...(rows.upperBound - 1) * Self.width
      / Self.partSize
    for number in wanted where parts[number] == nil && asked.insert(number).inserted {
      let start = number * Self.partSize
      loads.run { [self] in
        let bytes = await read(start..<min(start + Self.partSize, count))
        // What could not be read is said, and not asked for again.
        guard let bytes else { return }
        asked.remove(number)
        if parts.count >= Self.mostParts { parts = parts.filter { wanted.contains($0.key) } }
        parts[number] = bytes
      }
    }
  }

  /// The row in which a byte stands.
  func row(ofByte place: Int) -> Int { place / Self.width }

  /// `00000010  89 50 4E 47 0D 0A 1A 0A  00 00 00 0D 49 48 44 52  .PNG........IHDR`.
  func text(at position: Int) -> String {
    let start = position * Self.width
    guard let part = parts[start / Self.partSize] else { return "\(Self.digits(start, 8))  …" }
    let row = part.dropFirst(start % Self.partSize).prefix(Self.width)
    let places = (0..<Self.width).map { place in
      (place == Self.width / 2 ? " " : "")
        + (place < row.count ? Self.digits(Int(row[row.startIndex + place]), 2) : "  ")
    }
    let letters = row.map { (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "." }
    return "\(Self.digits(start, 8))  \(places.joined(separator: " "))  \(String(letters))"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
