import Observation
import Qualifiers
import RuleEnvironment
import Workspace

/// What is typed into the fields of a query page: alternatives of texts by property.
@Observable
final class AskedTexts {
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

  /// What is wrong with a text, and where.
  struct Fault: Error {
    let key: String
    let alternative: Int
    let sentence: String
  }

  /// What is asked for, and in which words: `Title noir · Length >90`; `nil` where nothing is.
  ///
  /// Of properties that may not be seen by now nothing is asked.
  func asked(in page: EnvironmentValues) throws(Fault) -> Asked? {
    var (conditions, titles): ([Qualifier], [String]) = ([], [])
    let headings = ColumnTitles(of: page.propertyKeys, in: page)
    for (alternative, texts) in alternatives.enumerated() {
      var (parts, words): ([Qualifier], [String]) = ([], [])
      for key in page.propertyKeys {
        guard let text = texts[key], let property = AskedProperty(key, in: page) else { continue }
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
    return Asked(
      texts: alternatives.filter { !$0.isEmpty },
      qualifier: .any(conditions),
      title: titles.joined(separator: " or ")
    )
  }
}

/// What a query page asks for.
struct Asked {
  /// What is done with the rows that a list shows already.
  enum Use {
    /// They give way to those that are found; conditions of other kinds stay.
    case instead
    /// Those that are found too are kept.
    case constrain
    /// Those that are found are added.
    case extend
    /// Those that are found are taken away.
    case omit
  }

  /// The texts by property, for each alternative.
  let texts: [[String: String]]
  let qualifier: Qualifier
  /// What people read of it.
  let title: String
}

extension Qualifier {
  /// Holds where this does not, whether it is false or unknown because something compared is null.
  var omitted: Qualifier {
    switch self {
    case .and(let parts): .any(parts.map(\.omitted))
    case .or(let parts): .all(parts.map(\.omitted))
    case .not(let inside): inside.kept
    case .constant, .isNull: .not(self)
    default: .any([.not(self)] + nulls)
    }
  }

  /// Holds where this does, or is unknown because something compared is null.
  private var kept: Qualifier {
    switch self {
    case .and(let parts): .all(parts.map(\.kept))
    case .or(let parts): .any(parts.map(\.kept))
    case .not(let inside): inside.omitted
    case .constant, .isNull: self
    default: .any([self] + nulls)
    }
  }

  private var nulls: [Qualifier] { paths.map { .isNull(Expression(.path($0))) } }
}

extension PageState {
  /// The texts in the fields of a query page.
  var asked: AskedTexts {
    get { model { AskedTexts() } }
    set { self[AskedTexts.self] = newValue }
  }
}
