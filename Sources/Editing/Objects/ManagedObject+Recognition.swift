import EntityModel
package import EntityStore
import Qualifiers

extension ManagedObject {
  /// The paths of the attributes that identify the object beside its key.
  var recognitionPaths: [PropertyPath] {
    entity.recognitionKeys.map { PropertyPath(components: [$0]) }
  }

  /// Whether the row that has the key now is evidently of another object than the one that was changed: of that by which it
  /// was known, and which nobody meant to change, nothing is there any more.
  package var isAnother: Bool {
    let known = recognitionPaths.compactMap { path in
      changedKeys.contains(path.first)
        ? nil : originals[path].flatMap { $0.isNull ? nil : (path, $0) }
    }
    return !known.isEmpty && known.allSatisfy { base.value(forPath: $0.components[...]) != $1 }
  }

  /// A reading of the row as somebody has seen it: in the place of what was entered stands what was known when it was, and the
  /// object is called as it was `earlier`.
  func asSeen(_ record: Record, calledAsIn earlier: Record? = nil) -> Record {
    let known = originals.filter { $0.key.components.count == 1 }.map { ($0.key.first, $0.value) }
    let names = entity.recognitionKeys.compactMap { name in
      earlier?.isTruncated([name]) == false ? earlier?.value(forKey: name).map { (name, $0) } : nil
    }
    let values = Dictionary(known + names) { $1 }
    return values.isEmpty ? record : record.holding(values)
  }

  /// The object as it was known when it was first changed; what has not been changed, as it was `read`.
  package func mergeBase(_ read: Record) -> Record {
    Record(
      layout: base.layout,
      id: base.id,
      values: base.layout.paths.map {
        originals[$0] ?? read.value(forPath: $0.components[...])
          ?? base.value(forPath: $0.components[...]) ?? .null
      }
    )
  }
}
