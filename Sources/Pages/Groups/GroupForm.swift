import EntityModel
import Insight
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The menu of what rows can be grouped by and what can be computed of each group; choosing adds or takes away.
struct GroupForm {
  let model: GroupModel

  private var scope: EnvironmentValues { model.list.scope }

  func show(_ context: CommandContext) {
    let items =
      keys(in: "Group by", chosen: model.request.keys, take: Self.toggleKey)
      + aggregates
      + keys(in: "Columns of", chosen: [model.request.across].compactMap(\.self)) { key, request in
        request.keys.removeAll { $0 == key }
        request.across = request.across == key ? nil : key
      }
    context.present { SectionMenu("Groups", items: items) }
  }

  private static func toggleKey(_ key: String, _ request: inout GroupRequest) {
    if request.across == key { request.across = nil }
    if request.keys.contains(key) {
      request.keys.removeAll { $0 == key }
    } else {
      request.keys.append(key)
    }
  }

  /// The properties of the entity that may be seen, with their titles.
  private var properties: [(name: String, title: String, attribute: Attribute?)] {
    let entity = model.list.entity
    return entity.inspectPropertyKeys.compactMap { name in
      let path = PropertyPath(name)
      let (attribute, relationship) = entity.property(at: path)
      guard scope.showsColumn(path), !scope.leadsToPassword(path),
        relationship?.isToMany != true, attribute?.type.kind != .blob
      else { return nil }
      return (name, scope.displayName(of: name), attribute)
    }
  }

  private func keys(
    in section: String,
    chosen: [String],
    take: @escaping (String, inout GroupRequest) -> Void
  ) -> [MenuItem] {
    properties.flatMap { name, title, attribute -> [MenuItem] in
      let isDay = attribute?.type.kind.isDay == true
      let hasTime = attribute?.type.kind == .timestamp
      let parts = isDay ? DatePart.all.filter { hasTime || $0.function != .hour } : []
      let keys = parts.map { ("\($0.function.rawValue)(\(name))", "\(title) \($0.title)") }
      return (keys + [(name, title)]).map { key, title in
        toggle(title, in: section, isChecked: chosen.contains(key)) { take(key, &$0) }
      }
    }
  }

  private var aggregates: [MenuItem] {
    let values = properties.flatMap { name, title, attribute -> [(WrittenAggregate, String)] in
      guard let attribute else { return [] }
      let functions: [AggregateFunction] =
        attribute.type.kind.isNumber && !attribute.isIdentity(of: model.list.entity)
        ? [.sum, .avg, .min, .max, .median]
        : attribute.type.kind.isDay ? [.min, .max] : [.distinct]
      return functions.map { (WrittenAggregate($0, of: name), "\($0.mark) \(title)") }
    }
    return ([(WrittenAggregate.count, "Rows")] + values).map { aggregate, title in
      toggle(title, in: "Show", isChecked: model.request.columns.contains(aggregate)) { request in
        var columns = request.columns
        if columns.contains(aggregate) {
          columns.removeAll { $0 == aggregate }
        } else {
          columns.append(aggregate)
        }
        request.aggregates = columns
      }
    }
  }

  private func toggle(
    _ title: String,
    in section: String,
    isChecked: Bool,
    _ change: @escaping (inout GroupRequest) -> Void
  ) -> MenuItem {
    MenuItem((isChecked ? "✓ " : "") + title, isChecked: isChecked) { _ in
      var request = model.request
      change(&request)
      let names = request.keys + request.columnNames
      request.order.removeAll { order in
        let isSigned = order.first == "-" || order.first == "+"
        return !names.contains(isSigned ? String(order.dropFirst()) : order)
      }
      model.change(to: request)
    }.inSection(section)
  }
}

extension Attribute {
  /// Whether the attribute is a part of the key of an entity, whose numbers mean nothing.
  fileprivate func isIdentity(of entity: Entity) -> Bool { entity.identity.contains(name) }
}
