import DirectToTerminal
import Glibc
import NCursesTerminal

// Everything runs on one loop: tasks of the main actor run while it waits.
let loop = EventLoop()

/// Runs `work` to its end on the loop.
func wait<Result>(for work: @escaping @MainActor () async throws -> Result)
  -> Swift.Result<Result, any Error>
{
  var result: Swift.Result<Result, any Error>?
  Task { @MainActor in
    do { result = .success(try await work()) } catch { result = .failure(error) }
  }
  loop.run { result != nil }
  return result ?? .failure(CancellationError())
}

/// Prints what a run has to say, and ends the program.
func finish(_ outcome: Program.Outcome) -> Never {
  fflush(nil)
  var code = outcome.code
  do { try write(outcome.output, to: STDOUT_FILENO) } catch {
    try? write("d2t: \(error)\n", to: STDERR_FILENO)
    code = code == 0 ? 1 : code
  }
  try? write(outcome.harmlessMessages, to: STDERR_FILENO)
  exit(code)
}

/// What was to be printed could not be, not even to the end: the disk is full, say.
struct OutputFault: Error, CustomStringConvertible {
  let number: Int32

  var description: String { "the output cannot be written: \(String(cString: strerror(number)))" }
}

/// Writes all of `text`; a reader that has gone ends the program quietly, by the signal SIGPIPE.
func write(_ text: String, to descriptor: Int32) throws {
  var text = text
  try text.withUTF8 { bytes in
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty, let start = rest.baseAddress {
      let count = Glibc.write(descriptor, start, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw OutputFault(number: errno) }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }
}

/// Opens the session, or ends the program saying why not.
func openSession(_ program: Program) -> Session {
  switch wait(for: { try await program.session() }) {
  case .success(let session): session
  case .failure(let error): finish(Program.outcome(of: error))
  }
}

/// Closes the file, so that nothing is left beside it.
func close(_ session: Session) {
  _ = wait { await session.close() }
}

/// Prints the page and ends the program, while the page is still there: taking it apart takes time for nothing.
func render(_ program: Program) -> Never {
  let session = openSession(program)
  do throws(UsageError) {
    let page = try RenderedPage(session: session, invocation: program.invocation)
    loop.run { page.advance() }
    close(session)
    withExtendedLifetime((session, page)) {
      finish(Program.Outcome(output: page.text, messages: session.faultSummary))
    }
  } catch {
    finish(Program.outcome(of: error))
  }
}

/// Whether colours are wanted: `--color` decides, else the variable `NO_COLOR` (https://no-color.org).
func showsColors(_ invocation: Invocation) -> Bool {
  switch invocation.color {
  case "always": true
  case "never": false
  default: getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
  }
}

/// Shows the screen until the user ends it.
func interact(_ program: Program) -> Program.Outcome {
  let session = openSession(program)
  session.keepPromptHistory()
  let usesColor = showsColors(program.invocation)
  let terminal = NCursesTerminal(loop: loop, usesColor: usesColor)
  do { try terminal.start() } catch {
    return Program.Outcome(messages: "d2t: \(error)\n", code: 2)
  }
  let controller = ScreenController(session: session, driver: terminal)
  let loop = loop
  controller.onNeedsDisplay = { loop.wake() }
  if let notice = terminal.notice { controller.say(notice) }
  loop.beforeWaiting = {
    controller.draw()
    // Not before the first frame is out.
    controller.session.followRules()
  }
  terminal.receiveEvents { controller.handle($0) }
  let watch = controller.watchOtherPrograms()
  loop.run { controller.isFinished }
  watch.cancel()
  terminal.stop()
  close(controller.session)
  return Program.Outcome(code: controller.exitCode)
}

do throws(UsageError) {
  var program = Program(try Invocation(arguments: Array(CommandLine.arguments.dropFirst())))
  program.confineProcess()
  switch program.invocation.command {
  case .open: finish(interact(program))
  case .render: render(program)
  default:
    program.writesToTerminal = isatty(STDOUT_FILENO) == 1
    if program.invocation.command == .importRows {
      Interruption.listen()
      program.interruption = { Interruption.signal }
    }
    let program = program
    switch wait(for: { await program.run { try write($0, to: STDOUT_FILENO) } }) {
    case .success(let outcome): finish(outcome)
    case .failure(let error): finish(Program.outcome(of: error))
    }
  }
} catch {
  finish(Program.outcome(of: error))
}
