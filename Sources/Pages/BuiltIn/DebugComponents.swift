import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Widgets

/// The debug line with the open database's title, path and number of entities.
///
/// Built-in debug component `databaseInfo`, shown while `debug` is on.
struct DatabaseInfo: View {
  @Environment(\.database) private var database
  @Environment(\.model) private var model

  var body: some View {
    Text(
      "\(database?.title ?? "?")  \(database?.path ?? "in memory")  \(model?.entities.count ?? 0) entities"
    )
    .role(.warning)
  }
}

/// The debug line with the page's entity, its table, and its numbers of attributes and relationships.
///
/// Built-in debug component `entityInfo`, shown while `debug` is on.
struct EntityInfo: View {
  @Environment(\.entity) private var entity

  var body: some View {
    if let entity {
      Text(
        "\(entity.name) (\(entity.definition.table))  \(entity.attributes.count) attributes  "
          + "\(entity.relationships.count) relationships"
      )
      .role(.warning)
    }
  }
}

/// Every attribute and relationship of the entity, while `debug` is on.
struct EntityDetails: View {
  @Environment(\.entity) private var entity

  var body: some View {
    if let entity {
      VStack {
        EntityInfo()
        ForEach(entity.attributes, id: \.name) { attribute in
          Text(
            "  \(attribute.name): \(attribute.columnName) \(attribute.definition.declaredType) \(attribute.typeName)"
          )
        }
        ForEach(entity.relationships, id: \.name) { relationship in
          Text(
            "  \(relationship.name): \(relationship.isToMany ? "many" : "one") \(relationship.definition.destinationName)"
          )
        }
      }
      .role(.warning)
      .frame(maxHeight: 8)
    }
  }
}

/// A line that lists the changed properties of the object, shown while `debug` is on.
struct ObjectEditInfo: View {
  @Environment(\.object) private var object

  var body: some View {
    if let object {
      Text(object.isNew ? "new" : "changed: \(object.changedKeys.sorted().joined(separator: ", "))")
        .role(.warning)
    }
  }
}
