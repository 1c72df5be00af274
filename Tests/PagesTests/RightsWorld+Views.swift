import Pages
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys

/// Worlds in which a view shows persons, and such with rules in Swift.
extension RightsWorld {
  /// The entity of the view.
  static let viewName = "PersonCard"

  static let view = """
    CREATE VIEW person_card AS SELECT id, name, email, credit, note, is_vip, store_id FROM person;

    """
}

extension RightsWorld.Rights.Part {
  /// The rule that says the same of the view of persons; `nil` for what is about others.
  var ruleOfView: String? {
    guard table == "person" else { return nil }
    // A view leads nowhere; the first store is the one in Oslo.
    let rule = self.rule.replacing("object.store.city = 'Rome'", with: "object.storeId in [2, 3]")
      .replacing("store.city = 'Oslo'", with: "storeId = 1")
    guard kind != nil else { return rule }
    return column == nil
      ? rule.replacing("where (", with: "where (isVip = false or ")
      : rule.replacing("=>", with: "and object.isVip = true =>")
  }
}

extension RightsWorld.Rights {
  /// The rules for a file: none where they are in Swift.
  func ruleText(of role: String) -> String { isInSwift ? "" : rules(of: role) }

  /// The parts of the program and its rules in Swift.
  @MainActor func catalog(of role: String) -> Catalog {
    var catalog = Catalog.builtIn
    if isInSwift {
      catalog.rules += rules(of: role).split(separator: "\n").enumerated().map {
        Self.inSwift($1, $0)
      }
    }
    return catalog
  }

  /// A line of the rules in Swift; of what hides every second is a closure that does not answer.
  private static func inSwift(_ line: Substring, _ number: Int) -> SwiftRule {
    let sides = line.split(separator: " => ", maxSplits: 1)
    let condition = RuleCondition(String(sides[0]))
    let assignment = sides[1].split(separator: " = ", maxSplits: 1)
    let text = String(assignment[1])
    switch assignment[0] {
    case "restrictingQualifier":
      return condition => \.restrictingQualifier <= .where(String(text.dropFirst(7).dropLast()))
    case "visibleEntityNames":
      let names = text.split { "[]', ".contains($0) }.map(String.init)
      return condition => \.visibleEntityNames <= names
    case "isPropertyEditable": return condition => \.isPropertyEditable <= false
    case "isPropertyVisible" where number.isMultiple(of: 2):
      return condition => \.isPropertyVisible <= { _ in nil }
    case "isPropertyVisible": return condition => \.isPropertyVisible <= false
    default: preconditionFailure("no rule of these worlds sets \(assignment[0])")
    }
  }
}
