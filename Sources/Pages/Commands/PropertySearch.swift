import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The search command of an object's page: moves the cursor to the next property whose name or shown value matches, on any tab.
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

  /// A property that the search looks at: its key, its tab if there are any, and its name and shown value.
  private struct Place {
    let key: String
    let tab: String?
    let texts: [String]
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
    PropertySection.all(in: scope).flatMap(\.rows).map { row in
      let component = page.ui.catalog.components[row.scope[ComponentKeys.shared.component]]
      let name = row.scope[ModelKeys.shared.displayNameForProperty]
      return Place(key: row.key, tab: tab, texts: [name, component?.cell(row.scope).text ?? ""])
    }
  }

  private func find(_ text: String, _ context: CommandContext) -> Bool {
    let finder = TextSearch(words: TextSearch.words(of: text).map { [$0] }, in: [])
    let places = places
    let here = page.state.focusedKey.flatMap { key in places.firstIndex { $0.key == key } }
    let start = here.map { $0 + 1 } ?? 0
    let order = places[start...] + places[..<start]
    let found = order.first { finder.isFound(inOneOf: $0.texts) }
    guard let found else { return false }
    // The page has the focus again once it is drawn.
    _ = context.host.render(context.host.size)
    (page.state.focusedKey, page.state.tab) = (found.key, found.tab ?? page.state.tab)
    context.host.focusDefault()
    return true
  }
}
