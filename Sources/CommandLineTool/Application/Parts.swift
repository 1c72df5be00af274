package import EntityStore
public import Pages
public import RuleEngine
public import RuleEnvironment
public import StandardKeys
public import Widgets
public import Workspace

/// An application part that registers a namespace of rule keys, so that rules can use them and `keys` lists them.
public struct Keys: ApplicationPart {
  private let namespace: any KeyNamespace

  /// The keys of a namespace.
  public init<Namespace: KeyNamespace>(_ namespace: Namespace.Type) {
    self.namespace = Namespace.shared
  }

  /// Adds them.
  public func add(to application: inout Application) { application.namespaces.append(namespace) }
}

/// The rules of an application, in the layer `application`: in Swift, as a text, or in a file.
public struct Rules: ApplicationPart {
  private let change: (inout Application) -> Void

  /// Rules written in Swift.
  public init(@RuleBuilder _ rules: () -> [SwiftRule]) {
    let rules = rules()
    change = { application in
      var rules = rules
      rules.addParts { application.catalog.add($0) }
      application.catalog.rules += rules
    }
  }

  /// A text in the rule language, which faults call `name`.
  public init(_ text: String, name: String = "application.rules") {
    change = { $0.ruleTexts.append((name, text)) }
  }

  /// A file, or a folder of files, as `--rules` names them: read again when it changes; a missing one ends the program.
  ///
  /// In locked mode its path must be absolute.
  public init(file path: String) { change = { $0.ruleFiles.append(path) } }

  /// Adds them.
  public func add(to application: inout Application) { change(&application) }
}

/// Models that are laid over whatever the application opens: a text, or a file.
public struct Models: ApplicationPart {
  private let change: (inout Application) -> Void

  /// A model as JSON, which faults call `name`; what is no model ends the program.
  public init(_ text: String, name: String = "application.json") {
    change = { $0.modelTexts.append((name, text)) }
  }

  /// A model file of any format, as `--model` names it; a missing one ends the program.
  ///
  /// In locked mode its path must be absolute.
  public init(file path: String) { change = { $0.modelFiles.append(path) } }

  /// Adds them.
  public func add(to application: inout Application) { change(&application) }
}

/// An application part that sets a key to a fixed value on all pages.
///
/// The value is explicit, so no rule is asked for the key.
public struct RootValue: ApplicationPart {
  private let change: @MainActor (inout EnvironmentValues) -> Void

  /// Sets a key, or something behind one.
  public init<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) {
    change = { $0.set(value, at: path) }
  }

  /// Does not compile: no key has the name, or it takes another value.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "no key of this type has this name; 'd2t keys' lists them, AddedNamespaces has yours"
  )
  public init<Value>(
    _ path: KeyPath<NoSuchKeyOrAddedNamespace, NoSuchKeyOrAddedNamespace>,
    _ value: Value
  ) {
    change = { _ in }
  }

  /// Adds it.
  public func add(to application: inout Application) { application.rootValues.append(change) }
}

/// A part of an application that registers a color palette under a name, which rules choose with the key `look`.
public struct Look: ApplicationPart {
  private let name: String
  private let palette: Palette

  /// A theme; on a terminal without colours none counts.
  public init(_ name: String, _ palette: Palette) { (self.name, self.palette) = (name, palette) }

  /// Adds it.
  public func add(to application: inout Application) { application.catalog.looks[name] = palette }
}

/// A named view that wraps pages, in which ``PageBody`` is the page.
public struct PageWrapper: ApplicationPart {
  private let wrapper: Page

  /// A wrapper of a page.
  ///
  /// Without these names, `d2t rules check` cannot find rules that no page reads.
  public init<Content: View>(
    _ name: String,
    _ summary: String = "",
    reads: Set<String>? = nil,
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) {
    wrapper = Page(name, summary, reads: reads, view: view)
  }

  /// Adds it.
  public func add(to application: inout Application) {
    application.catalog.pageWrappers[wrapper.name] = wrapper
  }
}

// MARK: What is a part as it is

extension DatabaseKind: ApplicationPart {
  /// Adds the kind of database, in the place of one that had its scheme.
  package func add(to application: inout Application) {
    if let index = application.databaseKinds.firstIndex(where: { $0.scheme == scheme }) {
      application.databaseKinds[index] = self
    } else {
      application.databaseKinds.append(self)
    }
  }
}

extension Page: ApplicationPart {
  /// Adds the page.
  public func add(to application: inout Application) { application.catalog.pages[name] = self }
}

extension RowComponent: ApplicationPart {
  /// Adds the row.
  public func add(to application: inout Application) { application.catalog.rows[name] = self }
}

extension Component: ApplicationPart {
  /// Adds the component.
  public func add(to application: inout Application) {
    application.catalog.components[name] = self
  }
}

extension Formatter: ApplicationPart {
  /// Adds the formatter.
  public func add(to application: inout Application) {
    application.catalog.formatters[name] = self
  }
}

extension FormatterFunction: ApplicationPart {
  /// Adds what makes formatters.
  public func add(to application: inout Application) {
    application.catalog.formatterFunctions[name] = self
  }
}

extension TaskName: ApplicationPart {
  /// Adds the task.
  public func add(to application: inout Application) {
    if !application.catalog.tasks.contains(self) { application.catalog.tasks.append(self) }
  }
}

extension PageCommand: ApplicationPart {
  /// Adds the command.
  public func add(to application: inout Application) {
    application.catalog.add(self)
  }
}

extension PropertyType: ApplicationPart {
  /// Adds the type, with the component and the formatter of its name.
  public func add(to application: inout Application) { application.catalog.add(self) }
}
