import Diagnostics
import Editing
import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers
import Workspace

/// The codec between the stored values of an attribute and files.
///
/// An import into an empty copy of the table stores the same bytes in the same storage class. Each value is read as the
/// import would read it. If that gives another value, the storage class is written beside it.
/// A class, so that nothing is copied for each value.
nonisolated final class FileColumn: Sendable {
  /// The kinds of stored values (integers, reals, texts, blobs, written times) that a column exports without a mark.
  ///
  /// An import restores each such value from its text alone.
  private struct PlainClasses: OptionSet {
    let rawValue: Int
    static let integers = Self(rawValue: 1)
    static let reals = Self(rawValue: 2)
    static let texts = Self(rawValue: 4)
    static let blobs = Self(rawValue: 8)
    /// Texts that are days or moments in the usual spellings.
    static let times = Self(rawValue: 16)
  }

  let attribute: Attribute
  /// The attribute as an empty copy has it.
  private let copy: Attribute
  private let coding: ColumnCoding
  private let plain: PlainClasses
  private let width: Int?
  private let now = Date(timeIntervalSinceReferenceDate: 0)
  /// Whether numbers that count time are written as dates between commas: an import reads these where a model says how.
  private let writesDates: Bool

  init(_ attribute: Attribute) {
    self.attribute = attribute
    copy = attribute.inEmptyCopy
    coding = ColumnCoding(copy)
    plain = Self.plainClasses(of: copy)
    width = copy.definition.width
    writesDates =
      coding.isDate && attribute.isDeclaredByModel && attribute.definition.storage.isCounted
  }

  private static func plainClasses(of copy: Attribute) -> PlainClasses {
    let definition = copy.definition
    guard definition.customType == nil, definition.choices.isEmpty, definition.minimum == nil,
      definition.maximum == nil, definition.pattern == nil, definition.minimumLength == nil
    else { return [] }
    switch copy.type.kind {
    case .text: return copy.type == .json ? [] : .texts
    case .integer: return .integers
    case .number: return .reals
    case .decimal: return [.integers, .reals]
    case .blob: return .blobs
    case .any: return [.integers, .reals]
    case .date, .timestamp: return copy.keepsTimesAsWritten ? .times : []
    case .bool, .time: return []
    }
  }

  /// A value as its column stores it; of a row that was made, in the form of the column.
  func stored(_ value: Value) -> Value { ColumnCoding(attribute).encoded(value) ?? value }

  // MARK: Separated values

  /// Whether a text is surely restored without a mark, as far as a look at its bytes tells.
  func restores(text bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if plain.contains(.times) { return CalendarText.date(bytes) != nil }
    guard plain.contains(.texts) else { return false }
    return width.map { bytes.count <= $0 } ?? true
  }

  /// Whether an integer or a real is restored without a mark, whatever it is.
  var restoresIntegers: Bool { plain.contains(.integers) }
  var restoresReals: Bool { plain.contains(.reals) }

  /// A stored value between commas, `nil` for nothing there; `isTold` where an import reads the value again.
  func text(of stored: Value, isTyped: Bool) -> (text: String?, isTold: Bool) {
    if stored.isNull {
      guard attribute.definition.hasDefault else { return (nil, true) }
      return isTyped ? (StorageClassTag.marked(stored), true) : (nil, false)
    }
    let text = StorageClassTag.text(of: stored)
    if let date = dateText(of: stored), restores(stored, from: .text(date)) { return (date, true) }
    let looksMarked = isTyped && StorageClassTag.beginsMark(text.utf8.first) && isMarked(text)
    if !looksMarked, isPlain(stored) || restores(stored, from: .text(text)) { return (text, true) }
    if isTyped, let marked = StorageClassTag.marked(stored) { return (marked, true) }
    // Bytes that are no text show as U+FFFD.
    guard case .list(let parts) = stored, case .data(let bytes)? = parts.first else {
      return (text, false)
    }
    return (String(decoding: bytes, as: UTF8.self), false)
  }

  /// Whether `export --typed` writes a stored value so between commas.
  func writes(_ stored: Value, as text: String) -> Bool {
    self.text(of: stored, isTyped: true).text == text
  }

  private func isMarked(_ text: String) -> Bool {
    do { return try StorageClassTag.read(text) != nil } catch { return true }
  }

  private func isPlain(_ stored: Value) -> Bool {
    switch stored {
    case .int: plain.contains(.integers)
    case .double: plain.contains(.reals)
    case .string(var text): text.withUTF8(restores(text:))
    case .data: plain.contains(.blobs)
    default: false
    }
  }

  /// The day, and the time to the last digit, of a number that counts time.
  private func dateText(of stored: Value) -> String? {
    guard writesDates else { return nil }
    let value: Value
    switch stored {
    case .int(let number): value = coding.decode(number)
    case .double(let number): value = coding.decode(number)
    default: return nil
    }
    guard case .date = value else { return nil }
    return value.exactText(for: copy)
  }

  private func restores(_ stored: Value, from input: FieldInput) -> Bool {
    do throws(UsageError) {
      let value = try copy.value(of: input, inPlaceOf: .null, now: now)
      guard (value.stored ?? coding.encoded(value.value))?.isStored(as: stored) == true else {
        return false
      }
      return copy.problem(with: value, isNew: true, inPlaceOf: .null) == nil
    } catch {
      return false
    }
  }

  // MARK: JSON

  /// A stored value in JSON, with its storage class where the column does not decide.
  func json(of stored: Value) -> JSON {
    let json: JSON
    switch stored {
    case .null: return .null
    case .int(let number): json = .int(number)
    case .double(let number): json = .double(number)
    case .string(let text): json = .string(text)
    case .data: json = .string(stored.description)
    default: return marked(stored)
    }
    if isPlain(stored) { return json }
    let input: FieldInput =
      if case .string(let text) = json { .value(.string(text), text: text) } else {
        .value(stored, text: StorageClassTag.text(of: stored))
      }
    return restores(stored, from: input) ? json : marked(stored)
  }

  private func marked(_ stored: Value) -> JSON {
    guard let mark = StorageClassTag(of: stored) else { return JSON(stored) }
    let value: JSON =
      switch stored {
      case .int(let number): .int(number)
      case .double(let number): .double(number)
      default: .string(StorageClassTag.text(of: stored))
      }
    return .object([(mark.rawValue, value)])
  }
}
