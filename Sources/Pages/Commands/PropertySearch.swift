import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets

/// Finds a property on the page of an object by its name or its shown value, on whatever tab, or one of the related rows that
/// the page shows.
struct PropertySearch {
  let page: PageContext

  /// Asks for a text and puts the cursor on the next property that holds it.
  var command: Command {
    Command(.search) { context in
      context.prompt("/", history: .search) { text in
        guard !text.isEmpty, !find(text, context) else { return }
        context.say("'\(text)' not found on this page", .warning)
      }
    }
  }

  private struct Place {
    let key: String
    let tab: String?
    let texts: [String]
    var row: (related: RelatedObjects, position: Int)?

    /// Whether it stands before the cursor or under it, in the property with the focus.
    var isPassed: Bool { row.map { $0.position <= $0.related.cursor.position } ?? true }
  }

  /// The properties of all tabs in their order.
  private var places: [Place] {
    let tabs = page.scope[ComponentKeys.shared.tabs]
    guard !tabs.isEmpty else { return places(on: nil, in: page.scope) }
    return tabs.flatMap { tab in
      var scope = page.scope
      scope[ComponentKeys.shared.tab] = tab
      return places(on: tab, in: scope)
    }
  }

  private func places(on tab: String?, in scope: EnvironmentValues) -> [Place] {
    PropertySection.all(in: scope).flatMap(\.rows).flatMap { row in
      let component = page.session.catalog.components[row.scope[ComponentKeys.shared.component]]
      let name = row.scope[ModelKeys.shared.displayNameForProperty]
      let own = Place(key: row.key, tab: tab, texts: [name, component?.cell(row.scope).text ?? ""])
      return [own] + relatedRows(at: row.key, on: tab)
    }
  }

  /// The related rows at a property, as far as the page has read them.
  private func relatedRows(at key: String, on tab: String?) -> [Place] {
    guard let owner = page.state.object, let relationship = owner.entity.relationship(named: key),
      let related: RelatedObjects = page.state.knownRelated(relationship, of: owner)
    else { return [] }
    return related.bounds.positions.compactMap { position in
      guard let entry = related.entry(at: position) else { return nil }
      let scope = related.list.scope.scoped(to: related.record(of: entry))
      let cells = related.row(at: position)?.cells.map(\.text) ?? []
      let texts = [scope[RenderingKeys.shared.title]] + cells
      return Place(key: key, tab: tab, texts: texts, row: (related, position))
    }
  }

  private func find(_ text: String, _ context: CommandContext) -> Bool {
    let finder = TextSearch(words: TextSearch.words(of: text).map { [$0] }, in: [])
    let places = places
    let here = page.state.focusedKey.flatMap { key in
      places.lastIndex { $0.key == key && $0.isPassed }
    }
    let start = here.map { $0 + 1 } ?? 0
    let order = places[start...] + places[..<start]
    let found = order.first { finder.isFound(inOneOf: $0.texts) }
    guard let found else { return false }
    // The page has the focus again once it is drawn.
    _ = context.host.render(context.host.size)
    (page.state.focusedKey, page.state.tab) = (found.key, found.tab ?? page.state.tab)
    context.host.focusDefault()
    if let row = found.row { row.related.cursor.go(to: row.position, in: row.related) }
    return true
  }
}
