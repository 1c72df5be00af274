import AccessControl
import Editing
import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The requirements for a new row of a join table: its own properties beside the two references, and any missing required
/// value.
///
/// Relationship editors ask it whether linking is possible and whether a form must be opened.
struct JoinTableRow {
  private let work: WorkContext
  private let entity: Entity
  /// The relationships to both ends.
  private let ends: [Relationship]

  /// `nil` where no object stands between.
  init?(_ link: RelatedLink, in work: WorkContext) {
    guard case .through(let join, _, let back, let far) = link.way else { return nil }
    (self.work, entity, ends) = (work, join, [back, far])
  }

  /// Whether there is something to be entered.
  var hasOwnProperties: Bool {
    let scope = work.root.scoped(toTask: .edit).scoped(to: entity)
    let names = ends.map(\.name)
    let own = scope.propertyKeys.contains { key in
      !names.contains(key) && entity.relationship(named: key)?.isToMany != true
        && entity.attribute(named: key)?.isBookkeeping != true
    }
    return own || !needed.isEmpty
  }

  /// The reason that none can be made: a needed value cannot be entered.
  var refusal: String? {
    let scope = work.root.scoped(toTask: .create).scoped(to: entity)
    for attribute in needed {
      let key = entity.propertyName(showing: attribute)
      let permissions = Permissions(work: work, scope: scope.scoped(toProperty: key))
      let reason =
        scope.propertyKeys.contains(key) ? permissions.propertyRefusal : "no form shows it"
      guard let reason else { continue }
      let name = scope[ModelKeys.shared.displayNameForEntity]
      return "\(name) needs a value in \(scope.displayName(of: key)): \(reason)"
    }
    return nil
  }

  /// The required attributes without a value from the link, a rule or the database.
  private var needed: [Attribute] {
    let linked = Set(ends.flatMap(\.definition.joins).map(\.source))
    let open = entity.attributes.filter {
      !linked.contains($0.name) && $0.definition.derivation == nil
        && $0.problem(with: .null, isNew: true) != nil
    }
    guard !open.isEmpty else { return [] }
    let scope = work.root.scoped(toTask: .create).scoped(to: entity)
    let given = InitialValues(of: entity, in: scope).values
    return open.filter { given[$0.name]?.isNull != false }
  }
}
