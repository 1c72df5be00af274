public import StandardKeys
public import Widgets

/// A page registered in the catalog under a name that rules use: its view, its subject and its summary.
public struct Page {
  /// The subject of a page.
  ///
  /// A page about a broader subject can also be shown in a narrower place.
  public nonisolated enum Subject: Int, Sendable, Comparable {
    /// The database as a whole.
    case database
    /// The objects of an entity.
    case entity
    /// One object.
    case object

    /// Whether `right` says more.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The name of the page in rules.
  public let name: String
  /// The purpose of the page, in one sentence.
  public internal(set) var summary: String
  /// The subject that the page needs: a database, an entity or an object.
  public let subject: Subject
  /// The tasks that it is made for; `nil` for any.
  public let tasks: Set<TaskName>?
  /// The keys that it asks for and rules may set, about itself and the objects it shows; `nil` where that is unknown.
  public internal(set) var reads: Set<String>?
  /// The keys that the page reads in the scope of each property it shows.
  ///
  /// If `component` or `rowComponent` is one of them, the keys of components or rows are read too.
  public internal(set) var readsOfProperties: Set<String>
  /// Makes the view; called in the scope of the page.
  public internal(set) var view: @MainActor () -> AnyView
  /// Whether it came with the program.
  private(set) var isBuiltIn = false

  /// Whether it stands in a frame of its own before the page behind it.
  private(set) var isPanel = false

  /// Returns the page as a framed panel in front of the page behind it.
  func asPanel() -> Page {
    var page = self
    page.isPanel = true
    return page
  }

  /// The page as one of the program's own.
  var asBuiltIn: Page {
    var page = self
    page.isBuiltIn = true
    return page
  }

  /// A page called `name` that needs a subject.
  ///
  /// If it names the keys it reads, `d2t rules check` finds rules that nothing reads.
  public init<Content: View>(
    _ name: String,
    _ summary: String = "",
    about subject: Subject = .database,
    for tasks: TaskName...,
    reads: Set<String>? = nil,
    ofProperties readsOfProperties: Set<String> = [],
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) {
    (self.name, self.summary, self.subject) = (name, summary, subject)
    self.tasks = tasks.isEmpty ? nil : Set(tasks)
    (self.reads, self.readsOfProperties) = (reads, readsOfProperties)
    self.view = { AnyView(view()) }
  }
}

extension Page: CatalogEntry {
  /// Returns the page with the keys that it reads, and those that it reads for each property.
  func reading(_ keys: Set<String>, ofProperties propertyKeys: Set<String>) -> Page {
    var page = reading(keys)
    page.readsOfProperties = propertyKeys
    return page
  }
}
