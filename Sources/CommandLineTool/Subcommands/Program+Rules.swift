import RuleFiles
import Diagnostics
import EntityModel
import EntityStore
import FoundationEssentials
import RuleEngine

// The subcommands about rule files.
extension Program {
  /// The rules of all layers, judged by the database when there is one or no file is named.
  func loadedRules() async throws -> RuleBase.Reading {
    var model: Model?
    if invocation.database != nil || invocation.rules == application.ruleFiles {
      let opening = try await OpenedDatabase(invocation, of: application, tell: onOpening)
      model = opening.store.model
      await opening.store.close()
    }
    return await OpenedDatabase.loadRules(
      invocation,
      model: model,
      of: application,
      tell: onOpening
    )
  }

  /// All faults of the rule files; 2 when there is an error, or with `--strict` a warning.
  func rulesCheck() async throws -> Outcome {
    let format = try format()
    let loaded = try await loadedRules()
    let faults = loaded.faults + loaded.model.lint()
    let counting = faults.filter {
      $0.severity == .error || $0.severity == .warning && invocation.strict
    }
    let code: Int32 = counting.isEmpty ? 0 : 2
    if format == "json" {
      return Outcome(output: JSON.array(faults.map(\.json)).printed, code: code)
    }
    let text = faults.rendered()
    let isClean = faults.allSatisfy { $0.severity == .note }
    let summary = isClean ? loaded.model.rules.faultlessSummary : faults.summary
    return Outcome(output: text, messages: summary, code: code)
  }

  /// Every rule, disabled ones too.
  func rulesList() async throws -> Outcome {
    let format = try format()
    let loaded = try await loadedRules()
    let rules = loaded.model.allRules
    let messages = loaded.faults.rendered()
    if format == "json" {
      let output = JSON.array(rules.map(\.json)).printed
      return Outcome(output: output, messages: messages)
    }
    return Outcome(output: rules.map { $0.listed + "\n" }.joined(), messages: messages)
  }

  /// Rule files laid out anew, printed or put in their place.
  func rulesFormat() throws -> Outcome {
    var outcome = Outcome()
    for path in invocation.rules {
      var faults: [Diagnostic] = []
      var text: String?
      if let source = RuleFileReader.all.read(path, &faults) {
        let formatted = RuleFormatter.format(source)
        (text, faults) = (formatted.text, formatted.diagnostics)
        if text == source.text, invocation.writes { continue }
      }
      outcome.messages += faults.rendered()
      guard let text else {
        outcome.code = 2
        continue
      }
      if invocation.writes {
        try replace(path, by: text)
      } else {
        outcome.output += text
      }
    }
    return outcome
  }
}

/// The error for a rule file that could not be written, with the message for the user.
///
/// Thrown by `replace(_:by:)`.
struct WriteError: Error, CustomStringConvertible {
  let description: String
}

extension Program {
  /// Writes the file anew as a whole; of a link what it leads to.
  func replace(_ path: String, by text: String) throws(WriteError) {
    let file = URL(filePath: path).resolvingSymlinksInPath()
    do {
      try Data(text.utf8).write(to: file, options: .atomic)
    } catch {
      throw WriteError(description: "'\(path)' cannot be written and is unchanged")
    }
  }
}

extension Rule {
  /// The rule in one line, with the place where it stands.
  fileprivate var listed: String {
    let state = isEnabled ? "" : "disabled "
    let rule = "\(priority): \(condition) => \(keyName) = \(value)"
    return "\(file):\(line) (\(layer.title), \(specificity))  \(state)\(rule)"
  }
}

extension [Rule] {
  /// `Shop.rules: 2 rules, no faults (checked with 160 of the program)`.
  fileprivate var faultlessSummary: String {
    let own = filter { $0.layer >= .application }
    let others = count - own.count
    guard !own.isEmpty else { return "no faults in \(others) rules of the program\n" }
    let files = Set(own.map(\.file))
    let rules = "\(own.count) rule\(own.count == 1 ? "" : "s")"
    let place = files.count == 1 ? "\(own[0].file): \(rules)" : "\(rules) in \(files.count) files"
    return "\(place), no faults (checked with \(others) of the program)\n"
  }
}

extension [Diagnostic] {
  /// `2 errors, 1 warning`.
  var summary: String {
    let errors = filter { $0.severity == .error }.reduce(0) { $0 + $1.count }
    let warnings = filter { $0.severity == .warning }.reduce(0) { $0 + $1.count }
    let parts = [
      errors == 0 ? nil : "\(errors) error\(errors == 1 ? "" : "s")",
      warnings == 0 ? nil : "\(warnings) warning\(warnings == 1 ? "" : "s")",
    ]
    return parts.compactMap(\.self).joined(separator: ", ") + "\n"
  }
}
