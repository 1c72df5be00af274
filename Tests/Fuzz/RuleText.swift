import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment

/// Rule files.
enum RuleText: FuzzTarget {
  static let name = "rules"

  static let pieces =
    QualifierText.pieces + [
      "when ", "when debug {", "}", "include 'a.rules'", "expect ", "disabled ", "150:", "high: ",
      "very low : ", "-5:",
      "; high", "title = 'x'", "rows = 3", "note = null", "task = 'edit' => ", "=> title = ",
      ", rows = 2",
      "color = green", "titel", "// allow(cycle): why\n", "// said\n", "/* b\n c */",
      "[com.x.Assignment]",
      "[a.BooleanAssignment]", "\r\n", "\n\n", "title = title\n", "*true*\n  => ",
      "restrictingQualifier = where (",
      "key a: number = 0 \"x\"", "\nkey b: list of text or null = null 'x'\n", "note = `{a}`",
      "color = f('x', [1])", "f(",
      "entity.name = 'Movie'", "displayPropertyKeys = ['a', 'b']",
    ]

  static let vocabulary = Vocabulary(FuzzKeys.shared, CoreKeys.shared)

  private static func load(_ text: String) -> (model: RuleModel, diagnostics: [Diagnostic]) {
    RuleModel.load(
      layers: [(.application, [SourceText(name: "fuzz.rules", text: text)])],
      vocabulary: vocabulary
    ) { name, _ in
      // The text stands first: a mark of byte order is one at the beginning of a file only.
      name.hasPrefix("a.") ? SourceText(name: name, text: text + "\nrows = 1\n") : nil
    }
  }

  static func fault(with bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let (model, faults) = load(text)
    if let problem = faults.filter({ $0.file == "fuzz.rules" }).problem(in: text) { return problem }
    for rule in model.allRules.prefix(40) {
      if let problem = QualifierText.problem(of: rule.condition) { return problem }
      if let problem = QualifierText.problem(of: rule.value) { return problem }
      if rule.line < 1 || rule.text.isEmpty { return "a rule that stands nowhere" }
    }
    if let problem = model.lint().problem(in: text + text) { return problem }
    ask(model)
    return layoutProblem(text)
  }

  static func work(on bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let (model, faults) = RuleModel.load(text, vocabulary: vocabulary)
    _ = (faults + model.lint()).rendered()
    _ = model.allRules.map(\.line)
    _ = RuleFormatter.format(SourceText(name: "fuzz.rules", text: text))
    ask(model)
  }

  /// Asks every key, which must end and not trap.
  private static func ask(_ model: RuleModel) {
    let resolver = RuleResolver(model: model)
    var values = EnvironmentValues(resolver: resolver)
    for task in ["query", "edit"] {
      values[FuzzKeys.shared.task] = task
      for name in vocabulary.names { _ = resolver.explain(name, in: values) }
    }
  }

  // MARK: Layout

  private static func layoutProblem(_ text: String) -> String? {
    guard let once = format(text) else { return nil }
    guard let twice = format(once) else { return "laid out as what cannot be read: \(once)" }
    if once != twice { return "laid out otherwise the second time: \(once)" }
    if comments(once) != comments(text) { return "laid out with other comments: \(once)" }
    if rules(once) != rules(text) { return "laid out as other rules: \(once)" }
    return nil
  }

  private static func format(_ text: String) -> String? {
    RuleFormatter.format(SourceText(name: "fuzz.rules", text: text)).text
  }

  /// The comments without their line breaks and the spaces at their ends.
  private static func comments(_ text: String) -> [[Substring]] {
    let source = SourceText(name: "fuzz.rules", text: text)
    return Lexer(source).comments.map { source.text(in: $0).split(whereSeparator: \.isWhitespace) }
  }

  private static func rules(_ text: String) -> [String] {
    load(text).model.allRules.map {
      "\($0.isEnabled) \($0.priority): \($0.condition) => \($0.keyName) = \($0.value) \($0.documentation ?? "")"
    }
  }
}

/// A few keys of each kind.
struct FuzzKeys: KeyNamespace {
  static let shared = Self()
  let task = Key("query", "What is done.")
  let propertyKey = Key<String?>(nil, "The property.")
  let role = Key("guest", "Who.", narrowing: .never)
  let title = Key("Untitled", "The title.")
  let note = Key<String?>(nil, "A remark.")
  let color = Key<String?>(nil, "The colour.")
  let rows = Key(10, "How many.")
  let choices = Key<[Value]>([], "What can be chosen.")
  let displayPropertyKeys = Key<[String]>([], "What is shown.")
  let isEntityReadOnly = Key(false, "Read only.", narrowing: .onlyToTrue)
  let restrictingQualifier = Key<Qualifier?>(nil, "Rows.", narrowing: .onlyConjunction)
}
