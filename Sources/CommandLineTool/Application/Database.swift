import Diagnostics
import EntityStore
import RuleFiles

/// The database that an application opens when the command line names none.
public struct Database: ApplicationPart {
  /// The database's description in help: `a demo, written nowhere`.
  let summary: String
  /// The file; `nil` for what is written nowhere.
  let path: String?
  /// Made when it is opened.
  let source: () -> DatabaseSource
  /// Rules that belong to it, and to no other.
  private(set) var rules: () -> SourceText? = { nil }

  /// A file; the command line opens others all the same.
  public init(_ path: String) {
    (summary, self.path) = (path, path)
    source = { .file(path) }
  }

  /// A private copy in memory that a script of SQL makes; written nowhere.
  public init(script: @escaping @autoclosure () -> String, title: String) {
    (summary, path) = ("\(title), new and in memory only", nil)
    source = { .script(script(), title: title) }
  }

  private init(summary: String, script: String, title: String, rules: String) {
    (self.summary, path) = (summary, nil)
    source = { .script(Resource.text(script), title: title) }
    self.rules = { Resource.source(rules) }
  }

  /// The film rental shops that come with the program.
  public static let demo = Database(
    summary: "a demo in memory",
    script: "Models/Movies.sql",
    title: "Movies",
    rules: "Rules/Movies.rules"
  )

  /// Adds it, in the place of the one before.
  public func add(to application: inout Application) { application.database = self }
}
