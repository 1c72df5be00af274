import RuleFiles
import Pages
import Diagnostics
import EntityModel
import EntityStore
import Glibc
import Qualifiers
import RuleEngine
import RuleEnvironment
import Terminal
import Widgets
import Workspace

/// A database with its rules, opened as the command line says.
final class OpenedDatabase {
  /// The open database.
  let store: EntityStore
  /// The sources of the rules.
  let ruleBase: RuleBase
  /// The rules of all layers, and what is wrong with them.
  let rules: RuleBase.Reading
  /// The errors in the model files.
  let modelFaults: [Diagnostic]
  /// The keys that `--set` sets, as rules of the live layer.
  let live: LiveRules
  /// The place for the columns and the order of lists; `nil` where they are not kept.
  let keptLists: KeptLists?

  /// Opens the database and loads the rules.
  ///
  /// The rules `known` stand in the place of what `--set` says; `tell` hears what takes long, and `nil` when it is done.
  /// - Throws: ``StoreError`` when the database cannot be opened, ``UsageError`` for a setting that makes no sense.
  init(
    _ invocation: Invocation,
    of application: Application,
    live known: LiveRules? = nil,
    tell: @MainActor (String?) -> Void
  ) async throws {
    // While the database is opened on its own thread, this one reads the rules that are inside the program.
    let models = try DeclaredModels(
      invocation.models,
      texts: application.modelTexts,
      application.catalog.customTypes
    )
    try Self.checkCommands(of: application)
    try Self.makeDatabase(invocation, models, of: application)
    let (catalog, makeVocabulary) = (application.catalog, application.makeVocabulary)
    var begun: (vocabulary: Vocabulary, rules: RuleLoading)?
    store = try await Self.open(invocation, of: application, shape: models.shape) {
      let vocabulary = makeVocabulary()
      begun = (
        vocabulary, BuiltInRules.loading(catalog.names, vocabulary, order: invocation.ruleOrder)
      )
    }
    guard case (let vocabulary, let start)? = begun else {
      preconditionFailure("the store was opened before the rules were loaded")
    }
    try Self.checkNamedRules(of: invocation)
    modelFaults = models.faults
    var names = start.names
    names.add(store.model)
    let keeps = invocation.keepsLists && invocation.lockedSession == nil
    keptLists = keeps ? KeptLists(of: store, in: invocation.surroundings) : nil
    let base = Self.ruleBase(
      start,
      names,
      of: application,
      for: invocation,
      opensOwn: true,
      own: keptLists?.folder
    )
    live = try known ?? Self.settings(of: invocation, vocabulary: vocabulary, names: names)
    (ruleBase, rules) = await Self.read(base, live, tell: tell)
  }

  /// Reads rules; long files on another thread, so that the terminal can say so meanwhile.
  private static func read(
    _ base: RuleBase,
    _ live: LiveRules,
    tell: @MainActor (String?) -> Void
  ) async -> (RuleBase, RuleBase.Reading) {
    guard let file = base.longFile else {
      var base = base
      let reading = base.read(live)
      return (base, reading)
    }
    tell("reading rules: \(file)")
    defer { tell(nil) }
    return await readElsewhere(base, live)
  }

  @concurrent
  private static nonisolated func readElsewhere(
    _ base: RuleBase,
    _ live: LiveRules
  ) async -> (RuleBase, RuleBase.Reading) {
    var base = base
    let reading = base.read(live)
    return (base, reading)
  }

  /// A command of the application whose key never runs it is a mistake of its author.
  private static func checkCommands(of application: Application) throws(UsageError) {
    let commands = application.catalog.commands
    for (place, command) in commands.enumerated() {
      let name = command.definition.name
      for key in command.definition.keys {
        if let refusal = key.bindingRefusal { throw UsageError("command '\(name)': \(refusal)") }
        let twin = commands[..<place].first {
          $0.subject == command.subject && $0.definition.keys.contains(key)
        }
        if let twin {
          throw UsageError(
            "commands '\(twin.definition.name)' and '\(name)' have the same key '\(key)'; "
              + "give one another key"
          )
        }
      }
    }
  }

