package import EntityStore
package import Pages
import RuleEngine
package import RuleEnvironment
import SQLiteStore
public import Widgets
import Workspace

/// An application: what it is called, and all that it adds to what the program comes with.
///
///     Application("shop", version: "2.1", summary: "the records of a shop") {
///       Database(script: shopScript, title: "Shop")
///       Keys(ShopKeys.self)
///       Rules { \.task == "list" && \.entity.name == "Movie" => \.rowComponent <= "shelf" }
///       Component("stars", types: [.integer]) { Stars() }
///     }
///
/// The whole command line comes with it. A part that is called as one that was there takes its place: a `Page("edit")` is
/// shown wherever objects are edited. On the main actor.
public struct Application {
  /// The name on the command line and in messages.
  public let name: String
  /// The version that `--version` prints.
  public let version: String
  /// The purpose as help prints it: the rest of a sentence, without a full stop.
  public let summary: String
  /// Everything that its rules can name.
  package var catalog: Catalog {
    get { ownCatalog ?? .builtIn }
    set { ownCatalog = newValue }
  }
  /// The catalog where something was added to it.
  private var ownCatalog: Catalog?
  /// Its keys, beside those of the program.
  package var namespaces: [any KeyNamespace] = []
  /// Its rules as texts, in the order in which they are read, each with the name by which faults call it.
  package var ruleTexts: [(name: String, text: String)] = []
  /// Its rules in files, which are read again when they change.
  package var ruleFiles: [String] = []
  /// Its models as texts, laid over whatever is opened, each with the name by which faults call it.
  package var modelTexts: [(name: String, text: String)] = []
  /// The files of its models, laid over these.
  package var modelFiles: [String] = []
  /// The closures that set values for all pages.
  package var rootValues: [@MainActor (inout EnvironmentValues) -> Void] = []
  /// The kinds of databases that it opens; the first of them needs no scheme.
  package var databaseKinds: [DatabaseKind] = [.sqlite]
  /// The database to open when the command line names none.
  public var database = Database.demo

  /// An application of the program's own parts and of these.
  public init(
    _ name: String,
    version: String = "1.0",
    summary: String = "opens any SQLite database as a terminal application",
    @ApplicationBuilder _ parts: () -> [any ApplicationPart] = { [] }
  ) {
    (self.name, self.version, self.summary) = (name, version, summary)
    for part in parts() { part.add(to: &self) }
  }

  /// The program itself.
  public static let d2t = Application("d2t", version: "0.1.0")

  /// Makes every word of the rule language; of two keys of one name the first counts.
  var makeVocabulary: @Sendable () -> Vocabulary {
    let namespaces = namespaces
    return {
      namespaces.isEmpty
        ? builtInVocabulary : Vocabulary.collecting(BuiltInKeys.self, adding: namespaces).vocabulary
    }
  }

  /// An error in the parts of an application that stops it at start, for example two rule keys of one name.
  ///
  /// Thrown by `check()`.
  struct Fault: Error {
    let message: String
  }

  /// Looks for keys of one name, and for keys that rules in Swift name and the application does not have.
  func check() throws(Fault) {
    guard !namespaces.isEmpty || !catalog.rules.isEmpty else { return }
    let (vocabulary, duplicates) = Vocabulary.collecting(BuiltInKeys.self, adding: namespaces)
    if let first = duplicates.first {
      throw Fault(
        message: "\(first.description), or give one a name for rules: Key(…, named: \"…\")"
      )
    }
    for entry in Vocabulary.collecting(namespaces).vocabulary.entries
    where !KeySyntax.isName(entry.name) {
      throw Fault(
        message: "rules cannot name the key '\(entry.name)' of \(entry.namespace): "
          + "choose letters and digits, not a word of the rule language"
      )
    }
    if let (name, namespace) = catalog.rules.keys(missingIn: vocabulary).first {
      throw Fault(
        message: "a rule uses the key '\(name)' of \(namespace), which is not part of the "
          + "application: add Keys(\(namespace).self)"
      )
    }
  }
}

/// A part of an application's declaration, such as a page, row, component, formatter, look, task or command.
///
/// Conform another type by its one method, which adds the part to the application.
@MainActor
public protocol ApplicationPart {
  /// Adds the part to an application.
  func add(to application: inout Application)
}

/// Collects the parts of an application; `if`, `switch` and `for` work inside.
public typealias ApplicationBuilder = ListBuilder<any ApplicationPart>
