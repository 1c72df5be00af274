package import Qualifiers

/// The properties that together name an object, and those that do where these are empty: `"firstName lastName | email"`.
package struct LabelKey: Hashable {
  /// Each a way to name an object, tried in this order; none is without a path.
  package let alternatives: [[PropertyPath]]

  package init(_ text: String) {
    self.init(
      alternatives: text.split(separator: "|").map { part in
        part.split { $0 == " " || $0 == "," }.map { PropertyPath(String($0)) }
      }
    )
  }

  package init(alternatives: [[PropertyPath]]) {
    self.alternatives = alternatives.filter { !$0.isEmpty }
  }

  /// All paths that it reads.
  package var paths: [PropertyPath] { alternatives.flatMap(\.self) }

  /// The same without the paths that do not pass; `nil` when nothing is left.
  package func filter(_ isIncluded: (PropertyPath) -> Bool) -> LabelKey? {
    let left = LabelKey(alternatives: alternatives.map { $0.filter(isIncluded) })
    return left.alternatives.isEmpty ? nil : left
  }

  /// How a rule writes it.
  package var description: String {
    alternatives.map { $0.map(\.description).joined(separator: " ") }.joined(separator: " | ")
  }

  /// The first alternative of whose values there is something to read; `nil` when there is none.
  package func text(_ value: (PropertyPath) -> Value?) -> String? {
    for paths in alternatives {
      let parts = paths.compactMap { path -> String? in
        guard let value = value(path), !value.isNull else { return nil }
        // Values of CHAR columns may be filled up with spaces.
        let text = value.description.withoutTrailingSpaces
        return text.isBlank ? nil : text
      }
      if !parts.isEmpty { return parts.joined(separator: " ") }
    }
    return nil
  }
}
