import Diagnostics

/// A lint for keys that a rule file declares and no rule reads: nothing else can read them.
///
/// Nothing more is reported about the rules that set such a key. A rule written as a closure may read any key; then nothing is
/// reported.
enum UnreadDeclarationLint: RuleLint {
  static let id = "unread-declaration"
  static let summary = "A rule file declares a key that no rule reads."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    let model = linted.model
    guard !model.declarations.isEmpty, !model.allRules.contains(where: \.runsClosure) else {
      return
    }
    let read = model.allRules.keysRead
    for declaration in model.declarations where !read.contains(declaration.name) {
      let name = declaration.name
      report(declaration, .warning) {
        LintRemark("no rule reads the key `\(name)`")
          .advising("use it in a condition, value or template, or remove it")
      }
    }
  }
}

extension [Rule] {
  /// The keys that rules for other keys read.
  var keysRead: Set<String> {
    reduce(into: []) { read, rule in read.formUnion(rule.readKeys.subtracting([rule.keyName])) }
  }
}
