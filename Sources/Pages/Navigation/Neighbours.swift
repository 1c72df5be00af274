import Editing
import EntityStore
import Widgets

/// The objects before and behind the one of a page, in the order of the list that led to it.
struct Neighbours {
  private let session: Session
  private let page: PageState
  private let listPage: PageState

  /// Those of the object on `page`; `nil` where a relationship led there, or no list.
  init?(of page: PageState, session: Session) {
    guard let listPage = session.navigator.pages.dropLast().last, listPage.object == nil,
      let id = page.object?.id,
      (listPage.list.map { $0.currentRecord?.id } ?? listPage.startID) == id
    else { return nil }
    (self.session, self.page, self.listPage) = (session, page, listPage)
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
    Command(definition) { context in
      session.loading {
        guard let list = await readList() else {
          return context.say("the list does not show this object")
        }
        guard let record = await list.step(by: step) else { return context.say(end) }
        guard session.navigator.current === page else { return }
        page.show(session.editing.object(for: record))
      }
    }
  }

  /// The list with the cursor on the object; when one began with the object, it is read only now.
  private func readList() async -> ListModel? {
    if let list = listPage.list { return list }
    let list = session.makeList(of: listPage)
    await list?.load()
    return list?.currentRecord?.id == page.object?.id ? list : nil
  }
}
