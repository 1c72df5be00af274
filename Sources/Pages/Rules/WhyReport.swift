import AccessControl
import Diagnostics
import EntityModel
import RuleEngine
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// Why a place of the screen is as it is: for each key that matters there, the rule that answers and those that lost.
struct WhyReport {
  /// The rule, fault or key that a line of a `why` report is about: its source text, offset and key name.
  ///
  /// The `why` panel opens the source in an editor, or writes a rule for the key.
  struct Subject {
    /// The text of the rule or fault, and where in it.
    let source: SourceText?
    let offset: Int
    let keyName: String?
  }

  /// A line of a `why` report: its text, indent and kind, and the rule source or key it is about.
  ///
  /// Lines with more indent than a line above them are inside of that line.
  struct Line {
    /// The kind of a line in a `why` report, which determines its style: fault, key with value, rule text, detail or blank.
    enum Kind {
      case fault, key, source, detail, blank
    }

    let kind: Kind
    let text: String
    /// Cells that stay free at the left of all its lines.
    let indent: Int
    /// The rule, fault or key that commands act on.
    let subject: Subject?

    init(_ kind: Kind, _ text: String = "", indent: Int = 0, about subject: Subject? = nil) {
      (self.kind, self.text, self.indent, self.subject) = (kind, text, indent, subject)
    }
  }

  let page: PageContext
  /// The place: a field or column, an object, or a page.
  let scope: EnvironmentValues

  var work: WorkContext { page.work }

  /// The question that the panel answers.
  var question: String {
    let entity = scope[ModelKeys.shared.entity]?.name
    let task = scope[TaskKeys.shared.task]
    let property = scope[ModelKeys.shared.propertyKey]
    guard !property.isEmpty else {
      return entity.map { "Why is \($0) like this? (\(task))" } ?? "Why is this page like this?"
    }
    let place = entity.map { "\($0).\(property)" } ?? property
    guard let shownText else { return "Why is \(place) like this? (\(task))" }
    return "Why is \(place) shown as “\(shownText)”? (\(task))"
  }

  /// Returns the lines as the rows of an outline; those without a subject have that of the line around them.
  func rows(isComplete: Bool) -> [OutlineRow<Line>] {
    var outer: [(path: String, subject: Subject?)] = []
    return lines(isComplete: isComplete).map { line in
      outer = Array(outer.prefix(line.indent / 4))
      let subject = line.subject ?? outer.last?.subject
      let path = "\(outer.last?.path ?? "")\n\(line.text)"
      outer.append((path, subject))
      return OutlineRow(
        Line(line.kind, line.text, about: subject),
        depth: outer.count - 1,
        indent: line.indent,
        isHeading: line.kind == .blank,
        id: AnyID(path)
      )
    }
  }

  /// Returns the rule faults, what is seen and the explained keys as lines.
  ///
  /// Parameter `isComplete`: Whether to list every key and every rule that lost, instead of the most important ones.
  func lines(isComplete: Bool) -> [Line] {
    var lines: [Line] = []
    for fault in work.faults {
      let texts = fault.rendered.split(separator: "\n").map(String.init)
      let subject = Subject(source: fault.source, offset: fault.span.start, keyName: nil)
      lines.append(Line(.fault, texts[0], about: subject))
      lines += texts.dropFirst().map { Line(.fault, $0, indent: 4) }
      lines.append(Line(.blank))
    }
    lines += seenLines
    lines.append(Line(.blank))
    var silent: [String] = []
    for name in isComplete ? work.resolver.model.vocabulary.declaredNames : keyNames {
      guard
        let explanation = work.resolver.shownExplanation(of: name, in: place(of: name))
      else {
        continue
      }
      if explanation.origin == .default, explanation.candidates.isEmpty, !isComplete {
        silent.append(name)
      } else {
        lines += self.lines(of: explanation, isComplete: isComplete)
        lines.append(Line(.blank))
      }
    }
    if !silent.isEmpty {
      lines.append(Line(.detail, "no rule sets " + silent.joined(separator: ", ")))
    }
    return lines
  }

  @ListBuilder<Line>
  private func lines(of explanation: Explanation, isComplete: Bool) -> [Line] {
    let name = explanation.keyName
    Line(.key, "\(name) = \(explanation.value.summary)", about: Subject(explanation.rule, name))
    if explanation.origin == .explicit { Line(.detail, "set by the program", indent: 4) }
    if explanation.origin == .default { Line(.detail, explanation.defaultTitle, indent: 4) }
    if let rule = explanation.rule {
      Line(.detail, "\(rule.file):\(rule.line) · \(rule.rank)", indent: 4)
      explanation.sourceLines.map { Line(.source, $0, indent: 4) }
      explanation.refusal.map { Line(.detail, $0, indent: 4) }
    }
    // What nearly won says more than what was never meant for this place.
    let losers = explanation.candidates.nearestFirst
    let shown = isComplete ? losers.count : min(losers.count, Self.mostLosers)
    for candidate in losers.prefix(shown) {
      let rule = candidate.rule
      Line(.source, "✗ \(rule.summary)", indent: 4, about: Subject(rule, name))
      Line(.detail, "\(rule.file):\(rule.line) · \(candidate.reason)", indent: 8)
    }
    if losers.count > shown {
      Line(.detail, "… and \(losers.count - shown) more overridden; c shows all", indent: 4)
    }
    let reads = explanation.reads.filter { isComplete || $0.value != nil }
    if !reads.isEmpty, explanation.origin != .explicit {
      Line(.detail, "read: " + reads.map(\.text).joined(separator: ", "), indent: 4)
    }
  }

  /// Returns the scope in which a key is explained.
  ///
  /// Is the scope of the object that owns the field when only that object's rules forbid editing a field along a path.
  func place(of name: String) -> EnvironmentValues {
    let key = PermissionKeys.shared.isPropertyEditable
    guard name == "isPropertyEditable", scope.withStoredValues[key],
      let owner = PathPropertyScope(of: scope, in: work)?.scope, !owner[key]
    else { return scope }
    return owner
  }

  /// How many of the rules that lost are shown at first.
  private static let mostLosers = 3

  /// The keys that make this place what it is, the most telling first.
  private var keyNames: [String] {
    WhyKeys(scope: scope, kindsReading: work.root.catalog.propertyKinds).names
  }
}

extension [Explanation.Candidate] {
  /// The candidates sorted by the number of failed parts of their condition; those that hold come first.
  fileprivate var nearestFirst: [Explanation.Candidate] {
    let ranked = enumerated().sorted {
      ($0.element.failedParts, $0.offset) < ($1.element.failedParts, $1.offset)
    }
    return ranked.map(\.element)
  }
}

extension WhyReport.Subject {
  /// A rule, or none, that answers a key.
  init(_ rule: Rule?, _ keyName: String) {
    self.init(source: rule?.source, offset: rule?.span.start ?? 0, keyName: keyName)
  }
}
