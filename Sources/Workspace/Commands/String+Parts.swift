import Insight

// The parts of links, orders and lists of keys, in which quotes and brackets hold together what belongs together.
nonisolated extension String {
  /// The texts between commas that stand outside quotes and brackets; empty ones are left out.
  package var listedParts: [String] {
    parts(separatedBy: ",").map { $0[...].trimmed }.filter { !$0.isEmpty }
  }

  /// Returns the text before and after the first `separator` outside quotes; the second part is `nil` without a separator.
  package func split(atFirst separator: Character) -> (String, String?) {
    guard let index = unquotedIndices(of: separator).first else { return (self, nil) }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }

  /// Returns the parts between the separators outside quotes, and those of `,` and `&` outside brackets.
  package func parts(separatedBy separator: Character) -> [String] {
    var parts: [String] = []
    var start = startIndex
    for index in unquotedIndices(of: separator) {
      parts.append(String(self[start..<index]))
      start = self.index(after: index)
    }
    return parts + [String(self[start...])]
  }

  /// Returns the places of a separator outside quotes, of `,` and `&` also outside brackets.
  private func unquotedIndices(of separator: Character) -> [Index] {
    var scan = TextScan()
    return indices.filter { index in
      defer { scan.take(self[index]) }
      return self[index] == separator && scan.quote == nil
        && (scan.depth == 0 || !",&".contains(separator))
    }
  }
}
