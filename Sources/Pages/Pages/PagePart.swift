import Workspace

/// A part of the screen, such as the commands of a page, with the work that it is about.
protocol InterfacePart {
  var ui: UserInterface { get }
}

extension InterfacePart {
  /// The open database with its unsaved changes.
  var work: WorkContext { ui.work }
}

/// A part of one page.
protocol PagePart: InterfacePart {
  var page: PageContext { get }
}

extension PagePart {
  var ui: UserInterface { page.ui }
}
