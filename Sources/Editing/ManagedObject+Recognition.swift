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
