public import CommandLineTool
import Diagnostics
public import FoundationEssentials
package import Pages
import Qualifiers
import RuleFiles
package import Terminal
import Workspace

/// An application as a person uses it, without a terminal: keys in and screens out, for tests.
///
///     let shop = try await ApplicationTester(ShopApp.application, ["--entity", "Movie"])
///     try await shop.send("j enter")
///     #expect(shop.text.contains("The General"))
///
/// Rules and state of whoever runs the tests, and of the site, count for nothing: state is kept in a folder of the tester's own
/// and removed with it. On the main actor.
public final class ApplicationTester {
  private let terminal: HeadlessTerminal
  private let now: Date?
  private let stateFolder: String
  private let session: Session
  private let controller: ScreenController

  /// The error that a test gets if the screen is still changing after the time limit, with its contents.
  public struct Restless: Error {
    /// The contents of the screen when waiting ended.
    public let screen: String

    /// A screen on which something was still to come.
    package init(screen: String) { self.screen = screen }
  }

  /// The error for keys in a test that name no key sequence, with the text as given.
  public struct UnknownKey: Error {
    /// The keys as they were given.
    public let keys: String
  }

  /// Starts an application as the arguments behind its name say, on a screen of this size.
  ///
  ///     let desk = try await ApplicationTester(
  ///       DeskApp.application, ["--entity", "Ticket"], user: "ada", now: Date(wallClock: "2026-11-28T09:00"))
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - arguments: The arguments behind its name.
  ///   - environment: The variables of the process that the application reads, such as `HOME`; there are no others.
  ///   - user: The name of somebody who has logged in, without a password. Where nobody can log in, it is the user of `--user`.
  ///   - now: The time on the wall, which stands still; without it the machine's.
  ///   - width: The columns of the screen.
  ///   - height: The lines of the screen.
  /// - Throws: what the program would end with, as ``UsageError`` for arguments that make no sense; ``Restless``.
  public init(
    _ application: Application,
    _ arguments: [String] = [],
    environment: [String: String] = [:],
    user: String? = nil,
    now: Date? = nil,
    width: Int = 100,
    height: Int = 30
  ) async throws {
    self.now = now
    stateFolder = Self.newStateFolder()
    let state = ["XDG_STATE_HOME": stateFolder]
    let variables = environment.merging(state) { given, _ in given }
    session = try await CurrentTime.$fixed.withValue(now) {
      var program = try Self.program(application, arguments, in: variables, user: user)
      program.loggedInName = user
      return try await program.session()
    }
    terminal = HeadlessTerminal(size: Size(width: width, height: height))
    controller = ScreenController(session: session, driver: terminal)
    try await settle()
  }

  deinit { try? FileManager.default.removeItem(atPath: stateFolder) }

  /// Runs the application with arguments that need no screen.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - arguments: The arguments behind its name.
  ///   - environment: The environment variables of the process; there are no others.
  ///   - now: The current time; without it the system's.
  /// - Returns: The output, the messages and the exit code.
  public static func run(
    _ application: Application,
    _ arguments: [String],
    environment: [String: String] = [:],
    now: Date? = nil
  ) async -> Program.Outcome {
    await CurrentTime.$fixed.withValue(now) {
      do { return try await program(application, arguments, in: environment).run() } catch {
        return ProgramName.$current.withValue(application.name) { Program.outcome(of: error) }
      }
    }
  }

  private static func program(
    _ application: Application,
    _ arguments: [String],
    in variables: [String: String],
    user: String? = nil
  ) throws -> Program {
    var invocation = try ProgramName.$current.withValue(application.name) {
      try Invocation(arguments: arguments)
    }
    if let user { invocation.user = user }
    invocation.surroundings.variables = variables
    invocation.surroundings.siteFolder = ""
    return Program(invocation, application: application)
  }

  /// A path at which nothing is; a folder is made there where state is kept.
  private static func newStateFolder() -> String {
    let place = HostEnvironment().variables["TMPDIR"] ?? "/tmp"
    return "\(place)/d2t-state-\(UUID().uuidString)"
  }

  /// The lines on the screen, without blanks at their ends.
  public var lines: [String] { terminal.lines }
  /// The screen as one text.
  public var text: String { lines.joined(separator: "\n") }
  /// Whether the program has ended itself.
  public var isFinished: Bool { controller.isFinished }

  /// Presses keys, `j j enter ctrl-s`, and waits after each until nothing moves.
  ///
  /// - Throws: ``UnknownKey``, ``Restless``.
  public func send(_ keys: String) async throws {
    guard let events = KeyEvent.sequence(keys) else { throw UnknownKey(keys: keys) }
    for event in events { try await handle([.key(event)]) }
  }

  /// Types a text, as into a field.
  ///
  /// - Throws: ``Restless``.
  public func type(_ text: String) async throws {
    try await handle(text.map { .key(.character($0)) })
  }

  private func handle(_ events: [TerminalEvent]) async throws {
    try await CurrentTime.$fixed.withValue(now) {
      for event in events { controller.handle(event) }
      try await controller.settle(on: terminal)
    }
  }

  /// Empties the field under the cursor and types a text.
  ///
  /// - Throws: ``Restless``.
  public func retype(_ text: String) async throws {
    try await send("end ctrl-u")
    try await type(text)
  }

  /// Draws and lets tasks run until everything has arrived.
  ///
  /// - Throws: ``Restless`` when that takes two minutes.
  public func settle() async throws { try await handle([]) }

  /// Closes the database.
  public func close() async {
    await session.close()
    session.release()
  }
}

extension ScreenController {
  /// Draws and lets tasks run until everything has arrived.
  package func settle(on terminal: HeadlessTerminal) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    var quietTurns = 0
    var turns = 0
    while quietTurns < 8 {
      // Before all has arrived few frames are drawn: nobody looks at them.
      if session.work.isSettled || turns % 50 == 0 { draw() }
      turns += 1
      quietTurns = isSettled || isFinished ? quietTurns + 1 : 0
      // Many tests share one actor: time alone does not tell.
      guard turns < 2_000 || ContinuousClock.now < deadline else {
        throw ApplicationTester.Restless(screen: terminal.lines.joined(separator: "\n"))
      }
      // What is still to come is made on other threads: a turn that only spins would keep them from it.
      if quietTurns > 0 {
        await Task.yield()
      } else {
        try await Task.sleep(for: .microseconds(turns < 20 ? 200 : 2_000))
      }
    }
  }
}
