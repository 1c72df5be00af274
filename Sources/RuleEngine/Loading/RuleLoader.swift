import Diagnostics
import Qualifiers
import RuleEnvironment

/// Parses rule files and the files that they include, and collects the good rules and all faults.
struct RuleLoader: Sendable {
  /// Gives the text of an included file, or adds the fault.
  typealias Reading = @Sendable (String, inout [Diagnostic]) -> SourceText?

  /// All keys; those that only rules of Direct to Web know are added to it.
  private(set) var vocabulary: Vocabulary
  /// Answers our keys from those of Direct to Web, until it is read.
  var bridge: (@Sendable () -> SourceText)?
  /// Once a rule of Direct to Web was met.
  var translation: DirectToWebTranslation?
  var names: KnownNames
  var read: Reading
  /// The rules read so far.
  private(set) var rules: [Rule] = []
  /// What stands for rules with a fault that were to say who may do what.
  private(set) var denials: [Rule] = []
  private let ruleOrder: RuleOrder
  private(set) var expectations: [Expectation] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The files being read, outermost first.
  private var open: [String] = []
  /// Files of the layer that were read already; each is read once.
  private var seen: Set<String> = []

  init(
    vocabulary: Vocabulary,
    names: KnownNames,
    ruleOrder: RuleOrder,
    read: @escaping Reading
  ) {
    self.vocabulary = vocabulary
    self.names = names
    self.ruleOrder = ruleOrder
    self.read = read
  }

  mutating func load(_ sources: [SourceText], layer: Layer) {
    seen.removeAll()
    for source in sources { load(source, layer) }
  }

  private mutating func load(_ source: SourceText, _ layer: Layer) {
    seen.insert(RuleLoader.normalized(source.name))
    if DirectToWebFile.isNamed(source.name) { return loadDirectToWeb(source, layer) }
    let source = DirectToWebText.isNamed(source.name) ? DirectToWebText.rules(of: source) : source
    var file = RuleParser.parse(source)
    diagnostics += file.diagnostics.all.map(\.asSyntaxFault)
    let foreign = directToWebDrafts(of: file.items)
    var checker = RuleChecker(vocabulary: vocabulary, names: names, layer: layer, source: source)
    open.append(RuleLoader.normalized(source.name))
    // A file may be long: what was read is not kept beside what is made of it.
    file.items.reverse()
    var position = 0
    while let item = file.items.popLast() {
      defer { position += 1 }
      switch item {
      case .rule(let rule):
        if let written = foreign[position] {
          for draft in written { add(checker.drafts(ofText: draft)) }
        } else {
          add(checker.drafts(of: rule))
        }
      case .unread(let rule): add(checker.denials(of: rule))
      case .block(let condition, let allowances):
        checker.checkBlock(condition, allowances)
      case .expectation(let syntax):
        if let expectation = checker.expectation(of: syntax) { expectations.append(expectation) }
      case .include(let path, let span): include(path, span, from: source, layer)
      }
    }
    open.removeLast()
    diagnostics += checker.diagnostics.all
  }

  /// Takes rules written in Swift.
  mutating func load(_ rules: [SwiftRule], layer: Layer) {
    var keyNames = KeyNames(vocabulary)
    for rule in rules {
      let (syntax, source) = rule.syntax(&keyNames)
      var checker = RuleChecker(vocabulary: vocabulary, names: names, layer: layer, source: source)
      for condition in syntax.outerConditions { checker.checkBlock(condition, syntax.allowances) }
      add(checker.drafts(of: syntax))
      diagnostics += checker.diagnostics.all
    }
  }

  mutating func add(_ drafts: [Rule.Draft]) {
    for draft in drafts {
      let rule = Rule(draft, order: rules.count + denials.count, by: ruleOrder)
      if rule.isDenial { denials.append(rule) } else { rules.append(rule) }
    }
  }

  mutating func add(_ diagnostics: [Diagnostic]) { self.diagnostics += diagnostics }

  mutating func addForeignKey(_ name: String) { vocabulary.addForeign(name) }

  private mutating func include(
    _ path: String,
    _ span: SourceSpan,
    from source: SourceText,
    _ layer: Layer
  ) {
    let name = RuleLoader.normalized(RuleLoader.path(path, besides: source.name))
    if let start = open.firstIndex(of: name) {
      let chain = open[start...] + [name]
      report("include-cycle", "these files include each other: \(chain.joined(separator: " -> "))")
    } else if open.count > 50 {
      report("too-deep", "files include each other more than 50 deep")
    } else if !seen.contains(name) {
      var faults: [Diagnostic] = []
      if let included = read(name, &faults) {
        load(included, layer)
      } else {
        let reason = faults.first?.message ?? "it cannot be read"
        report("include", "`\(path)` cannot be included: \(reason)")
      }
    }

    func report(_ id: String, _ message: String) {
      diagnostics.append(Diagnostic(.error, id: id, message, source: source, span: span))
    }
  }

  /// A path as seen from the folder of the file `name`.
  static func path(_ path: String, besides name: String) -> String {
    guard !path.hasPrefix("/"), let slash = name.lastIndex(of: "/") else { return path }
    return name[...slash] + path
  }

  /// The path without `.` and without `x/..`.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}

extension Diagnostic {
  /// The fault as rule files have it: the expression parser tells its faults apart, here they are of one kind.
  var asSyntaxFault: Diagnostic {
    guard severity == .error, id != "more-faults" else { return self }
    var fault = self
    fault.id = "syntax"
    return fault
  }
}
