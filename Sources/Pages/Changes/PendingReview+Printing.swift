import Diagnostics
package import Editing
import EntityModel
import EntityStore
import Qualifiers
package import Workspace

extension PendingReview {
  /// The review as lines of text: what `--dry-run` prints.
  package func text(of objects: [ManagedObject]) -> String {
    let unsaved = UnsavedChanges(work: work)
    var lines: [String] = []
    for group in groups(of: objects) {
      lines.append("\(group.title): \(group.objects.count)")
      for object in group.objects {
        lines.append("\(object.pendingMark) \(unsaved.label(of: object))")
        for name in names(of: object) {
          let change = change(of: name, in: object.pendingRow)
          let old = change.old.map { "\($0.text) → " } ?? ""
          lines.append("    \(change.title): \(old)\(change.new.text)")
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns a closure that prints the changes as JSON with stored values, without passwords.
  ///
  /// Call the closure again after the save to print the identities of new objects.
  package func json(
    of objects: [ManagedObject],
    with effects: DeletionEffects? = nil
  ) -> () -> String {
    let entries = groups(of: objects).flatMap(\.objects).map { object in
      let properties = names(of: object).map { ($0, values(of: $0, in: object)) }
      return (object: object, action: object.pendingRow.write.rawValue, properties: properties)
    }
    return {
      let objects = entries.map { object, action, properties in
        JSON.object([
          ("entity", .string(object.entity.name)),
          ("id", object.id.map { .array($0.values.map { JSON($0) }) } ?? .null),
          ("action", .string(action)), ("properties", .object(properties)),
        ])
      }
      return JSON.array(objects + (effects?.json ?? [])).text(pretty: true) + "\n"
    }
  }

  private func values(of name: String, in object: ManagedObject) -> JSON {
    let change = change(of: name, in: object.pendingRow)
    func json(_ text: CellText, _ record: Record) -> JSON {
      guard text.text != CellText.secret, object.entity.attribute(named: name) != nil else {
        return .string(text.text)
      }
      return JSON(record.value(forKey: name) ?? .null)
    }
    let old = change.old.map { [("old", json($0, object.base))] } ?? []
    return .object(old + [("new", json(change.new, object.snapshot))])
  }
}
