import AccessControl
package import EntityModel
import Qualifiers
package import RuleEnvironment
import StandardKeys

/// Tab completion for a filter condition or a sort order.
///
/// Completes the properties at each step of a path, functions, aggregates behind a relationship to many, and the values of a
/// property where they are known.
package struct FilterCompletion {
  /// The entity whose objects are picked or ordered.
  package let entity: Entity
  /// The scope of their page.
  package let scope: EnvironmentValues

  package init(entity: Entity, scope: EnvironmentValues) {
    (self.entity, self.scope) = (entity, scope)
  }

  /// The whole texts that `text` can become.
  package func completions(of text: String) -> [String] {
    if let quote = openQuote(in: text) {
      let head = text[..<quote]
      guard let path = pathCompared(at: head) else { return [] }
      return related(at: head).open.values(of: path, completing: text[text.index(after: quote)...])
        .map { head + $0 }
    }
    let start = text.lastIndex { !Self.isPart($0) }.map { text.index(after: $0) } ?? text.startIndex
    let (head, token) = (text[..<start], text[start...])
    let (open, closed) = related(at: head)
    // Behind an operator stands a value, whether any is known or not.
    if let path = pathCompared(at: head) {
      return open.values(of: path, completing: token).map { head + $0 }
    }
    let names =
      token.first == "."
      ? closed?.names(completing: token.dropFirst(), behindRows: true).map { "." + $0 } ?? []
      : open.names(completing: token, behindRows: false)
    return names.map { head + $0 }
  }

  /// Returns the index of the quote that is still open at the end of `text`; `nil` when all quotes are closed.
  private func openQuote(in text: String) -> String.Index? {
    var open: String.Index?
    for index in text.indices where text[index] == "'" || text[index] == "\"" {
      if let begun = open {
        if text[begun] == text[index] { open = nil }
      } else {
        open = index
      }
    }
    return open
  }

  /// Whether a character is one of a path.
  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_.@".contains(character)
  }

  // MARK: Related rows

  /// The completions for the rows to which the innermost open bracket at the end of `head` belongs, `items[` or
  /// `items.@sum(`, and for those of a bracket just closed.
  private func related(at head: Substring) -> (open: FilterCompletion, closed: FilterCompletion?) {
    var (open, closed): ([FilterCompletion], FilterCompletion?) = ([], nil)
    var (word, quote): (String, Character?) = ("", nil)
    for character in head {
      let current = open.last ?? self
      if quote != nil || "'\"".contains(character) {
        quote = quote == nil ? character : quote == character ? nil : quote
      } else if character == "[" {
        open.append(current.completion(behind: word) ?? current)
      } else if character == "(" {
        let rows = word.hasPrefix(".@") ? closed : current.completion(behindRowsOf: word)
        open.append(rows ?? current)
      } else if character == "]" || character == ")" {
        closed = open.popLast()
      }
      word = Self.isPart(character) ? word + String(character) : ""
    }
    return (open.last ?? self, head.last == "]" ? closed : nil)
  }

  /// The completion for the objects at a path; `nil` where it leads to none that may be seen.
  private func completion(behind path: String) -> FilterCompletion? {
    let path = PropertyPath(path)
    guard let related = entity.property(at: path).relationship?.destination, scope.shows(path)
    else { return nil }
    return FilterCompletion(entity: related, scope: scope.scoped(to: related))
  }

  /// The completion for the rows of an aggregate: `items.@sum`.
  private func completion(behindRowsOf word: String) -> FilterCompletion? {
    let steps = word.split(separator: ".")
    guard let place = steps.firstIndex(where: { $0.first == "@" }) else { return nil }
    return completion(behind: steps[..<place].joined(separator: "."))
  }

  // MARK: Names

  /// The paths, functions and aggregates that what is being typed can become: each step of a path is looked up where the ones
  /// before lead.
  ///
  /// `behindRows` means that it stands behind the rows of an aggregate: `items[open].`.
  private func names(completing token: Substring, behindRows: Bool) -> [String] {
    var steps = token.split(separator: ".", omittingEmptySubsequences: false)
    let last = steps.popLast()?.lowercased() ?? ""
    var (current, isBehindRows) = (self, behindRows)
    for step in steps {
      if isBehindRows, step.first == "@" {
        isBehindRows = false
        continue
      }
      let relationship = current.entity.relationship(named: String(step))
      guard let next = current.completion(behind: String(step)) else { return [] }
      (current, isBehindRows) = (next, relationship?.isToMany == true)
    }
    let entity = current.entity
    let properties = (entity.attributes.map(\.name) + entity.relationships.map(\.name))
      .filter { current.scope.shows(PropertyPath($0)) }
    let aggregates = isBehindRows ? AggregateFunction.allCases.map { "@" + $0.rawValue } : []
    let functions =
      steps.isEmpty && !last.isEmpty && !behindRows
      ? Function.allCases.map { $0.rawValue + "(" } : []
    let prefix = steps.map { $0 + "." }.joined()
    return ((behindRows && steps.isEmpty ? [] : properties) + aggregates + functions)
      .filter { $0.lowercased().hasPrefix(last) }.map { prefix + $0 }
  }

  // MARK: Values

  /// The comparison operators after which a value is completed, in lower case.
  private static let operators = ["=", "==", "!=", "<>", "<", "<=", ">", ">=", "like", "ilike"]

  /// The known values of a property that begin with what is typed, as they are written; none of one that is hidden.
  private func values(of path: PropertyPath, completing typed: Substring) -> [String] {
    guard scope.shows(path), let attribute = entity.property(at: path).attribute else { return [] }
    let place = scope.scoped(toTask: .edit).scoped(toProperty: path.description)
    let choices = place[EditingKeys.shared.choices].choices(for: attribute)
    var values = attribute.definition.choices
    for choice in choices where !values.contains(choice.value) { values.append(choice.value) }
    // A user who reads labels types them.
    let labels = Dictionary(choices.map { ($0.value, $0.label) }) { first, _ in first }
    values = values.map { value in (labels[value] ?? nil).map { .string($0) } ?? value }
    if values.isEmpty, attribute.type.kind == .bool { values = [.bool(true), .bool(false)] }
    let start = typed.lowercased()
    // A type of an application's own is written by its texts.
    return values.map { value in attribute.customText(of: value).map { .string($0) } ?? value }
      .filter { !$0.isNull && $0.description.lowercased().hasPrefix(start) }
      .map(\.literal)
  }

  /// The path before an operator at the end of `head`, or before `in (` and what is listed already.
  private func pathCompared(at head: Substring) -> PropertyPath? {
    var words = head.split { $0 == " " || $0 == "\t" }.map(String.init)
    if let list = words.lastIndex(where: {
      $0.lowercased() == "in" || $0.lowercased().hasPrefix("in(")
    }),
      head.last == "(" || head.trimmed.hasSuffix("(") || head.trimmed.hasSuffix(",")
    {
      words = Array(words[..<list])
      if words.last?.lowercased() == "not" { words.removeLast() }
      return words.last.flatMap(path)
    }
    guard var last = words.popLast() else { return nil }
    if Self.operators.contains(last.lowercased()) { return words.last.flatMap(path) }
    // `rating='` without blanks.
    let signs: Set<Character> = ["=", "<", ">", "!"]
    guard let sign = last.last, signs.contains(sign) else { return nil }
    while let end = last.last, signs.contains(end) { last.removeLast() }
    return path(last.isEmpty ? words.last ?? "" : last)
  }

  /// The path at the end of a word such as `(rating`.
  private func path(_ word: String) -> PropertyPath? {
    let name = word.reversed().prefix(while: Self.isPart).reversed()
    return name.isEmpty ? nil : PropertyPath(String(name))
  }
}
