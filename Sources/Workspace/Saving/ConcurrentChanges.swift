package import Editing
import EntityModel
package import EntityStore
import Formatting
import Qualifiers
import StandardKeys
import AccessControl

/// The values of stored objects as they were read before a save.
///
/// After the save they are compared with the rows it found, to report changes by others that were kept.
package struct ConcurrentChanges {
  private let readings: [(object: ManagedObject, id: RecordID, read: Record, written: Set<String>)]

  /// Made before the save; `earlier` is what was known of objects that were read again since.
  package init(of objects: [ManagedObject], readBefore earlier: [ObjectIdentifier: Record]) {
    readings = objects.compactMap { object in
      guard object.state == .stored, object.hasChanges, let id = object.id else { return nil }
      return (object, id, earlier[ObjectIdentifier(object)] ?? object.base, object.changedKeys)
    }
  }

  /// Returns a message about visible changes by others in the saved rows; `nil` where there are none.
  package func sentence(by record: SaveRecord, in work: WorkContext) -> String? {
    let tables = record.layouts.map(\.entity.tableKey)
    let stored = Dictionary(
      record.entries.compactMap { entry in
        entry.before.flatMap { before in
          record.id(before).map { ($0.named(tables[before.layout]), before) }
        }
      },
      uniquingKeysWith: { first, _ in first }
    )
    var known: (entity: Entity, tableKey: String)?
    var parts: [String] = []
    var places: [[ObjectIdentifier]: [Place]] = [:]
    for (object, id, read, written) in readings {
      // Most objects are of the entity of the one before.
      let own = known?.entity === object.entity ? known : nil
      let (entity, tableKey) = own ?? (object.entity, object.entity.tableKey)
      known = (entity, tableKey)
      guard let before = stored[id.named(tableKey)].map(record.record) else { continue }
      let layouts = [ObjectIdentifier(read.layout), ObjectIdentifier(before.layout)]
      let shared = places[layouts] ?? Self.places(in: read.layout, before.layout)
      places[layouts] = shared
      let changed = shared.filter { attribute, old, new in
        guard !written.contains(attribute.name), !read.isTruncated([attribute.name]) else {
          return false
        }
        let (known, found) = (read.value(at: old), before.value(at: new))
        // A record keeps values as they are stored where they are not written so: a moment with its offset.
        return known != found && known != ColumnCoding(attribute).decode(stored: found)
      }.map(\.attribute)
      guard !changed.isEmpty else { continue }
      let scope = work.root.scoped(toTask: "inspect").scoped(to: object.base)
      let titles = changed.compactMap { attribute in
        object.entity.propertyNames(writing: attribute.name).first {
          scope.showsColumn(PropertyPath($0))
        }
      }
      let label = readings.count > 1 ? UnsavedChanges(work: work).label(of: object) + ": " : ""
      parts += titles.map { name in
        let text = work.presenter?.text(in: scope.scoped(toProperty: name)) ?? "another"
        return "\(label)\(scope.displayName(of: name)) is now \(text)"
      }
    }
    guard !parts.isEmpty else { return nil }
    let more = parts.count > Self.limit ? ", and \(parts.count - Self.limit) more" : ""
    return "merged with changes made elsewhere: "
      + parts.prefix(Self.limit).joined(separator: ", ") + more
  }

  /// An attribute and its positions in the layouts of the row that was read and the row that was stored.
  private typealias Place = (attribute: Attribute, old: Int, new: Int)

  /// The attributes that both hold.
  private static func places(in read: RecordLayout, _ stored: RecordLayout) -> [Place] {
    read.entity.attributes.compactMap { attribute in
      guard attribute.definition.derivation == nil, attribute.type.kind != .blob,
        let old = read.position(of: [attribute.name]),
        let new = stored.position(of: [attribute.name])
      else { return nil }
      return (attribute, old, new)
    }
  }

  /// The maximum number of properties named in the message.
  private static let limit = 3
}
