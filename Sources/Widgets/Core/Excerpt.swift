/// The part of a text around a match: `…the grey goose of…`.
package enum Excerpt {
  /// The characters kept before and behind a match.
  private static let margin = 12

  /// The surroundings of the first of `wanted` that stands in `text`, in any case of its letters, as one harmless line.
  package static func of(_ text: String, around wanted: [String]) -> String? {
    let characters = Array(text)
    let folded = characters.map { $0.lowercased() }
    for letters in wanted.map({ $0.lowercased().map(String.init) }) where !letters.isEmpty {
      let place = folded.indices.first { folded[$0...].starts(with: letters) }
      guard let place else { continue }
      let start = max(0, place - margin)
      let end = min(characters.count, place + letters.count + margin)
      let part = String(characters[start..<end])
      let cut = (start > 0 ? "…" : "", end < characters.count ? "…" : "")
      return cut.0 + DisplayText.visible(part) + cut.1
    }
    return nil
  }
}
