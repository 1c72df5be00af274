import Formatting

/// A detector of the separator of an imported table, from its first line.
///
/// Chooses the separator that splits the line into most property names, and among equals the one that makes most names.
nonisolated struct SeparatorRecognition {
  /// Bytes read ahead, which the next reader gets first.
  private(set) var head: [UInt8] = []
  /// A longer first line is not waited for.
  private static let longest = 1 << 20

  /// Takes a piece of the file, `nil` at its end.
  ///
  /// - Returns: The separator as soon as the first line is whole; ``head`` begins with the line then, or with the end of a
  ///   line `sep=;`, as spreadsheets write it before the table.
  mutating func add(
    _ piece: ArraySlice<UInt8>?,
    isName: (String) -> Bool
  ) -> FieldSeparator? {
    if let piece { head += piece }
    let isWhole = piece == nil || head.count > Self.longest
    if let said = takeStatement(isWhole: isWhole) { return said }
    // A line does not end without its end: one of a megabyte is not read again with each piece of it.
    guard isWhole || piece?.contains(where: { $0 == 0x0A || $0 == 0x0D }) == true else {
      return nil
    }
    var best: (separator: FieldSeparator, names: Int, count: Int)?
    var isComplete = isWhole
    for separator in FieldSeparator.allCases {
      guard let record = firstRecord(separator, isWhole: isWhole) else { continue }
      isComplete = true
      let names = (0..<record.count).count { index in
        guard let name = try? record.text(index) else { return false }
        return isName(name)
      }
      guard let known = best, (names, record.count) <= (known.names, known.count) else {
        best = (separator, names, record.count)
        continue
      }
    }
    return isComplete ? best?.separator ?? .comma : nil
  }

  private func firstRecord(_ separator: FieldSeparator, isWhole: Bool) -> SeparatedValuesRecord? {
    var reader = SeparatedValuesReader(separator)
    var first: SeparatedValuesRecord?
    func take(_ record: SeparatedValuesRecord) throws(Found) {
      first = record
      throw Found()
    }
    do {
      try reader.read(head[...], take)
      if isWhole { try reader.finish(take) }
    } catch {
      // The record was found, or the line has a mistake and is nobody's.
    }
    return first?.fault == nil ? first : nil
  }

  /// An error thrown to stop the reader after the first record, when a file's separator is guessed.
  private struct Found: Error {}

  /// Takes a line `sep=;` away, but for its end, which counts it.
  private mutating func takeStatement(isWhole: Bool) -> FieldSeparator? {
    guard head.count > 5 || isWhole, head.count > 4,
      head.starts(with: Array("sep=".utf8)), let separator = FieldSeparator(rawValue: head[4]),
      head.count == 5 || head[5] == 0x0A || head[5] == 0x0D
    else { return nil }
    head.removeFirst(5)
    return separator
  }
}
