import Editing
import EntityStore
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The commands that step to the previous or next object in the list from which the page was opened, and its position there.
struct AdjacentObjects {
  private let page: PageContext
  private let listPage: PageState

  /// Finds the list page from which the object on `page` was opened; `nil` when it was reached by a relationship or without a
  /// list.
  init?(of page: PageContext) {
    let pages = page.ui.navigator.pages
    guard let object = page.object, let id = object.id,
      let listPage = pages.last(where: { $0.object !== object }), listPage.object == nil,
      (listPage.list.map(\.currentID) ?? listPage.startID) == id
    else { return nil }
    (self.page, self.listPage) = (page, listPage)
  }

  /// The object's position in the list, such as `3/183`; empty before the list is loaded.
  var place: String { listPage.list?.place ?? "" }

  /// Going from object to object.
  var commands: [Command] {
    [command(.nextObject, by: 1), command(.previousObject, by: -1)]
  }

  /// Saving what is being entered and going on to the next object.
  var savingCommand: Command {
    Command(.saveAndNext) {
      let key = $0.host.focusedEnvironment[ModelKeys.shared.propertyKey]
      SaveFlow(page: page, context: $0).saveAll(going: .toNext(self, key: key))
    }
  }

  /// Goes on to edit the next object in the place of this one, from the property `key` on.
  func edit(at key: String?, _ context: CommandContext) async {
    if let end = await go(by: 1) {
      let said = [context.host.message?.text, end].compactMap(\.self)
      return context.say(said.joined(separator: "; "), context.host.message?.role ?? .normal)
    }
    if let key, let object = page.state.object { page.focus(onField: key, of: object, context) }
  }

  private func command(_ definition: CommandDefinition, by step: Int) -> Command {
    Command(definition) { context in
      page.work.loads.act {
        if let end = await go(by: step) { context.say(end) }
      }
    }
  }

  /// Shows the object so many rows away; says why there is none.
  private func go(by step: Int) async -> String? {
    guard let list = await readList() else { return "the list does not show this object" }
    guard let record = await list.step(by: step) else {
      return "this is the \(step > 0 ? "last" : "first") of the list"
    }
    let (navigator, object) = (page.ui.navigator, page.object)
    guard navigator.current === page.state else { return nil }
    let next = page.work.editing.object(for: record)
    for shown in navigator.pages.reversed().prefix(while: { $0.object === object }) {
      PageLeaving(ui: page.ui).show(next, on: shown)
    }
    return nil
  }

  /// The list with the cursor on the object; when one began with the object, it is read only now.
  private func readList() async -> ListModel? {
    if let list = listPage.list { return list }
    let list = PageContext(listPage, in: page.ui).makeList()
    await list?.load()
    return list?.currentRecord?.id == page.object?.id ? list : nil
  }
}
