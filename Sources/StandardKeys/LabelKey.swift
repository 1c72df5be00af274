import EntityModel
package import Qualifiers

/// The properties whose texts form an object's label, with alternatives for when these are empty: `"firstName lastName |
/// email"`.
///
/// A property after a dot distinguishes objects with the same name: `"name · city"`.
package struct LabelKey: Hashable {
  /// Each a way to name an object, tried in this order; none is without a path.
  package var alternatives: [[PropertyPath]] { ways.map(\.paths) }
  private let ways: [Way]

  /// One alternative of a label key: the property paths whose texts, joined, name an object.
  ///
  /// In `"firstName lastName | email"` there are two. The first that is not blank names the object.
  private struct Way: Hashable {
    var paths: [PropertyPath] = []
    /// The positions of the paths that have a dot before them.
    var dots: Set<Int> = []

    /// The texts of the paths as one: `Mary Smith · Berlin`; `nil` where all are blank.
    func joined(_ texts: [String?]) -> String? {
      var result = ""
      var hasDot = false
      for (index, text) in texts.enumerated() {
        hasDot = hasDot || dots.contains(index)
        guard let text else { continue }
        if !result.isEmpty { result += hasDot ? " · " : " " }
        result += text
        hasDot = false
      }
      return result.isEmpty ? nil : result
    }
  }

  package init(_ text: String) {
    self.init(
      text.split(separator: "|").map { part in
        var way = Way()
        for word in part.split(whereSeparator: { $0 == " " || $0 == "," }) {
          if word == LabelDisambiguation.dot {
            way.dots.insert(way.paths.count)
          } else {
            way.paths.append(PropertyPath(String(word)))
          }
        }
        return way
      }
    )
  }

  package init(alternatives: [[PropertyPath]]) {
    self.init(alternatives.map { Way(paths: $0) })
  }

  private init(_ ways: [Way]) {
    self.ways = ways.filter { !$0.paths.isEmpty }.map { way in
      var way = way
      way.dots.formIntersection(1..<way.paths.count)
      return way
    }
  }

  /// All paths that it reads.
  package var paths: [PropertyPath] { alternatives.flatMap(\.self) }

  /// Returns the label without the paths that fail the test; `nil` if nothing is left.
  package func filter(_ isIncluded: (PropertyPath) -> Bool) -> LabelKey? {
    let left = LabelKey(
      ways.map { way in
        var left = Way()
        var hasDot = false
        for (index, path) in way.paths.enumerated() {
          hasDot = hasDot || way.dots.contains(index)
          guard isIncluded(path) else { continue }
          if hasDot { left.dots.insert(left.paths.count) }
          left.paths.append(path)
          hasDot = false
        }
        return left
      }
    )
    return left.ways.isEmpty ? nil : left
  }

  /// How a rule writes it.
  package var description: String {
    ways.map { way in
      way.paths.enumerated().map { index, path in
        way.dots.contains(index) ? "\(LabelDisambiguation.dot) \(path)" : path.description
      }
      .joined(separator: " ")
    }
    .joined(separator: " | ")
  }

  /// The first alternative of whose values there is something to read; `nil` when there is none.
  package func text(_ value: (PropertyPath) -> Value?) -> String? {
    for way in ways {
      if let text = way.joined(way.paths.map { Self.text(of: value($0)) }) { return text }
    }
    return nil
  }

  /// The first alternative in which there is something to read, of the values of all paths in their order.
  package func text(ofParts parts: [Value]) -> String? {
    var index = 0
    for way in ways {
      let own = parts[index..<index + way.paths.count]
      if let text = way.joined(own.map(Self.text)) { return text }
      index += way.paths.count
    }
    return nil
  }

  private static func text(of value: Value?) -> String? {
    guard let value, !value.isNull else { return nil }
    // Values of CHAR columns may be filled up with spaces.
    let text = value.description.withoutTrailingSpaces
    // Of a moment the second is enough.
    if case .date = value, let point = text.lastIndex(of: ".") { return String(text[..<point]) }
    return text.isBlank ? nil : text
  }
}
