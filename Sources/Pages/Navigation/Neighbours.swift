import Editing
import EntityStore
import Widgets

/// The objects before and behind the one of a page, in the order of the list that led to it.
struct Neighbours {
  private let page: PageContext
  private let listPage: PageState

  /// Those of the object on `page`; `nil` where a relationship led there, or no list.
  init?(of page: PageContext) {
    guard let listPage = page.session.navigator.pages.dropLast().last, listPage.object == nil,
      let id = page.object?.id,
      (listPage.list.map { $0.currentRecord?.id } ?? listPage.startID) == id
    else { return nil }
    (self.page, self.listPage) = (page, listPage)
  }

  /// Which row of how many the object is; empty while the list has not been read.
  var place: String { listPage.list?.place ?? "" }

  /// Going from object to object.
  var commands: [Command] {
    [
      step(.nextObject, by: 1, "this is the last of the list"),
      step(.previousObject, by: -1, "this is the first of the list"),
    ]
  }

  private func step(_ definition: CommandDefinition, by step: Int, _ end: String) -> Command {
    let session = page.session
    return Command(definition) { context in
      session.loads.run {
        guard let list = await readList() else {
          return context.say("the list does not show this object")
        }
        guard let record = await list.step(by: step) else { return context.say(end) }
        guard session.navigator.current === page.state else { return }
        page.state.show(session.editing.object(for: record))
      }
    }
  }

  /// The list with the cursor on the object; when one began with the object, it is read only now.
  private func readList() async -> ListModel? {
    if let list = listPage.list { return list }
    let list = PageContext(listPage, in: page.session).makeList()
    await list?.load()
    return list?.currentRecord?.id == page.object?.id ? list : nil
  }
}
