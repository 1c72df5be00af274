import Qualifiers
import Synchronization

/// One word of a text search, with the alternative texts that count as the same word; case is ignored.
package struct SearchTerm: Sendable {
  package let finders: [TextFinder]
  /// The finders, those together that are found by the same byte.
  private let groups: [[TextFinder]]

  /// A search for any of `texts`, which are no patterns.
  package init(_ texts: [String]) {
    finders = texts.map(TextFinder.init)
    var groups: [[TextFinder]] = []
    for finder in finders {
      let alike = groups.firstIndex { $0[0].anchor != nil && $0[0].anchor == finder.anchor }
      if let alike { groups[alike].append(finder) } else { groups.append([finder]) }
    }
    self.groups = groups
  }

  /// Whether one of the texts stands in another.
  package func isFound(in text: String) -> Bool { finders.contains { $0.isFound(in: text) } }

  /// Whether one of the texts stands in the bytes of another.
  package func isFound(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if finders.count == 1 { return finders[0].isFound(in: bytes) }
    return groups.contains { group in
      group.count == 1 ? group[0].isFound(in: bytes) : TextFinder.isFound(oneOf: group, in: bytes)
    }
  }
}

/// A search of list rows for several words: a row matches when each word stands in one of its columns.
///
/// One object is shared by all requests for the same texts in the same columns, and remembers how far the last request came.
package final class TextSearch: Sendable {
  package let columns: [SearchColumn]
  package let words: [SearchTerm]
  private let seen = Atomic<Int>(0)

  /// A search for any of `texts`, which are no patterns.
  package convenience init(_ texts: [String], in columns: [SearchColumn]) {
    self.init(words: [texts], in: columns)
  }

  /// A search for all of `words`, each with other ways to write it.
  package init(words: [[String]], in columns: [SearchColumn]) {
    self.columns = columns
    self.words = words.map(SearchTerm.init)
  }

  /// The words of a text as it was typed: `Ada Inkle` is two, but the blanks in `1 200` and `1 h 35` are part of a value.
  ///
  /// A dot alone, as between the parts of a label, only separates: `Ada · Ulm`.
  package static func words(of text: String) -> [String] {
    var words: [String] = []
    var last: Substring = ""
    var hasDot = false
    for word in text.split(separator: " ") {
      if word == "·" {
        (last, hasDot) = ("", true)
        continue
      }
      if !last.isEmpty, let index = words.indices.last, isValue(last, before: word) {
        words[index] += " " + word
      } else {
        words.append(String(word))
      }
      last = word
    }
    return words.count > 1 || hasDot && !words.isEmpty ? words : [text]
  }

  private static func isValue(_ left: Substring, before right: Substring) -> Bool {
    let areWords = [left, right].map { $0.contains(where: \.isLetter) }
    if areWords == [false, false] { return true }
    guard areWords != [true, true] else { return false }
    return (areWords[0] ? left : right).count == 1
  }

  /// How many rows have been looked at since the last request began.
  package var rowsSeen: Int { seen.load(ordering: .relaxed) }

  package func begin() { seen.store(0, ordering: .relaxed) }

  package func noteSeen(_ count: Int) { _ = seen.add(count, ordering: .relaxed) }

  /// The properties that the search reads of a row.
  var paths: [PropertyPath] { columns.flatMap(\.paths) }

  /// Whether each word stands in another text.
  package func isFound(in text: String) -> Bool { words.allSatisfy { $0.isFound(in: text) } }

  /// Whether each word stands in one of the texts of a row.
  package func isFound(inOneOf texts: [String]) -> Bool {
    words.allSatisfy { word in texts.contains(where: word.isFound) }
  }
}

extension TextSearch: Hashable {
  /// Whether both are one.
  package static func == (left: TextSearch, right: TextSearch) -> Bool { left === right }

  /// Hashes which one it is.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
