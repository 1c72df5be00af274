import Observation
import Qualifiers
import RuleEnvironment
import Workspace

/// The texts typed into the fields of a query page, by property, for each alternative (`or`).
@Observable
final class QueryFormTexts {
  /// The texts by property, for each alternative; there is one at least.
  private(set) var alternatives: [[String: String]]

  init(_ alternatives: [[String: String]] = []) {
    self.alternatives = alternatives.isEmpty ? [[:]] : alternatives
  }

  /// The text of a property in one of the alternatives.
  subscript(_ key: String, in alternative: Int) -> String {
    get { alternatives.indices.contains(alternative) ? alternatives[alternative][key] ?? "" : "" }
    set {
      guard alternatives.indices.contains(alternative) else { return }
      alternatives[alternative][key] = newValue.isEmpty ? nil : newValue
    }
  }

  /// Adds an alternative without texts.
  func addAlternative() { alternatives.append([:]) }

  /// Empties all fields, and takes all alternatives but one away.
  func clear() { alternatives = [[:]] }

  /// An error in a search text, with the field in which it was typed.
  struct Fault: Error {
    let key: String
    let alternative: Int
    let sentence: String
  }

  /// Returns the errors in the texts, in the order of the fields.
  func faults(in page: EnvironmentValues) -> [Fault] {
    alternatives.indices.flatMap { alternative in
      page.propertyKeys.compactMap { key in
        guard let text = alternatives[alternative][key] else { return nil }
        do throws(PromptRefusal) {
          _ = try QueryProperty(key, in: page)?.qualifier(text)
          return nil
        } catch { return Fault(key: key, alternative: alternative, sentence: error.sentence) }
      }
    }
  }

  /// Returns the condition and its title, such as `Title noir · Length >90`; `nil` when all fields are empty.
  ///
  /// Texts for properties that the user may not see are ignored.
  func asked(in page: EnvironmentValues) throws(Fault) -> QueryFormRequest? {
    var (conditions, titles): ([Qualifier], [String]) = ([], [])
    let headings = ColumnTitles(of: page.propertyKeys, in: page)
    for (alternative, texts) in alternatives.enumerated() {
      var (parts, words): ([Qualifier], [String]) = ([], [])
      for key in page.propertyKeys {
        guard let text = texts[key], let property = QueryProperty(key, in: page) else { continue }
        do throws(PromptRefusal) {
          guard let part = try property.qualifier(text) else { continue }
          parts.append(part)
          words.append("\(headings[key]) \(text[...].trimmed)")
        } catch { throw Fault(key: key, alternative: alternative, sentence: error.sentence) }
      }
      guard !parts.isEmpty else { continue }
      conditions.append(.all(parts))
      titles.append(words.joined(separator: " · "))
    }
    guard !conditions.isEmpty else { return nil }
    return QueryFormRequest(
      texts: alternatives.filter { !$0.isEmpty },
      qualifier: .any(conditions),
      title: titles.joined(separator: " or ")
    )
  }
}

extension PageState {
  /// The texts in the fields of a query page.
  var asked: QueryFormTexts {
    get { model { QueryFormTexts() } }
    set { self[QueryFormTexts.self] = newValue }
  }
}
