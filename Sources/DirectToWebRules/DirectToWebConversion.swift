package import Diagnostics
import PropertyLists
import Qualifiers
import RuleEnvironment
package import RuleEngine

/// Writes rules of Direct to Web in our terms, and ours in those of Direct to Web.
package struct DirectToWebConversion {
  private let model: RuleModel
  private let table: DirectToWebTable
  /// The rules that are converted.
  private let rules: [Rule]

  /// Converts the rules of the application in a model.
  ///
  /// - Parameters:
  ///   - model: The rules, as they were loaded with `bridge`.
  ///   - bridge: The rules by which our keys follow those of Direct to Web.
  package init(_ model: RuleModel, bridge: SourceText) {
    self.model = model
    table = DirectToWebTable(bridge, vocabulary: model.vocabulary)
    rules = model.allRules.filter { $0.layer == .application }
  }

  /// The rules as a file of ours.
  ///
  /// Rules that read or set keys that only Direct to Web knows stay in its text form, which is read too; a rule whose
  /// condition cannot be written down becomes a comment.
  package var rulesText: String {
    let (ours, notWritten) = split()
    var lines: [String] = []
    for rule in rules {
      if let obstacle = notWritten[rule.order] {
        lines.append("// Not converted: \(obstacle)")
        lines.append("// \(rule.directToWeb?.node?.openStepLine ?? rule.summary)")
        lines.append("")
        continue
      }
      lines += (rule.documentation ?? "").split(whereSeparator: \.isNewline).map { "// \($0)" }
      if ours[rule.order] != nil {
        if let spelling = table.spelling(of: rule) { lines.append("// \(spelling.comment)") }
        if let name = ownClass(of: rule) {
          lines.append("// \(DirectToWebSpelling.comment(ofClass: name))")
        }
      }
      lines.append((rule.isEnabled ? "" : "disabled ") + (ours[rule.order] ?? rule.foreignText))
    }
    return lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n")
  }

  /// The class behind the value of a rule, where another one would be written back.
  private func ownClass(of rule: Rule) -> String? {
    guard let name = rule.directToWeb?.className else { return nil }
    return DirectToWebArchiver(table: table).needsClass(name, for: rule) ? name : nil
  }

  /// The text of rules that can be said in our terms, and why some cannot be written at all.
  private func split() -> (ours: [Int: String], notWritten: [Int: String]) {
    var ours: [Int: String] = [:]
    var notWritten: [Int: String] = [:]
    var kept: [String: [Rule]] = [:]
    let readKeys = Set(rules.flatMap(\.readKeys))
    // The rules that are asked first are put first: one that stays must not lose to one behind it that does not.
    for rule in rules.sorted(by: { $0.precedes($1) }) {
      if let obstacle = rule.writingObstacle {
        notWritten[rule.order] = obstacle
      } else if let text = text(
        of: rule,
        kept[rule.keyName] ?? [],
        isRead: readKeys.contains(rule.keyName)
      ) {
        ours[rule.order] = text
      } else if rule.counts {
        kept[rule.keyName, default: []].append(rule)
      }
    }
    return (ours, notWritten)
  }

  /// A rule in our terms; `nil` when it must stay in those of Direct to Web.
  private func text(of rule: Rule, _ kept: [Rule], isRead: Bool) -> String? {
    guard rule.obstacle == nil, rule.conditionFault == nil,
      !rule.readKeys.contains(where: isForeign)
    else { return nil }
    let priority = rule.priority == Priority.standard ? "" : "\(rule.priority): "
    let condition = "\(rule.condition) => "
    guard model.vocabulary.isForeign(rule.key) else {
      return "\(priority)\(condition)\(rule.keyName) = \(rule.value)"
    }
    guard !isRead, let value = rule.value.constant,
      let row = table.row(foreignKey: rule.keyName, value: value),
      kept.allSatisfy({ $0.surelyExcludes(rule) })
    else { return nil }
    return "\(priority)\(condition)\(row.key) = \(row.value.literal)"
  }

  private func isForeign(_ name: String) -> Bool {
    model.vocabulary[name].map(model.vocabulary.isForeign) ?? true
  }

  /// The rules as a file of Direct to Web, and what could not be written.
  package var directToWeb: (text: String, diagnostics: [Diagnostic]) {
    let archiver = DirectToWebArchiver(table: table)
    var nodes: [PropertyList] = []
    var diagnostics: [Diagnostic] = []
    for rule in rules {
      do throws(DirectToWebObstacle) {
        nodes.append(try archiver.node(of: rule))
      } catch {
        diagnostics.append(
          Diagnostic(
            .warning,
            id: "no-counterpart",
            "Direct to Web cannot express this rule, it is left out: \(error.reason)",
            source: rule.source,
            span: rule.assignmentSpan
          )
        )
      }
    }
    let rules = PropertyListDictionary.Entry("rules", PropertyList(.array(nodes)))
    let root = PropertyList(.dictionary(PropertyListDictionary([rules])))
    return (DirectToWebFile.text(of: root), diagnostics)
  }

  /// A file of Direct to Web written anew, with every rule on a line of its own and nothing lost; `nil` with the fault
  /// when it cannot be read.
  package static func rewritten(_ source: SourceText) -> (text: String?, diagnostics: [Diagnostic])
  {
    do throws(MalformedDocument) {
      let file = try DirectToWebFile(reading: source)
      let isXML = file.document.format != .openStep
      return (isXML ? file.document.root.xmlText : file.text, file.diagnostics)
    } catch {
      return (nil, [error.diagnostic])
    }
  }
}

extension Rule {
  /// Whether the two never hold together.
  fileprivate func surelyExcludes(_ other: Rule) -> Bool {
    conjuncts.contains { part in other.conjuncts.contains(where: part.excludes) }
  }

  /// Why the rule cannot be written as text: its condition is of a class that has no spelling.
  fileprivate var writingObstacle: String? {
    guard let origin = directToWeb, origin.node != nil else { return nil }
    guard !origin.key.isEmpty else { return DirectToWebRule.keyObstacle }
    do throws(DirectToWebObstacle) {
      _ = try DirectToWebQualifiers().qualifier(origin.condition)
    } catch {
      return error.reason
    }
    let isPlain = origin.className.utf8.allSatisfy { $0.isWordByte }
    return isPlain ? nil : "its class is called `\(origin.className)`"
  }

  /// The rule in the text form of Direct to Web.
  fileprivate var foreignText: String {
    let condition = DirectToWebNames.foreign(condition(setting: directToWeb?.key ?? keyName))
    let key = PropertyPath(components: [directToWeb?.key ?? keyName]).literal
    let text: String
    if let origin = directToWeb, origin.value != nil || origin.node != nil {
      text = DirectToWebValues.value(origin.value).literal
    } else {
      text = "\(value)"
    }
    let className = directToWeb?.className ?? DirectToWebFile.plainClass
    return "\(priority): \(condition) => \(key) = \(text) [\(className)]"
  }
}

extension UInt8 {
  /// Whether it can stand in a name with points.
  fileprivate var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
