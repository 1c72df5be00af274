import PropertyLists
import Qualifiers
import RuleEnvironment
import RuleEngine

/// A translator of Direct to Web rules to this program's rule syntax: condition, key and value.
struct DirectToWebTranslation {
  private let names: DirectToWebNames

  init(vocabulary: Vocabulary) { names = DirectToWebNames(vocabulary: vocabulary) }

  /// A rule of a `.d2wmodel`.
  func draft(of rule: DirectToWebRule) -> DirectToWebDraft {
    var obstacles: [String] = []
    var condition = Qualifier.constant(false)
    var value = Expression(.literal(.null), span: rule.assignmentSpan)
    do throws(DirectToWebObstacle) {
      condition = try DirectToWebQualifiers().qualifier(rule.condition)
    } catch {
      obstacles.append(error.reason)
    }
    do throws(DirectToWebObstacle) {
      value = try DirectToWebAssignments().expression(rule)
    } catch {
      value = Expression(.literal(DirectToWebValues.value(rule.value)), span: rule.assignmentSpan)
      obstacles.append(error.reason)
    }
    if rule.key.isEmpty { obstacles.append(DirectToWebRule.keyObstacle) }
    let key = PropertyPath(
      components: [rule.key.isEmpty ? DirectToWebRule.missingKey : rule.key]
    )
    var syntax = RuleSyntax(setting: key, to: value, at: rule.assignmentSpan)
    (syntax.condition, syntax.priority) = (condition, rule.author)
    (syntax.isEnabled, syntax.documentation) = (rule.isEnabled, rule.documentation)
    if let node = rule.node { syntax.span = node.span }
    return spelled(syntax, of: rule, obstacles)
  }

  /// An assignment with a class behind it, in a file of text.
  func draft(of syntax: RuleSyntax, _ assignment: RuleSyntax.Assignment) -> DirectToWebDraft {
    let className = assignment.className ?? DirectToWebFile.plainClass
    let written = assignment.value.constant
    var assignment = assignment
    var obstacles: [String] = []
    // A value that is written as an expression needs no class to be read.
    if let constant = assignment.value.constant {
      do throws(DirectToWebObstacle) {
        assignment.value = try DirectToWebAssignments().expression(
          className: className,
          value: PropertyList(archiving: constant),
          span: assignment.value.span ?? assignment.span
        )
      } catch {
        obstacles.append(error.reason)
      }
    } else if !DirectToWebAssignments.isKnown(className) {
      obstacles.append("the assignment class `\(className)` has no counterpart")
    }
    var single = syntax
    single.assignments = [assignment]
    let rule = DirectToWebRule(
      author: syntax.priority,
      key: assignment.key.description,
      className: className,
      isEnabled: syntax.isEnabled,
      documentation: syntax.documentation,
      value: written.flatMap { $0.isNull ? nil : PropertyList(archiving: $0) },
      assignmentSpan: assignment.span
    )
    return spelled(single, of: rule, obstacles)
  }

  private func spelled(
    _ syntax: RuleSyntax,
    of rule: DirectToWebRule,
    _ obstacles: [String]
  ) -> DirectToWebDraft {
    var syntax = renamed(syntax)
    syntax.condition = names.ours(syntax.condition)
    for index in syntax.assignments.indices {
      syntax.assignments[index].value = names.ours(syntax.assignments[index].value)
    }
    let homonym = syntax.assignments.first.flatMap { Self.homonyms[$0.key.description] }
    let obstacles = obstacles + [homonym, Self.cycle(in: syntax)].compactMap(\.self)
    return DirectToWebDraft(
      rule: rule,
      syntax: syntax,
      obstacle: obstacles.isEmpty ? nil : obstacles.joined(separator: "; ")
    )
  }

  /// Keys that mean something else there, or are asked for otherwise.
  private static let homonyms = [
    "width": "`width` is in pixels there, in cells here",
    "style": "`style` is CSS there",
    "batchSize": "`batchSize` is the length of a page there",
    // Not one rule answers these there, but all whose conditions hold.
    "componentAvailable": "components declare their own purpose here",
    "pageAvailable": "pages declare their own purpose here",
  ]

  /// There the task follows from the name of the page configuration, which here follows from the task.
  private static func cycle(in syntax: RuleSyntax) -> String? {
    guard syntax.assignments.first?.key.description == "task",
      syntax.condition.paths.contains(where: { $0.first == "pageConfiguration" })
    else { return nil }
    return "here the task decides the page configuration, not vice versa"
  }

  /// A key that is called otherwise here, with what is written for it.
  private func renamed(_ syntax: RuleSyntax) -> RuleSyntax {
    guard let assignment = syntax.assignments.first,
      let renamed = DirectToWebCounterpart(of: assignment, where: syntax.condition)
    else { return syntax }
    var syntax = syntax
    syntax.condition = renamed.condition
    syntax.assignments[0].key = PropertyPath(renamed.key)
    syntax.assignments[0].value = renamed.value
    return syntax
  }
}
