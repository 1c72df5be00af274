import Diagnostics
import EntityModel
public import Qualifiers
import StandardKeys
import Widgets
import Workspace

extension PageContext {
  /// Opens the list of an entity with the objects for which a condition holds: `page.open("Ticket", where: "owner = $me",
  /// with: ["me": .string("ada")])`.
  ///
  /// Says why, and opens nothing, if the entity does not exist or is hidden, or the text is not a condition.
  ///
  /// - Parameters:
  ///   - entityName: The entity.
  ///   - condition: A condition of the rule language over its objects; `nil` for all.
  ///   - values: What `$name` in the condition stands for.
  ///   - title: What the list is called; `nil` for the answer of the rules.
  public func open(
    _ entityName: String,
    where condition: String? = nil,
    with values: [String: Value] = [:],
    named title: String? = nil
  ) {
    guard isOpen else { return }
    guard let entity = work.model.entity(named: entityName) else {
      return say("there is no entity '\(entityName)'", .error)
    }
    if let reason = work.visibilityRefusal(of: entity) {
      return say("\(title ?? work.shownName(entityName)): \(reason)", .warning)
    }
    var qualifier: Qualifier?
    if let condition {
      let (read, faults) = Qualifier.parse(condition)
      guard let read else {
        return say("'\(condition)' is not a condition: \(faults.first?.message ?? "")", .error)
      }
      qualifier = read.bindingVariables { values[$0.description] }
      guard qualifier != nil else {
        return say("'\(condition)': one of its '$' names has no value", .error)
      }
    }
    push(
      PageState(
        task: .list,
        subject: .entity(entity),
        auxiliaryQualifier: qualifier,
        name: title
      )
    )
  }
}
