import AccessControl
import Diagnostics
import Glibc
package import RuleFiles
package import Pages
import EntityModel
import EntityStore
package import RuleEnvironment
import StandardKeys
import Terminal
package import Workspace

/// The command-line program without a screen: it parses arguments, opens the database and runs subcommands.
public struct Program {
  /// The parsed command line, restricted by the site's rules.
  package let invocation: Invocation
  /// The application to run.
  package let application: Application
  /// Everything rules can name.
  package var catalog: Catalog { application.catalog }
  /// Every key.
  package var vocabulary: Vocabulary { makeVocabulary() }
  let makeVocabulary: @Sendable () -> Vocabulary
  /// Why the site's rules let nothing be done.
  private var refusal: SiteRefusal?
  /// The signal that asks the program to end, once there was one; asked while much is read or written.
  package var interruption: @Sendable () -> Int32? = { nil }

  /// Told what takes long while a database and its rules are opened, and `nil` when that is done.
  package var onOpening: @MainActor (String?) -> Void = { _ in }
  /// Told how far work with many rows is, and `nil` when it has ended; `nil` where nobody watches.
  package var onProgress: (@MainActor (WorkProgress?) -> Void)?
  /// Called when all is open and nothing is written yet.
  var onOpened: @MainActor () -> Void = {}

  /// Whether standard output is a terminal: nothing that is printed drives it then.
  ///
  /// Files and pipes get what is stored.
  package var writesToTerminal = false
  /// The number of cells in a line of that terminal.
  package var terminalWidth = Int.max
  /// The name of somebody who has logged in before the first page is made, in tests; who that is counts where somebody can log in.
  package var loggedInName: String?
  /// Asks what only yes or no answers; `nil` where nobody sits there to be asked.
  package var confirm: @MainActor (String) -> Bool? = { _ in nil }

  /// The result of a run: its output, messages and exit code.
  public struct Outcome: Sendable {
    /// For standard output.
    public var output = ""
    /// For standard error.
    public var messages = ""
    /// The exit code: 0 ok, 1 run time, 2 usage or faults found, 3 cannot open the database.
    public var code: Int32 = 0

    /// Output and success.
    package init(output: String = "", messages: String = "", code: Int32 = 0) {
      (self.output, self.messages, self.code) = (output, messages, code)
    }

    /// The messages with what would drive a terminal made visible: names and words of the database are in them.
    package var harmlessMessages: String { Sanitizer.visibleText(messages) }

    /// A failure in one sentence.
    static func failure(_ sentence: String, code: Int32) -> Outcome {
      Outcome(messages: "\(ProgramName.current): \(sentence)\n", code: code)
    }
  }

  /// A program that does what `invocation` says.
  package init(_ invocation: Invocation, application: Application = .d2t) {
    self.application = application
    makeVocabulary = application.makeVocabulary
    do throws(SiteRefusal) {
      let names = application.catalog.names
      let admitted = try invocation.opening(application).admitted(names, makeVocabulary)
      self.invocation = try admitted.reading(application)
      refusal = nil
    } catch {
      self.invocation = invocation
      refusal = error
    }
  }

  /// Whether what opens a database would do so in locked mode, as far as that can be made out.
  var isLocked: Bool {
    do throws(SiteRefusal) {
      let site = try Site(
        invocation.surroundings,
        names: catalog.names,
        vocabulary: makeVocabulary
      )
      return try site?.lockedUser() != nil
    } catch {
      return true
    }
  }

  /// Takes all variables but those that locked mode permits out of the process, when it counts.
  ///
  /// To be called once, before a terminal is started: libraries read them then.
  package func confineProcess() {
    if invocation.lockedSession != nil { LockedModePolicy.clearVariables() }
  }

  /// Raises the limits of the process in locked mode, or refuses to do anything under them.
  mutating func liftLimits() {
    guard invocation.lockedSession != nil else { return }
    do throws(SiteRefusal) { try ProcessLimits.lift() } catch { refusal = error }
  }

  /// Does what `arguments`, which stand behind the program's name, say, and ends the process.
  ///
  /// `surroundings` takes the place of those of the process, in tests.
  package static func main(
    _ arguments: [String],
    application: Application = .d2t,
    in surroundings: HostEnvironment = HostEnvironment()
  ) -> Never {
    ProgramName.$current.withValue(application.name) {
      if let obstacle = ProcessLimits.prepare() {
        try? StandardStream.messages.write(obstacle.harmlessMessages)
        exit(obstacle.code)
      }
      ProgramRun(application: application).run(arguments, in: surroundings)
    }
  }

  /// Does what needs no screen; long output goes to `emit` as it is made, else it is part of the outcome.
  ///
  /// An error that `emit` throws ends the run with its description.
  package func run(emit: ((String) throws -> Void)? = nil) async -> Outcome {
    await ProgramName.$current.withValue(application.name) { await answer(emit) }
  }

  private func answer(_ emit: ((String) throws -> Void)?) async -> Outcome {
    guard let run = Subcommand.named(invocation.command).run else {
      preconditionFailure("screens are made from session()")
    }
    let gate = writesToTerminal ? Sanitizer.visibleText : { $0 }
    var collected = ""
    let take = emit ?? { collected += $0 }
    var outcome: Outcome
    do {
      if let refusal { throw refusal }
      try application.check()
      outcome = try await run(self) { try take(gate($0)) }
    } catch {
      outcome = Self.outcome(of: error)
    }
    outcome.output = gate(outcome.output) + collected
    return outcome
  }

