import Pages
import Diagnostics
import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleFiles
import StandardKeys
import Terminal
import Workspace

// The subcommands that print an answer.
extension Program {
  /// Returns the output format of `--format`, or the subcommand's default.
  ///
  /// - Throws: ``UsageError`` for a format that the subcommand does not have.
  func format() throws(UsageError) -> String {
    let allowed = Subcommand.named(invocation.command).formats
    let format = invocation.format ?? allowed.first ?? ""
    guard allowed.contains(format) else {
      let names = allowed.dropLast().joined(separator: ", ") + " or " + (allowed.last ?? "")
      throw UsageError("--format takes \(names) here, not '\(format)'")
    }
    return format
  }

  /// How something is called, or what shells and `man` want to know of it.
  func help() throws -> Outcome {
    switch try format() {
    case "man": Outcome(output: Help.manual(of: application))
    case "bash": Outcome(output: ShellCompletion.bash)
    case "zsh": Outcome(output: ShellCompletion.zsh)
    case "fish": Outcome(output: ShellCompletion.fish)
    default:
      Outcome(
        output: Help.text(for: invocation.helpTopic, isLocked: isLocked, of: application)
      )
    }
  }

  /// Every key a rule can use.
  ///
  /// With a database, rule files or rules of the application also those that these declare.
  func keys() async throws -> Outcome {
    let format = try format()
    var (vocabulary, messages) = (self.vocabulary, "")
    if invocation.database != nil || !invocation.rules.isEmpty
      || !application.ruleTexts.isEmpty
    {
      let loaded = try await loadedRules()
      (vocabulary, messages) = (loaded.model.vocabulary, loaded.faults.rendered())
    }
    let output = KeyListing(vocabulary: vocabulary, names: catalog.names).printed(as: format)
    return Outcome(output: output, messages: messages)
  }

  /// Every command and its keys.
  func commands() throws -> Outcome {
    Outcome(output: CommandListing(all: catalog.commandDefinitions).printed(as: try format()))
  }

  /// How numbers and days are written.
  func locales() throws -> Outcome {
    Outcome(output: LocaleListing().printed(as: try format()))
  }

  /// Everything that rules can name, or what is asked for of it.
  func listCatalog() throws -> Outcome {
    let listing = try CatalogListing(catalog, naming: invocation.names, keys: vocabulary.names)
    return Outcome(output: listing.printed(as: try format()))
  }

  /// Every kind of fault.
  func rulesLints() throws -> Outcome {
    Outcome(output: FaultListing().printed(as: try format()))
  }

  /// Explains which rule answers a key at a place, and why other rules did not.
  func rulesExplain() async throws -> Outcome {
    let format = try format()
    let session = try await session()
    let (work, page) = (session.work, session.navigator.current)
    if let entity = page.entity { await work.reader.survey(entity) }
    await work.store.close()
    // Rules of Direct to Web bring keys of their own.
    if let key = invocation.key { _ = try work.resolver.model.vocabulary.key(namedByUser: key) }
    let scope = try explainedScope(of: page, in: work)
    let all = work.resolver.model.vocabulary.declaredNames
    let names = invocation.all ? all : [invocation.key].compactMap(\.self)
    let explanations = names.compactMap { work.resolver.shownExplanation(of: $0, in: scope) }
    let messages = work.faults.rendered()
    if format == "json" {
      let json = explanations.map(\.json)
      let output = invocation.all ? JSON.array(json) : json.first ?? .null
      return Outcome(output: output.printed, messages: messages)
    }
    let text = explanations.map { (invocation.all ? $0.line : $0.text) + "\n" }.joined()
    return Outcome(output: text, messages: messages)
  }

  private func explainedScope(of page: PageState, in work: WorkContext) throws(UsageError)
    -> EnvironmentValues
  {
    work.setScreen(
      Screen(width: invocation.size?.columns ?? 80, height: invocation.size?.rows ?? 24)
    )
    var scope = page.scope(in: work.root)
    if let task = invocation.task { scope = scope.scoped(toTask: task) }
    guard let property = invocation.property else { return scope }
    guard let entity = scope[ModelKeys.shared.entity] else {
      throw UsageError("--property needs an entity; add --entity")
    }
    let path = PropertyPath(property)
    let found = entity.property(at: path)
    if found.attribute != nil || found.relationship != nil {
      return scope.scoped(toProperty: property)
    }
    if let name = entity.propertyName(matching: property) { return scope.scoped(toProperty: name) }
    let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
    let near = nearestName(to: property, in: names).map { "; did you mean '\($0)'?" } ?? ""
    throw UsageError("\(entity.name) has no property '\(property)'\(near)")
  }
}

extension EntityStore {
  /// Lines for standard error about damage and files read as they stand; empty for a whole database.
  nonisolated var damageMessage: String {
    [damage, readingNote.map { $0 + "." }].compactMap(\.self)
      .map { "\(ProgramName.current): \(Sanitizer.visible($0))\n" }.joined()
  }

  /// Why the code in the file is trusted; `nil` where it is not.
  nonisolated var trustSentence: String? {
    trustReason.map {
      "the code in the file is trusted: \(Sanitizer.visible($0)); this SQLite needs that"
    }
  }
}

extension Explanation {
  /// The key, its value and the rule that answered, in one line.
  fileprivate var line: String {
    let place = rule.map { "\($0.file):\($0.line)" } ?? origin.rawValue
    return "\(keyName.filled(to: 30))\(value.literal)  (\(place))"
  }
}