  /// Checks that rule files named on the command line exist and can be read; errors inside them are shown on the screen.
  private static func checkNamedRules(of invocation: Invocation) throws(UsageError) {
    guard invocation.command != .rulesCheck else { return }
    let sources = RuleSources(
      named: invocation.rules,
      besideDatabase: nil,
      in: invocation.surroundings
    )
    var faults = sources.faults
    for file in sources.files where file.layer == .application {
      _ = RuleFileReader.all.read(file.path, &faults)
    }
    guard let fault = faults.first else { return }
    let file = fault.source?.name ?? ""
    let place = fault.message.contains(file) ? "" : "\(file): "
    throw UsageError(
      "--rules: \(place)\(fault.message)" + (fault.suggestion.map { "; \($0)" } ?? "")
    )
  }

  /// Makes the database from the models first, when that is asked for.
  private static func makeDatabase(
    _ invocation: Invocation,
    _ models: DeclaredModels,
    of application: Application
  ) throws {
    guard invocation.createsFile, !models.declarations.isEmpty, let name = invocation.database
    else { return }
    let kinds = application.databaseKinds
    let source = try kinds.source(named: name)
    // A kind that makes none says so when it is asked to open one.
    guard let make = kinds.kind(source.scheme)?.make else { return }
    let (model, faults) = models.model(name: models.declarations[0].name)
    if let fault = faults.first(where: { $0.severity == .error }) {
      throw UsageError("--create: the model has faults: \(fault.modelSentence)")
    }
    try make(model, source.address)
  }

  /// Opens the database; `shape` lays models over it.
  static func open(
    _ invocation: Invocation,
    of application: Application,
    shape: (@Sendable (Model) -> Model)?,
    meanwhile work: () -> Void = {}
  ) async throws(StoreError) -> EntityStore {
    do {
      let kinds = application.databaseKinds
      let named = try invocation.database.map { name throws(StoreError) in
        try kinds.source(named: name)
      }
      return try await EntityStore.open(
        named ?? application.database.source(),
        of: kinds,
        OpeningOptions(
          attachedFiles: invocation.attachedFiles,
          isReadOnly: invocation.isReadOnly,
          createsMissing: invocation.createsFile,
          conventions: SchemaConventions.all,
          shape: shape
        ),
        meanwhile: work
      )
    } catch .cannotOpen(let sentence) where invocation.command == .open {
      // `d2t rendr`: a word that was to be a command, and not a file.
      guard let word = invocation.database, access(word, F_OK) != 0,
        let near = Subcommand.near(to: word)
      else { throw .cannotOpen(sentence) }
      throw .cannotOpen(sentence + " Or did you mean '\(ProgramName.current) \(near)'?")
    }
  }

  /// Loads the rules of all layers; without a model, names of entities and properties are not judged.
  static func loadRules(
    _ invocation: Invocation,
    model: Model?,
    of application: Application,
    tell: @MainActor (String?) -> Void
  ) async -> RuleBase.Reading {
    let catalog = application.catalog
    let vocabulary = application.makeVocabulary()
    let start = BuiltInRules.loading(catalog.names, vocabulary, order: invocation.ruleOrder)
    let names = catalog.names(with: model)
    let base = ruleBase(start, names, of: application, for: invocation, opensOwn: model != nil)
    return await read(base, LiveRules(), tell: tell).1
  }

  /// The rules inside the program alone, for a database.
  static func derivedRules(
    for model: Model,
    _ invocation: Invocation,
    catalog: Catalog,
    vocabulary: Vocabulary
  ) -> RuleModel {
    var loading = BuiltInRules.loading(catalog.names, vocabulary, order: invocation.ruleOrder)
    loading.names.add(model)
    return loading.finish().model
  }

  /// The rules as they are to be read; `opensOwn` says whether the application's own database is opened where none is named.
  private static func ruleBase(
    _ start: RuleLoading,
    _ names: KnownNames,
    of application: Application,
    for invocation: Invocation,
    opensOwn: Bool,
    own ownFolder: String? = nil
  ) -> RuleBase {
    let texts = application.ruleTexts.map { SourceText(name: $0.name, text: $0.text) }
    let isOwn = invocation.database == nil && opensOwn
    let ofDatabase = isOwn ? [application.database.rules()].compactMap(\.self) : []
    var origin = RuleBase.Origin(
      named: invocation.rules,
      database: invocation.database.flatMap(application.databaseKinds.path),
      surroundings: invocation.surroundings
    )
    origin.ownFolder = ownFolder
    return RuleBase(
      start: start,
      names: names,
      included: (texts + ofDatabase).map { (.application, $0) },
      written: application.catalog.rules,
      origin: origin
    )
  }

