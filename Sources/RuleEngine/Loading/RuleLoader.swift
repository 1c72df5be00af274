package import Diagnostics
package import RuleEnvironment

/// Parses rule files and the files that they include, and collects the good rules and all faults.
package struct RuleLoader: Sendable {
  /// Gives the text of an included file, or adds the fault.
  package typealias Reading = @Sendable (String, inout [Diagnostic]) -> SourceText?

  /// All keys; those that only rules of other languages know are added to it.
  package private(set) var vocabulary: Vocabulary
  private var formats: [any RuleFormat]
  package var names: KnownNames
  var read: Reading
  /// The rules read so far.
  private(set) var rules: [Rule] = []
  /// The denials that replace faulty rules for permission keys.
  private(set) var denials: [Rule] = []
  private let ruleOrder: RuleOrder
  private(set) var expectations: [Expectation] = []
  /// The keys that the files declare.
  private(set) var declarations: [KeyDeclaration] = []
  /// The names of keys that are declared with a mistake.
  private(set) var faultyKeys: Set<String> = []
  /// The declarations found by the first pass, so that rules can use a key before its declaration.
  private var expected: [KeyDeclaration] = []
  /// The expected declarations of layers that may only narrow, added when the first such layer is read.
  private var waiting: [KeyDeclaration] = []
  /// Keys that were declared by the files as they were before.
  var former: [KeyDeclaration] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The files being read, outermost first.
  private var open: [String] = []
  /// Files of the layer that were read already; each is read once.
  private var seen: Set<String> = []

  init(
    vocabulary: Vocabulary,
    names: KnownNames,
    ruleOrder: RuleOrder,
    formats: [any RuleFormat] = [],
    read: @escaping Reading
  ) {
    self.vocabulary = vocabulary
    self.names = names
    self.ruleOrder = ruleOrder
    self.formats = formats
    self.read = read
  }

  mutating func load(_ sources: [SourceText], layer: Layer) {
    seen.removeAll()
    if layer.mayOnlyNarrow {
      for declaration in waiting {
        vocabulary.addDeclared(declaration.key, called: declaration.name)
      }
      waiting = []
    }
    for source in sources { load(source, layer) }
  }

  private mutating func load(_ source: SourceText, _ layer: Layer) {
    seen.insert(RuleLoader.normalized(source.name))
    if let format = formats.firstIndex(where: { $0.isForeign(source.name) }) {
      return withFormat(format) { $0.load(source, layer, into: &$1) }
    }
    let source = formats.reduce(source) { $1.unwrapped($0) }
    var file = RuleParser.parse(source)
    diagnostics += file.diagnostics.all.map(\.asSyntaxFault)
    var translations: [Int: RuleTranslation] = [:]
    for format in formats.indices {
      withFormat(format) {
        translations.merge($0.translations(of: file.items, for: &$1)) { first, _ in first }
      }
    }
    var checker = RuleChecker(vocabulary: vocabulary, names: names, layer: layer, source: source)
    checker.faultyKeys = faultyKeys
    open.append(RuleLoader.normalized(source.name))
    let namesContext = source.text.contains(RuleSyntax.contextName)
    // A file may be long: what was read is not kept beside what is made of it.
    file.items.reverse()
    var position = 0
    while let item = file.items.popLast() {
      defer { position += 1 }
      switch item {
      case .rule(let written):
        let rule = namesContext ? written.droppingContextName() : written
        add(translations[position]?(&checker) ?? checker.drafts(of: rule))
      case .unread(let rule): add(checker.denials(of: rule))
      case .block(let condition, let allowances):
        checker.checkBlock(namesContext ? condition.droppingContextName() : condition, allowances)
      case .expectation(let syntax):
        if let expectation = checker.expectation(of: syntax) { expectations.append(expectation) }
      case .key(let syntax):
        if let declaration = checker.declaration(of: syntax) {
          declare(declaration, at: syntax.nameSpan, &checker)
        } else {
          faultyKeys.insert(syntax.name)
        }
      case .unreadKey(let name): faultyKeys.insert(name)
      case .include(let path, let span): include(path, at: span, from: source, layer)
      }
    }
    open.removeLast()
    diagnostics += checker.diagnostics.all
  }

  /// Makes the keys known that another reading of the same texts has found, before the rules that use them are read.
  ///
  /// Declarations of layers that may only narrow are known to these layers alone: no rule below may depend on a user's rules.
  mutating func expect(_ declarations: [KeyDeclaration], faulty: Set<String>) {
    (expected, faultyKeys) = (declarations, faulty)
    waiting = declarations.filter(\.layer.mayOnlyNarrow)
    for declaration in declarations where !declaration.layer.mayOnlyNarrow {
      vocabulary.addDeclared(declaration.key, called: declaration.name)
    }
  }

  private mutating func declare(
    _ declaration: KeyDeclaration,
    at span: SourceSpan,
    _ checker: inout RuleChecker
  ) {
    // A file is read once for each layer that includes it.
    guard !declarations.contains(where: declaration.isSame) else { return }
    if let known = expected.first(where: declaration.isSame) { return declarations.append(known) }
    if let other = vocabulary[declaration.name], !vocabulary.isForeign(other) {
      let place = declarations.first { $0.key === other }?.place
      return checker.report(.declaredTwice(declaration.name, place: place), at: span)
    }
    let declaration = declaration.reusing(former)
    vocabulary.addDeclared(declaration.key, called: declaration.name)
    declarations.append(declaration)
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

  package mutating func add(_ drafts: [Rule.Draft]) {
    for draft in drafts {
      let rule = Rule(draft, order: rules.count + denials.count, by: ruleOrder)
      if rule.isDenial { denials.append(rule) } else { rules.append(rule) }
    }
  }

  package mutating func add(_ diagnostics: [Diagnostic]) { self.diagnostics += diagnostics }

  package mutating func addForeignKey(_ name: String) { vocabulary.addForeign(name) }

  /// Lets a format change the loader, and itself.
  private mutating func withFormat(
    _ index: Int,
    _ body: (inout any RuleFormat, inout RuleLoader) -> Void
  ) {
    var format = formats[index]
    body(&format, &self)
    formats[index] = format
  }

  private mutating func include(
    _ path: String,
    at span: SourceSpan,
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
  package var asSyntaxFault: Diagnostic {
    guard severity == .error, id != "more-faults" else { return self }
    var fault = self
    fault.id = "syntax"
    return fault
  }
}
