import Diagnostics
import EntityStore
import Glibc
import NCursesTerminal
import Pages
import RuleFiles
import SQLiteStore
import Workspace

/// A run of the program from its command line to its end.
struct ProgramRun {
  /// The application to run.
  let application: Application
  /// Everything runs on one loop: tasks of the main actor run while it waits.
  private let loop = EventLoop()
  private let notice = ProgressLine()

  /// A run of an application.
  init(application: Application) { self.application = application }

  /// Does what the arguments behind the program's name say, and ends the process.
  func run(_ arguments: [String], in surroundings: HostEnvironment) -> Never {
    SQLiteDatabase.boundMemory()
    do throws(UsageError) {
      var invocation = try Invocation(arguments: arguments)
      invocation.surroundings = surroundings
      invocation.keepsLists = invocation.command == .open
      var program = Program(invocation, application: application)
      program.onOpening = { [notice] in notice.note($0) }
      program.confineProcess()
      program.liftLimits()
      switch program.invocation.command {
      case .open: finish(interact(program))
      case .render: render(program)
      default:
        program.writesToTerminal = isatty(STDOUT_FILENO) == 1
        program.terminalWidth = ProgressLine.width(of: STDOUT_FILENO) ?? .max
        program.confirm = Self.answer
        if notice.isWatched { program.onProgress = { [notice] in notice.note($0, at: .now) } }
        // A command with a dry run is one that writes.
        if Subcommand.named(program.invocation.command).options.contains("--dry-run") {
          // Until all is open there is nothing to take back: a signal just ends the program.
          program.onOpened = { [loop] in Interruption.listen(waking: loop.wakeDescriptor) }
          program.interruption = { Interruption.signal }
        }
        let program = program
        switch wait(for: { await program.run { try StandardStream.output.write($0) } }) {
        case .success(let outcome): finish(outcome)
        case .failure(let error): finish(Program.outcome(of: error))
        }
      }
    } catch {
      finish(Program.outcome(of: error))
    }
  }

  /// Asks a yes-or-no question on the terminal and returns the answer; `nil` when there is no terminal.
  private static func answer(_ question: String) -> Bool? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    let outcome = Program.Outcome(messages: question)
    do { try StandardStream.messages.write(outcome.harmlessMessages) } catch { return nil }
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  /// Runs `work` to its end on the loop; a signal that ``Interruption`` has noted cancels it.
  private func wait<Result>(for work: @escaping @MainActor () async throws -> Result)
    -> Swift.Result<Result, any Error>
  {
    var result: Swift.Result<Result, any Error>?
    let task = Task { @MainActor in
      do { result = .success(try await work()) } catch { result = .failure(error) }
    }
    loop.beforeWaiting = { if Interruption.signal != nil { task.cancel() } }
    defer { loop.beforeWaiting = nil }
    if !loop.run(limit: ProgressLine.patience, until: { result != nil }) {
      notice.show()
      loop.run { result != nil }
    }
    return result ?? .failure(CancellationError())
  }

  /// Prints what a run has to say, and ends the program.
  private func finish(_ outcome: Program.Outcome) -> Never {
    fflush(nil)
    var code = outcome.code
    do { try StandardStream.output.write(outcome.output) } catch {
      try? StandardStream.messages.write("\(ProgramName.current): \(error)\n")
      code = code == 0 ? 1 : code
    }
    try? StandardStream.messages.write(outcome.harmlessMessages)
    exit(code)
  }

  /// Opens the session, or ends the program saying why not.
  private func openSession(_ program: Program) -> Session {
    switch wait(for: { try await program.session() }) {
    case .success(let session): session
    case .failure(let error): finish(Program.outcome(of: error))
    }
  }

  /// Closes the file, so that nothing is left beside it.
  private func close(_ session: Session) {
    _ = wait { await session.close() }
  }

  /// Prints the page and ends the program, while the page is still there: taking it apart takes time for nothing.
  private func render(_ program: Program) -> Never {
    let session = openSession(program)
    do throws(UsageError) {
      let page = try RenderedPage(session: session, invocation: program.invocation)
      loop.run { page.advance() }
      close(session)
      withExtendedLifetime((session, page)) {
        finish(Program.Outcome(output: page.text, messages: session.work.faultSummary))
      }
    } catch {
      finish(Program.outcome(of: error))
    }
  }

  /// Whether colours are wanted: `--color` decides, else the variable `NO_COLOR` (https://no-color.org).
  private func showsColors(_ invocation: Invocation) -> Bool {
    switch invocation.color {
    case "always": true
    case "never": false
    default: getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
    }
  }

  /// Shows the screen until the user ends it.
  private func interact(_ program: Program) -> Program.Outcome {
    let session = openSession(program)
    session.work.promptHistory.keep(in: session.work.surroundings)
    let usesColor = showsColors(program.invocation)
    let terminal = NCursesTerminal(loop: loop, usesColor: usesColor)
    do { try terminal.start() } catch {
      return Program.Outcome(messages: "\(ProgramName.current): \(error)\n", code: 2)
    }
    if !session.work.store.isReadOnly {
      _ = wait {
        await session.work.keepSaves { path throws(StoreError) in try SQLiteSaveLog(path: path) }
        await session.keepJournal()
      }
    }
    let controller = ScreenController(session: session, driver: terminal)
    let loop = loop
    controller.onNeedsDisplay = { loop.wake() }
    if let notice = terminal.notice { controller.say(notice) }
    loop.beforeWaiting = {
      controller.draw()
      // Not before the first frame is out.
      controller.session.work.followRules()
    }
    terminal.receiveEvents { controller.handle($0) }
    let watch = controller.watchOtherPrograms()
    loop.run { controller.isFinished }
    watch.cancel()
    // Signals are not waited for any more once the terminal is given back.
    _ = wait { await controller.session.work.endSaves() }
    terminal.stop()
    close(controller.session)
    return Program.Outcome(
      messages: controller.session.work.readFaults.lines,
      code: controller.exitCode
    )
  }
}
