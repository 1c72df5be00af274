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
      keys(in: "Group by", chosen: model.request.keys) { key, request in
        if request.across == key { request.across = nil }
        request.keys.toggle(key)
      }
      + aggregates
      + keys(in: "Columns of", chosen: [model.request.across].compactMap(\.self)) { key, request in
        request.keys.removeAll { $0 == key }
        request.across = request.across == key ? nil : key
      }
    context.present { SectionMenu("Groups", items: items) }
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
      // The numbers of keys mean nothing.
      let functions: [AggregateFunction] =
        attribute.type.kind.isNumber && !model.list.entity.identity.contains(name)
        ? [.sum, .avg, .min, .max, .median]
        : attribute.type.kind.isDay ? [.min, .max] : [.distinct]
      return functions.map { (WrittenAggregate($0, of: name), "\($0.mark) \(title)") }
    }
    return ([(WrittenAggregate.count, "Rows")] + values).map { aggregate, title in
      toggle(title, in: "Show", isChecked: model.request.columns.contains(aggregate)) { request in
        request.aggregates = request.columns
        request.aggregates.toggle(aggregate)
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
      request.order.removeAll { !names.contains(GroupRequest.parts(ofOrder: $0).name) }
      model.request = request
    }.inSection(section)
  }
}

extension Array where Element: Equatable {
  /// Adds an element, or takes it away.
  fileprivate mutating func toggle(_ element: Element) {
    if contains(element) { removeAll { $0 == element } } else { append(element) }
  }
}
