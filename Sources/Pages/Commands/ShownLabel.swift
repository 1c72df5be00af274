import AccessControl
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The label of a related object in a list row, with the filters for rows with the same object or label.
///
/// Several objects may share a label.
struct ShownLabel {
  let relationship: Relationship
  let path: PropertyPath
  let record: Record

  /// Holds where the same object is referred to.
  var byKey: Qualifier {
    .all(
      relationship.definition.joins.map { join in
        let path = path.components.dropLast() + [join.source]
        return .matching(
          PropertyPath(components: Array(path)),
          record.value(forPath: path[...]) ?? .null
        )
      }
    )
  }

  /// Holds where the same is shown: an object that is called alike.
  ///
  /// By the key where no other can be, or nothing names it.
  func qualifier(in scope: EnvironmentValues, _ work: WorkContext) -> Qualifier {
    guard let destination = relationship.destination else { return byKey }
    let names = names(of: destination, in: scope, work)
    let isUnique = names.contains { name in
      name.components.count == 1
        && destination.attribute(named: name.first)?.definition.isUnique == true
    }
    let parts = names.map { PropertyPath(components: path.components + $0.components) }
    let values = parts.map { record.value(forPath: $0.components[...]) ?? .null }
    let isNamed = values.contains { value in
      guard case .string(let text) = value else { return false }
      return !text.isEmpty
    }
    guard !isUnique, isNamed else { return byKey }
    // What ends in blanks is shown without them.
    let isWhole = values.allSatisfy { $0.string.map { $0.withoutTrailingSpaces == $0 } ?? true }
    guard isWhole, parts.allSatisfy(record.entity.isFetchable) else { return byKey }
    return .all(zip(parts, values).map { Qualifier.matching($0, $1) })
  }

  /// The paths that decide what this object is called: those that name it, and those before them that do not.
  private func names(
    of destination: Entity,
    in scope: EnvironmentValues,
    _ work: WorkContext
  ) -> [PropertyPath] {
    let label = work.labelPaths.label(of: destination, in: scope, root: work.root)
    var names: [PropertyPath] = []
    for paths in label?.alternatives ?? [] {
      names += paths
      let text = LabelKey(alternatives: [paths]).text {
        record.value(forPath: (path.components + $0.components)[...])
      }
      if text != nil { break }
    }
    return names
  }
}
