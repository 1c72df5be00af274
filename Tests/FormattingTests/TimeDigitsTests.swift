import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers
import Testing

/// Times of all years, with digits down to the microsecond.
struct TimeDigitsTests {
  /// A time without what columns write in several ways.
  private func plain(_ text: String) -> String {
    var plain = text.replacing("T", with: " ").replacing("Z", with: "")
    if plain.contains(".") {
      while plain.hasSuffix("0") { plain.removeLast() }
      if plain.hasSuffix(".") { plain.removeLast() }
    }
    return plain
  }

  @Test(arguments: [StorageFormat.native, .isoText, .isoTextT, .isoOffset])
  func `J7: times of every year are shown, typed and stored with all digits`(
    storage: StorageFormat
  ) throws {
    var definition = Attribute.Definition(name: "at", columnName: "at")
    (definition.type, definition.storage) = (.timestamp, storage)
    let attribute = Attribute(definition)
    let coding = ColumnCoding(attribute)
    let separator = storage == .isoTextT || storage == .isoOffset ? "T" : " "
    var number = 7
    func next(_ count: Int) -> Int {
      number = (number &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
      return number / 7 % count
    }
    for _ in 0..<500 {
      func digits(_ number: Int, _ width: Int) -> String {
        String(repeating: "0", count: width - String(number).count) + String(number)
      }
      let year = digits(1 + next(9999), 4)
      let day = "\(year)-\(digits(1 + next(12), 2))-\(digits(1 + next(28), 2))"
      let clock = [24, 60, 60].map { digits(next($0), 2) }.joined(separator: ":")
      let fraction = (0..<next(7)).map { _ in String(next(10)) }.joined()
      let end = (fraction.isEmpty ? "" : "." + fraction) + (storage.hasOffset ? "Z" : "")
      let text = day + separator + clock + end
      let value = coding.decode(stored: .string(text))
      #expect(plain(value.exactText(for: attribute)) == plain(text))
      let typed = try attribute.value(ofInput: plain(text))
      guard case .string(let stored)? = coding.encoded(typed) else {
        Issue.record("\(text) is stored as \(typed)")
        continue
      }
      #expect(plain(stored) == plain(text))
      #expect(stored.contains(separator) && stored.hasSuffix("Z") == storage.hasOffset)
    }
  }

  @Test(arguments: [
    (StorageFormat.epochMicroseconds, 29_357_000_000_123_457),
    (.webKitMicroseconds, 3_124_137_600_123_457), (.fileTime, 220_890_000_001_234_567),
  ])
  func `J7: a count with more digits than a clock shows is shown itself`(
    storage: StorageFormat,
    count: Int
  ) {
    let coding = ColumnCoding(.timestamp, storage)
    #expect(coding.decode(Int64(count)) == .int(Int64(count)))
    let whole = Int64(count / 10_000_000 * 10_000_000)
    guard case .date(let date) = coding.decode(whole) else {
      Issue.record("\(whole) is no date")
      return
    }
    #expect(coding.encoded(.date(date)) == .int(whole))
  }
}
