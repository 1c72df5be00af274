import EntityModel
package import EntityStore
import Qualifiers

extension ManagedObject {
  /// Where that stands by which the object is known.
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

  /// A reading of the row as somebody has seen it: in the place of what was entered stands what was known when it was.
  func asSeen(_ record: Record) -> Record {
    let known = originals.filter { $0.key.components.count == 1 }.map { ($0.key.first, $0.value) }
    return known.isEmpty ? record : record.holding(Dictionary(known) { $1 })
  }

  /// The object as it was known when it was first changed; what has not been changed, as it was `read`.
  package func asFirstRead(_ read: Record) -> Record {
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
