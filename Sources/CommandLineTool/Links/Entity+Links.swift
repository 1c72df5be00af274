import Formatting
import Pages
import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Workspace

nonisolated extension Entity {
  /// The link to an object: ``id(_:)`` reads what stands behind `#` as the same identity, whatever the key holds.
  func link(to id: RecordID) -> String { "\(name)#\(keyText(of: id))" }

  func keyText(of id: RecordID) -> String {
    if let number = id.rowNumber { return "@\(number)" }
    return zip(identity, id.values).map { text(of: $1, $0) }.joined(separator: ",")
  }

  /// A value as it is typed where that stands for this very value, else as a literal.
  private func text(of value: Value, _ key: String) -> String {
    let plain = value.description
    let stored = stored(value, ofKey: key) ?? value
    guard plain.isPlainKey, plain.first != "@", let read = try? keyValue(plain, key),
      self.stored(read, ofKey: key) == stored
    else { return KeyLiteral(stored).text }
    return plain
  }

  /// The identity a text stands for: `5`, `ABC`, `1,7`, `'a, b'`, and `@12` for the row of this number.
  func id(_ text: String) throws(UsageError) -> RecordID {
    guard !identity.isEmpty else {
      throw UsageError("\(name) has no key that identifies a row")
    }
    if text.first == "@", let number = Int64(text.dropFirst()) {
      return try id(ofRow: number)
    }
    let parts = identity.count == 1 ? [text] : KeyLiteral.parts(of: text)
    guard parts.count == identity.count else {
      let count = parts.count == 1 ? "one value" : "\(parts.count) values"
      throw UsageError(
        "\(name) is identified by \(identity.joined(separator: ", ")); '\(text)' has \(count)"
      )
    }
    var values: [Value] = []
    for (key, part) in zip(identity, parts) { values.append(try keyValue(part, key)) }
    return RecordID(entityName: name, values: values)
  }

  /// Returns the key with dates and times exactly as typed, where that differs from their parsed values; otherwise `nil`.
  func exactID(_ text: String) -> RecordID? {
    guard let id = try? id(text), id.rowNumber == nil else { return nil }
    let parts = identity.count == 1 ? [text] : KeyLiteral.parts(of: text)
    var exact: [Value] = []
    for (index, part) in parts.enumerated() {
      var value = id.values[index]
      if case .date = value, KeyLiteral(part) == nil {
        value = keyValue(ofStored: .string(part), ofKey: identity[index])
      }
      exact.append(value)
    }
    return exact == id.values ? nil : RecordID(entityName: name, values: exact)
  }

  /// Whether each literal of a typed key is exactly what the row found by it holds.
  ///
  /// The database also finds rows whose column converts the literal (`'01'` where numbers are) or ignores its case.
  /// `id` is the identity that was read from the text.
  fileprivate func isExact(_ found: Record, typed text: String, as id: RecordID) -> Bool {
    let parts = identity.count == 1 ? [text] : KeyLiteral.parts(of: text)
    for (index, part) in parts.enumerated() where KeyLiteral(part) != nil {
      let (key, typed) = (identity[index], id.values[index])
      // A row of a view has no identity where its key holds null.
      let held = found.id?.values[index] ?? found.value(forKey: key) ?? typed
      guard let own = stored(held, ofKey: key), let wanted = stored(typed, ofKey: key),
        own.isSameKey(as: wanted)
      else { return false }
    }
    return true
  }

  /// The identity of the row that the database counts so.
  private func id(ofRow number: Int64) throws(UsageError) -> RecordID {
    guard hasRowNumbers else {
      throw UsageError(
        "\(name) has no row numbers; if '@\(number)' is the key, put it in quotes"
      )
    }
    if definition.identityIsRowNumber { return RecordID(entityName: name, key: number) }
    let values = Array(repeating: Value.null, count: identity.count)
    return RecordID(entityName: name, rowNumber: number, values: values)
  }

  /// The value of a part of the key that a text stands for.
  private func keyValue(_ part: String, _ key: String) throws(UsageError) -> Value {
    if let literal = KeyLiteral(part) { return keyValue(ofStored: literal.value, ofKey: key) }
    let attribute = attribute(named: key)
    // Digits alone are a number, which may stand in a column for bytes too.
    let bytes =
      attribute?.type.kind == .blob
      ? Int64(part).map { .int($0) } ?? part.hexadecimalBytes.map { Value.data($0) } : nil
    let parsed = bytes ?? attribute.flatMap { try? $0.value(ofInput: part) }
    let value = parsed ?? Int64(part).map { .int($0) } ?? .string(part)
    if definition.identityIsRowNumber || attribute?.definition.isRowNumber == true {
      guard case .int = value else {
        throw UsageError("\(name) is identified by a whole number (\(key)), not by '\(part)'")
      }
    }
    return stored(value, ofKey: key).map { keyValue(ofStored: $0, ofKey: key) } ?? value
  }
}

extension EntityStore {
  /// The object whose key somebody has typed: the one that has it as it stands, else as its column writes it.
  ///
  /// A literal names the object whose key is stored exactly so, and no other.
  func record(
    typed text: String,
    of entity: Entity,
    paths: [PropertyPath]?,
    maximumLength: Int? = nil,
    maximumByteCount: Int? = nil
  ) async throws -> Record? {
    let id = try entity.id(text)
    for id in [entity.exactID(text), id].compactMap(\.self) {
      let found = try await record(
        id,
        paths: paths,
        maximumLength: maximumLength,
        maximumByteCount: maximumByteCount
      )
      if let found, entity.isExact(found, typed: text, as: id) { return found }
    }
    return nil
  }
}

nonisolated extension Value {
  /// Whether two stored values are the same to the byte; 1 and 1.0 are one number.
  fileprivate func isSameKey(as other: Value) -> Bool {
    switch (self, other) {
    case (.int, .double), (.double, .int): compare(other) == .equal
    // 0.0 and -0.0 are one number, too.
    case (.double, .double): self == other
    default: isStored(as: other)
    }
  }
}
