import Editing
import Workspace

extension ObjectReader {
  /// Reads all of an object for its page, unless ``UserInterface/prepare()`` or the save that led to the page does.
  func refresh(_ object: ManagedObject, for page: PageState) async {
    defer { page.preparedObject = nil }
    if page.preparedObject !== object { await refresh(object) }
  }
}