  private static func settings(
    of invocation: Invocation,
    vocabulary: Vocabulary,
    names: KnownNames
  ) throws(UsageError) -> LiveRules {
    var live = LiveRules()
    for text in invocation.settings {
      let setting = try setting(text, vocabulary: vocabulary)
      if try isCall(setting.value, of: setting.key, called: text, vocabulary, names: names) {
        if let name = vocabulary.name(of: setting.key) {
          live.set(name, to: setting.value.description)
        }
        continue
      }
      try check(setting.value, of: setting.key, called: text, names)
      if let name = vocabulary.name(of: setting.key) { live.set(name, to: setting.value.literal) }
    }
    return live
  }

  /// Whether the value is a call of a function, as in `--set formatter=number('0.00')`, of which nothing is wrong.
  private static func isCall(
    _ value: Value,
    of key: any AnyKey,
    called text: String,
    _ vocabulary: Vocabulary,
    names: KnownNames
  ) throws(UsageError) -> Bool {
    guard let call = value.string, key.names.flatMap({ names.functions[$0] }) != nil,
      let name = vocabulary.name(of: key),
      case .call? = Expression.parse(call, takesCalls: true).expression?.kind
    else { return false }
    let rule = LiveRules.rule(setting: name, to: call)
    let (faults, _) = LiveRules.check(rule, vocabulary: vocabulary, names: names)
    if let fault = faults.first(where: { $0.severity == .error }) {
      throw UsageError("--set \(text): \(fault.message)")
    }
    return true
  }

  /// A value that names something must name what exists.
  private static func check(
    _ value: Value,
    of key: any AnyKey,
    called text: String,
    _ names: KnownNames
  ) throws(UsageError) {
    if !key.allowedValues.isEmpty, !key.allowedValues.contains(value) {
      let allowed = key.allowedValues.map(\.description).joined(separator: ", ")
      throw UsageError("--set \(text): the key takes \(allowed)")
    }
    guard let domain = key.names, let known = names[domain] else { return }
    let named: [Value] = if case .list(let list) = value { list } else { [value] }
    for case .string(let name) in named where !names.contains(name, in: domain) {
      let near = likelyName(by: name, in: known).map { "; did you mean '\($0)'?" } ?? ""
      let existing =
        domain.isListable ? "; there are \(existingNames(nearestTo: name, in: known))" : ""
      throw UsageError("--set \(text): there is no \(domain.title) '\(name)'\(near)\(existing)")
    }
  }

  private static func setting(
    _ text: String,
    vocabulary: Vocabulary
  ) throws(UsageError) -> (key: any AnyKey, value: Value) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw UsageError("--set takes KEY=VALUE, not '\(text)'") }
    let name = String(parts[0])
    let key = try vocabulary.key(namedByUser: name)
    guard !key.isOfSite else {
      throw UsageError("--set \(name): only rules of the site may set this key")
    }
    guard key.isAssignable else {
      throw UsageError("--set \(name): only the program sets this key")
    }
    let (expression, _) = Expression.parse(String(parts[1]), name: "--set")
    let plain = Value.string(String(parts[1]))
    guard !key.isPermission || key.isNarrowed(by: expression?.constant ?? plain) else {
      throw UsageError("--set \(name): a setting can only forbid; permit it in a rule file")
    }
    if let value = expression?.constant, key.decode(value) != nil { return (key, value) }
    guard key.decode(plain) != nil else {
      throw UsageError("--set \(name) takes \(key.typeName), not '\(parts[1])'")
    }
    return (key, plain)
  }
}

extension Vocabulary {
  /// The key called `name`.
  ///
  /// - Throws: ``UsageError`` with the nearest name when there is none.
  func key(namedByUser name: String) throws(UsageError) -> any AnyKey {
    if let key = self[name] { return key }
    let near = likelyName(by: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
    throw UsageError("unknown key '\(name)'\(near) ('\(ProgramName.current) keys' lists them)")
  }
}

extension AnyKey {
  /// Whether a value of the key forbids, whatever the rules permit.
  fileprivate func isNarrowed(by value: Value?) -> Bool {
    switch (narrowing, value) {
    case (.onlyToFalse, .bool(false)), (.onlyToTrue, .bool(true)), (.onlyFromNull, .string): true
    default: false
    }
  }
}

extension Expression {
  /// The value, where it is written out.
  fileprivate var constant: Value? {
    switch kind {
    case .literal(let value): return value
    case .list(let items):
      let values = items.compactMap(\.constant)
      return values.count == items.count ? .list(values) : nil
    default: return nil
    }
  }
}
