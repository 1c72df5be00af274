import AccessControl
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

extension WhyReport {
  /// A line about what is seen: its name and value, and the key, the place of the rule and the reason that made it so.
  private struct Sight {
    let name: String
    let value: String
    /// The assignment of the rule, where it stands, and what else than the place it depends on.
    let parts: [String]
    let subject: Subject
  }

  /// The text that the place shows; `nil` where it shows none, or the user may not see it.
  var shownText: String? {
    guard !scope[ModelKeys.shared.propertyKey].isEmpty, scope[ObjectKeys.shared.object] != nil,
      scope.withStoredValues[PermissionKeys.shared.isPropertyVisible],
      let component = work.root.catalog.components[scope[ComponentKeys.shared.component]]
    else { return nil }
    return component.cell(scope).text
  }

  /// The lines of what is seen, before the keys: each with its reason, which stands in a line below where it does not fit.
  var seenLines: [Line] {
    let sights = sights
    let names = sights.map(\.name.count).max() ?? 0
    let values = sights.map { TextWidth.cells(of: $0.value) }.filter { $0 <= 20 }.max() ?? 0
    let keys = sights.compactMap(\.parts.first?.count).filter { $0 <= 40 }.max() ?? 0
    let room = scope[MiscKeys.shared.screen].width - 6
    return sights.flatMap { sight in
      let start = sight.name.padded(to: names) + "  " + sight.value
      let key = sight.parts[0].padded(to: sight.parts.count > 1 ? keys : 0)
      let line = ([start.padded(to: names + 2 + values), key] + sight.parts.dropFirst())
        .joined(separator: "  ")
      guard TextWidth.cells(of: line) > room else {
        return [Line(.source, line, about: sight.subject)]
      }
      let reason = sight.parts.joined(separator: "  ")
      return [Line(.source, start, about: sight.subject), Line(.detail, reason, indent: 4)]
    }
  }

  @ListBuilder<Sight> private var sights: [Sight] {
    if !scope[ModelKeys.shared.propertyKey].isEmpty {
      if let shownText {
        let text = TextWidth.clipped(Sanitizer.visible(shownText, upTo: 400), toCells: 40)
        let isNull = scope[ModelKeys.shared.propertyValue].isNull
        sight("text", text, by: isNull ? ["displayStringForNil"] : ["formatter", "component"])
      }
      let style = scope[RenderingKeys.shared.style]?.words.joined(separator: " ")
      let color = scope[RenderingKeys.shared.color] ?? style ?? "plain"
      sight("colour", color, by: ["color", "style"])
      width
      let visible = Permissions(work: work, scope: scope).visibilityRefusal
      sight("visible", visible == nil ? "yes" : "no", by: ["isPropertyVisible"])
    } else {
      let hasName = scope[ModelKeys.shared.entity] != nil && scope[ObjectKeys.shared.object] == nil
      let name = scope[ModelKeys.shared.displayNameForEntity]
      sight(
        "title",
        hasName ? name : scope[RenderingKeys.shared.title],
        by: [hasName ? "displayNameForEntity" : "title"]
      )
      sight("page", scope[ComponentKeys.shared.page], by: ["page"])
      if let entity = scope[ModelKeys.shared.entity] {
        let refusal = work.visibilityRefusal(of: entity)
        sight("readable", refusal == nil ? "yes" : "no", by: ["visibleEntityNames"])
      }
    }
    if scope[ModelKeys.shared.entity] != nil { editable }
  }

  private var width: Sight {
    let (key, ruled) = (scope[ModelKeys.shared.propertyKey], scope[RenderingKeys.shared.width])
    guard scope.taskName == .list, let own = page.list?.arrangement.widths[key], own != ruled else {
      return sight("width", ruled.map { "\($0)" } ?? "by content", by: ["width"])
    }
    let parts = ["set in this list"]
    return Sight(name: "width", value: "\(own)", parts: parts, subject: Subject(nil, "width"))
  }

  /// Whether the place may be changed: the first key that forbids it, or else a reason that is none of the rules.
  private var editable: Sight {
    let (rights, keys) = (Permissions(work: work, scope: scope), PermissionKeys.shared)
    let isProperty = !scope[ModelKeys.shared.propertyKey].isEmpty
    let hasObject = scope[ObjectKeys.shared.object] != nil
    let ruled = place(of: "isPropertyEditable").withStoredValues
    let answers = [
      ("isEntityReadOnly", !scope[keys.isEntityReadOnly]),
      ("isObjectEditable", !hasObject || scope.withStoredValues[keys.isObjectEditable]),
      ("isPropertyEditable", !isProperty || ruled[keys.isPropertyEditable]),
    ]
    if let no = answers.first(where: { !$0.1 })?.0 { return sight("editable", "no", by: [no]) }
    let key = answers[isProperty ? 2 : hasObject ? 1 : 0].0
    guard let refusal = hasObject ? rights.objectRefusal : rights.readOnlyReason else {
      return sight("editable", "yes", by: [key])
    }
    return Sight(name: "editable", value: "no", parts: [refusal], subject: Subject(nil, key))
  }

  /// Returns the line of a value with the first of `keys` that a rule answers, or else the last.
  private func sight(_ name: String, _ value: String, by keys: [String]) -> Sight {
    let explanations = keys.compactMap { work.resolver.shownExplanation(of: $0, in: place(of: $0)) }
    let decisive = explanations.first { $0.rule != nil && $0.value != .null } ?? explanations.last
    var parts = [decisive?.origin == .explicit ? "set by the program" : "default"]
    if let rule = decisive?.rule {
      parts = [rule.assignment, "\(rule.file.split(separator: "/").last ?? ""):\(rule.line)"]
      let reasons = rule.conjuncts.filter { part in
        part.paths.contains { !Self.placeNames.contains($0.first) }
      }.map { "\($0)" }
      if decisive?.readsHidden == true {
        parts.append("because of a hidden value")
      } else if !reasons.isEmpty {
        parts.append("because " + reasons.joined(separator: " and "))
      }
    } else if decisive?.origin == .rule {
      parts = ["answered by rules"]
    }
    let subject = Subject(decisive?.rule, decisive?.keyName ?? "")
    return Sight(name: name, value: value, parts: parts, subject: subject)
  }

  /// The key paths of conditions that say no more than where the place is.
  private static let placeNames: Set<String> = [
    "entity", "task", "propertyKey", "attribute", "relationship",
  ]
}

extension String {
  /// The text with blanks behind it that fill so many cells.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TextWidth.cells(of: self)))
  }
}
