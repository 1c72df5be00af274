import AccessControl
package import Editing
import EntityModel
import EntityStore
package import Qualifiers
import RuleEnvironment
import StandardKeys

/// The copying of an object's values into a new object, limited to values that the user may see and may enter there.
package struct ValueTransfer {
  package let work: WorkContext
  package let object: ManagedObject

  package init(work: WorkContext, object: ManagedObject) {
    (self.work, self.object) = (work, object)
  }

  private var entity: Entity { object.entity }
  private var names: [String] { entity.attributes.map(\.name) }

  /// Enters what was known of the object, and what was entered into it, as far as that may be entered into a new one: nobody
  /// gets by way of another row what he may not write.
  ///
  /// - Returns: What holds something and is left out, for a sentence; what was not shown is not named.
  package func enter(into new: ManagedObject, besides leftOut: Set<String> = []) -> String {
    let (names, hidden) = (names, hidden)
    var refused: Set<String> = []
    while true {
      new.copyState(object, besides: refused.union(hidden).union(leftOut))
      // What may be written may depend on what is.
      let scope = work.root.scoped(toTask: .create).scoped(to: new.snapshot)
      let further = names.filter { name in
        (new.changedKeys.contains(name) || new.isSetToNull(name))
          && !scope.mayWrite(name, of: entity)
      }
      if further.isEmpty { break }
      refused.formUnion(further)
    }
    let shown = names.filter { name in
      !hidden.contains(name) && !leftOut.contains(name)
        && object.snapshot.value(forKey: name)?.isNull == false
    }
    let parts = [
      (shown.filter { refused.contains($0) }, "may not be entered"),
      (shown.filter { object.isPartlyRead($0) }, "was not read fully"),
    ]
    return parts.map { names, reason in
      let titles = names.map { name in
        stored.scoped(toProperty: entity.propertyNames(writing: name)[0])[
          ModelKeys.shared.displayNameForProperty
        ]
      }
      return titles.isEmpty ? "" : ", but for \(titles.joined(separator: ", ")), which \(reason)"
    }.joined()
  }

  /// The values of the object that rules carry over to the next new one, as far as the person may enter them there.
  package func carried(beside values: [String: Value]) -> [String: Value] {
    let (stored, hidden) = (stored, hidden)
    var carried: [String: Value] = [:]
    for name in names where !hidden.contains(name) && !object.isPartlyRead(name) {
      let isCarried = entity.propertyNames(writing: name).contains {
        stored.scoped(toTask: .create).scoped(toProperty: $0)[EditingKeys.shared.isCarriedOver]
      }
      let value = object.snapshot.keyValue(forKey: name) ?? .null
      if isCarried, !value.isNull { carried[name] = value }
    }
    let paths = names.map { PropertyPath(components: [$0]) }
    while !carried.isEmpty {
      let draft = EditingContext.draft(
        of: entity,
        values: values.merging(carried) { $1 },
        paths: paths
      )
      let scope = work.root.scoped(toTask: .create).scoped(to: draft.snapshot)
      let allowed = carried.filter { scope.mayWrite($0.key, of: entity) }
      if allowed.count == carried.count { break }
      carried = allowed
    }
    return carried
  }

  private var stored: EnvironmentValues {
    work.root.scoped(toTask: .edit).scoped(to: object.judged)
  }

  private var hidden: Set<String> {
    let stored = stored
    return Set(
      names.filter { name in
        !entity.propertyNames(writing: name).contains {
          stored.scoped(toProperty: $0)[PermissionKeys.shared.isPropertyVisible]
        }
      }
    )
  }
}