  /// How an error ends the program.
  package static func outcome(of error: any Error) -> Outcome {
    switch error {
    case let error as UsageError:
      .failure("\(error.message)\nTry '\(ProgramName.current) --help'.", code: 2)
    case let error as SiteRefusal: .failure(error.message, code: error.code)
    case let error as Application.Fault: .failure(error.message, code: 2)
    case let error as MissingObject: .failure(error.message, code: 1)
    case StoreError.cannotOpen(let sentence): .failure(Sanitizer.visible(sentence), code: 3)
    case let error as StoreError: .failure(error.sentence, code: 1)
    default: .failure("\(error)", code: 1)
    }
  }

  /// Opens the database and the rules, and goes to the page asked for.
  ///
  /// - Throws: ``StoreError`` when the database cannot be opened, ``UsageError`` for names that do not exist, and what
  ///   the rules of the site refuse.
  package func session() async throws -> Session {
    try await ProgramName.$current.withValue(application.name) { try await session(live: nil) }
  }

  /// Returns a session in which the rules `live`, typed earlier, replace those of `--set`.
  private func session(live: LiveRules?) async throws -> Session {
    if let refusal { throw refusal }
    try application.check()
    let opening = try await OpenedDatabase(invocation, of: application, live: live, tell: onOpening)
    if let task = invocation.task { try check(task) }
    let start = try start(in: opening.store.model)
    var session = Session(
      store: opening.store,
      rules: opening.rules.model,
      faults: opening.rules.faults,
      modelFaults: opening.modelFaults,
      vocabulary: vocabulary,
      catalog: catalog,
      user: User(name: invocation.user, role: invocation.role),
      start: start,
      rootValues: application.rootValues
    )
    session.work.settings.surroundings = invocation.surroundings
    session.work.settings.linkText = { $0.link(to: $1) }
    session.work.settings.lockedSession = invocation.lockedSession
    session.work.settings.keptLists = opening.keptLists
    session.work.rules.reloader = RuleReloader(opening.ruleBase, live: opening.live)
    session.reopen = { [again] in try await again.session(live: $0) }
    do {
      if let loggedInName, session.canLogIn {
        session = try await session.loggedIn(as: loggedInName)
      }
      try await begin(session, at: start)
    } catch {
      await session.close()
      session.release()
      throw error
    }
    onOpened()
    return session
  }

  /// Finds what the session begins with.
  private func begin(_ session: Session, at start: StartLocation) async throws {
    if let entity = start.entity, let reason = session.work.visibilityRefusal(of: entity) {
      if invocation.command == .open, session.canLogIn {
        // The rights of the user who logs in decide.
        session.ui.start = StartLocation(task: .login)
        session.ui.start.entityAfterLogin = entity
        return
      }
      throw StoreError.refused("\(entity.name) is not shown: \(reason)")
    }
    var link = invocation.link
    if let fetch = invocation.fetch, let entity = start.entity {
      if link == nil { link = ObjectLink(entityName: entity.name) }
      link?.fetch = fetch
    }
    if let link, start.entity != nil {
      session.ui.start.link = try LinkTarget(link, task: .list, in: session.work).list
      session.ui.start.pageConfiguration = link.pageConfiguration
    }
    session.ui.start.object = try await object(of: start.entity, in: session.work)
  }

  /// A program for the same database and rules, without a start page.
  private var again: Program {
    var invocation = invocation
    invocation.command = .open
    (invocation.task, invocation.entity, invocation.id) = (nil, nil, nil)
    (invocation.link, invocation.fetch, invocation.createsFile) = (nil, nil, false)
    return Program(invocation, application: application)
  }

  private func start(in model: Model) throws -> StartLocation {
    if case .link = Subcommand.named(invocation.command).arguments { return StartLocation() }
    guard let name = invocation.entity else {
      if invocation.id != nil { throw UsageError("--id needs an entity; add --entity") }
      if let task = invocation.taskName, TaskName.needingEntity.contains(task) {
        throw UsageError("--task \(task.rawValue) needs --entity")
      }
      return StartLocation(task: invocation.taskName)
    }
    let entity = try model.entity(namedByUser: name)
    if invocation.id == nil, let task = invocation.taskName, task == .inspect || task == .edit {
      throw UsageError("--task \(task.rawValue) needs an object; add --id")
    }
    return StartLocation(task: invocation.taskName, entity: entity)
  }

  /// The object to begin with: one that exists for the user.
  private func object(of entity: Entity?, in work: WorkContext) async throws -> Record? {
    guard let entity, let text = invocation.id else { return nil }
    // Without what rules read of it they would not hide what they hide on its page.
    let paths = work.fetchPaths(forObjectOf: entity, in: work.root.scoped(to: entity))
    // Its page reads all of it.
    let record = try await work.store.record(
      typed: text,
      of: entity,
      paths: paths,
      maximumLength: CellText.lengthRead,
      maximumByteCount: EntityStore.pageByteCount
    )
    guard let record else { throw MissingObject(entity.name, id: text) }
    return record
  }

  private func check(_ task: String) throws(UsageError) {
    let known = catalog.tasks.map(\.rawValue)
    guard !known.contains(task) else { return }
    let near = nearestName(to: task, in: known).map { "; did you mean '\($0)'?" } ?? ""
    throw UsageError("unknown task '\(task)'\(near) (\(known.joined(separator: ", ")))")
  }
}

extension Model {
  /// The entity called `name`, by entity or table, in any case.
  ///
  /// - Throws: ``UsageError`` with the nearest name, or with those that there are, when there is none.
  func entity(namedByUser name: String) throws(UsageError) -> Entity {
    if let entity = entity(matching: name) { return entity }
    let near = nearestName(to: name, in: entities.map(\.name)).map { "did you mean '\($0)'?" }
    let hint = near ?? "there are \(existingNames(nearestTo: name, in: entities.map(\.name)))"
    throw UsageError("there is no entity '\(name)'" + (entities.isEmpty ? "" : "; \(hint)"))
  }
}
