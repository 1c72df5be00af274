import AccessControl
import EntityStore
import Observation
import RuleEnvironment
package import Terminal
package import Widgets
package import Workspace

/// The connection between a session and a terminal: passes input events to the views, and draws their frames.
///
/// Also holds whether the program is to end, and its exit code.
@MainActor
package final class ScreenController {
  /// The session on the screen; replaced when a user logs in or out and when the database is reopened.
  package var session: Session { shown.session }
  private let shown: ShownSession
  /// The views.
  package let host: ViewHost
  /// The program is to end.
  package private(set) var isFinished = false
  /// How it ends: 128 and the signal's number when it was told to.
  package private(set) var exitCode: Int32 = 0
  private let driver: any TerminalDriver
  private let mouse: MouseSetting
  /// The frame on the terminal: one that an event found needed may be followed by an event that changes nothing.
  private var shownFrame = 0
  private var ticker: Task<Void, Never>?
  /// The session's last message in the status line.
  private var notice: String?
  private var noticeEnd: Task<Void, Never>?
  /// The key that was acted on last.
  private var lastKey: TerminalEvent?
  /// The queue of input received while a command runs or a save opens the next form, with the page being left.
  private var held: (events: [TerminalEvent], left: AnyObject?, refusedCount: Int) = ([], nil, 0)

  /// A screen for `session` on `driver`, which is started already.
  package init(session: Session, driver: any TerminalDriver) {
    let shown = ShownSession(session)
    self.shown = shown
    self.driver = driver
    let palette = ScreenSettings(work: session.work).palette(colorCount: driver.colorCount)
    session.ui.palette = palette
    let mouse = MouseSetting(driver)
    self.mouse = mouse
    host = ViewHost(environment: session.work.root, palette: palette) {
      ShownSessionView(shown: shown).command(.switchMouse) { $0.say(mouse.change()) }
    }
    host.onBeep = { [driver] in driver.bell() }
    host.namesKeys = driver.isPlain
    host.uncovering = [.quitNow]
    host.fieldUndo = .undo
    host.messageReader = .messages
    attach()
    adoptScreen()
    adoptHabits()
  }

  isolated deinit {
    ticker?.cancel()
    noticeEnd?.cancel()
    host.close()
  }

  /// Does what the session asks for.
  private func attach() {
    session.work.saves.losses = UndoBlockers()
    session.work.loads.onKeysReleased = { [weak host] in host?.setNeedsDisplay() }
    host.refusal = { [session] in ScreenSettings(work: session.work).lockedRefusal(of: $0) }
    host.onSay = { [session, unowned host] text, role in
      session.ui.messages.note(text, role)
      return role == .error && session.ui.showsFault(text, on: host)
    }
    session.ui.screen.onQuit = { [weak self, weak session] in
      if let session { session.work.journal.end(in: session.work) }
      self?.isFinished = true
    }
    session.ui.screen.onRedraw = { [weak self] in
      self?.driver.redraw()
      self?.host.setNeedsDisplay()
    }
    // A terminal takes for keys what is pasted into it.
    session.ui.screen.onCopy = { [driver] in driver.copy(Sanitizer.withoutControls($0)) }
    session.ui.screen.onYieldScreen = { [driver] in driver.yieldScreen(to: $0) }
    session.ui.screen.onNotice = { [weak self] in self?.give($0) }
    session.ui.screen.host = host
    session.ui.screen.onSuspend = { [weak self] in self?.driver.suspend() }
    session.work.readFaults.onNote = { [weak host] in host?.say($0, .error) }
    session.onReplace = { [weak self] in self?.show($0) }
  }

  /// Shows another session from now on; what the one before has still to say is of no concern.
  private func show(_ other: Session) {
    session.work.readFaults.onNote = { _ in }
    session.ui.screen.onNotice = { _ in }
    other.ui.palette = session.ui.palette
    shown.session = other
    attach()
    adoptScreen()
  }

  /// Looks from time to time whether another program has changed the file, until the task is cancelled.
  package func watchOtherPrograms() -> Task<Void, Never> {
    Task { [weak self] in
      while let interval = self?.session.work.store.pollingInterval,
        (try? await Task.sleep(for: interval)) != nil, let self
      {
        await session.work.adoptOtherChanges()
      }
    }
  }

  /// Called, from any thread, when the next frame would differ: wakes the run loop.
  package var onNeedsDisplay: @Sendable () -> Void {
    get { host.onNeedsDisplay }
    set { host.onNeedsDisplay = newValue }
  }

  /// Says a sentence below the page until the next key.
  package func say(_ sentence: String) { host.say(sentence, .warning) }

  /// Draws a frame if the last one is out of date.
  package func draw() {
    // What was typed ahead of the end is not done behind it.
    guard !isFinished else { return }
    watchForDelays()
    deliverBufferedInput()
    if !isFinished { session.work.journal.note(in: session.work) }
    guard !isFinished, host.needsDisplay || host.frameNumber != shownFrame else { return }
    adoptScreen()
    let known = session.work.faults.count
    driver.present(host.render(driver.size), cursor: host.cursor)
    shownFrame = host.frameNumber
    // A cycle shows when its keys are asked, which may be below the line that tells of it.
    if session.work.faults.count != known { host.setNeedsDisplay() }
  }

  /// Takes one event.
  package func handle(_ event: TerminalEvent) {
    switch event {
    case .terminate(let signal):
      session.work.journal.note(in: session.work)
      exitCode = 128 + signal
      isFinished = true
    case .key(KeyEvent.suspend) where host.keyBindings.keys(for: .suspend).contains(.suspend):
      if let reason = ScreenSettings(work: session.work).lockedRefusal(of: .suspend) {
        return host.say(reason, .warning)
      }
      driver.suspend()
    case .key(let key) where drawsAnew(by: key):
      session.ui.screen.onRedraw()
    case .key, .typed, .paste:
      host.update()
      if endsWaiting(event) {
        session.work.loads.releaseKeys()
        held = ([], nil, 0)
        host.handle(event)
      } else if holdsKeys || !held.events.isEmpty {
        hold(event)
      } else {
        take(event)
      }
    default:
      host.handle(event)
    }
  }

  /// Hands an event on; of what was typed at once the rest waits for what a part of it has begun.
  private func take(_ event: TerminalEvent) {
    lastKey = event
    let rest = host.handle(event) { holdsKeys }
    guard case .typed(let text) = event else { return }
    lastKey = text.dropLast(rest.count).last.map { .key(.typed($0)) }
    if !rest.isEmpty { hold(.typed(String(rest))) }
  }

  /// Whether nothing is waited for with a key: it ends that, leaves a list that has no rows yet, or ends the program once it is
  /// said that this takes time.
  private func endsWaiting(_ event: TerminalEvent) -> Bool {
    guard case .key(let key) = event else { return false }
    func means(_ command: CommandDefinition) -> Bool {
      host.keyBindings.keys(for: command).contains(key)
    }
    let isUnread = session.navigator.current.list?.result.isLoaded == false
    return key == .cancel || key == KeyEvent(.escape)
      || isUnread && held.events.isEmpty && !host.isModal && means(.back)
      || session.work.loads.busyTime != nil && means(.quitNow)
  }

  /// Whether a key draws the screen anew though something stands before the pages, whose commands do not reach there.
  private func drawsAnew(by key: KeyEvent) -> Bool {
    host.isModal && key.typedCharacter == nil
      && host.keyBindings.keys(for: .redraw).contains(key)
  }

  private func hold(_ event: TerminalEvent) {
    held = (held.events + [event], session.ui.pageBeingLeft, session.ui.refusedSaveCount)
  }

  /// Whether what is under way decides what keys mean.
  private var holdsKeys: Bool {
    session.ui.pageBeingLeft != nil && !host.isModal || session.work.loads.holdsKeys
  }

  /// Hands out what was typed while a command was under way, or a save was leading on to another page; what was meant for
  /// one that is not there is not done on that which is.
  private func deliverBufferedInput() {
    guard !held.events.isEmpty, !holdsKeys else { return }
    let (events, left, refusedCount) = held
    held = ([], nil, 0)
    if let left,
      session.navigator.current === left || session.ui.refusedSaveCount != refusedCount
    {
      return driver.bell()
    }
    // Who hits a key twice does not answer what it asks.
    for event in events {
      if let event = host.isModal ? event.without(lastKey) : event { handle(event) }
    }
  }

  /// Whether the page on screen is complete and drawn.
  package var isSettled: Bool {
    session.work.isSettled && !host.needsDisplay && held.events.isEmpty
  }

  /// While something is read for long, makes frames that say how long.
  private func watchForDelays() {
    let isNumbering = session.navigator.current.list?.result.numberingProgress != nil
    guard session.work.loads.pending > 0 || isNumbering else {
      ticker?.cancel()
      ticker = nil
      return
    }
    guard ticker == nil else { return }
    ticker = Task { [weak self] in
      while (try? await Task.sleep(for: LoadTracker.patience)) != nil, let self {
        session.work.loads.tick()
      }
    }
  }

  /// Says something in the status line, or nothing any more; what others say there is left alone.
  private func give(_ text: String?) {
    guard host.message == nil || host.message?.text == notice else { return }
    notice = text
    noticeEnd?.cancel()
    guard let text else { return host.clearMessage() }
    host.say(text)
    noticeEnd = Task { [weak self] in
      guard (try? await Task.sleep(for: Self.noticeTime)) != nil else { return }
      self?.give(nil)
    }
  }

  /// A notice answers no question, so that it goes by itself.
  private static let noticeTime = Duration.seconds(3)

  private func adoptScreen() {
    let size = driver.size
    session.work.setScreen(
      Screen(
        width: size.width,
        height: size.height,
        colors: driver.colorCount,
        isLight: driver.isLight
      )
    )
    guard !host.environment.isIdentical(to: session.work.root) else { return }
    host.environment = session.work.root
    adoptHabits()
  }

  /// Takes over the colours and keys that the rules say.
  private func adoptHabits() {
    let palette = ScreenSettings(work: session.work).palette(colorCount: driver.colorCount)
    if palette != host.palette {
      session.ui.palette = palette
      host.palette = palette
    }
    mouse.adopt(session.work.root[MiscKeys.shared.isMouseEnabled])
    let bindings = ScreenSettings(work: session.work).keyBindings()
    if bindings != host.keyBindings { host.keyBindings = bindings }
  }
}

/// A box for the session on the screen, observed by the root view, which is drawn again when the session is replaced.
@Observable
private final class ShownSession {
  var session: Session

  init(_ session: Session) { self.session = session }
}

/// The root view of the screen, which shows the application view of the current session and changes with it.
private struct ShownSessionView: View {
  let shown: ShownSession

  var body: some View { ApplicationView(ui: shown.session.ui) }
}

extension KeyEvent {
  /// Ctrl-Z: stops the program from any place, fields included.
  fileprivate static let suspend = KeyEvent.control("z")
  /// Ctrl-C: stops what takes long.
  fileprivate static let cancel = KeyEvent.control("c")
}

extension WorkContext {
  /// The terminal has this size and these colours now.
  package func setScreen(_ screen: Screen) {
    guard !root[MiscKeys.shared.screen].isEqual(to: screen) else { return }
    root[MiscKeys.shared.screen] = screen
    rights.accessGuard.concealEvidence(goingBy: MiscKeys.shared.screen)
  }
}

extension TerminalEvent {
  /// The event unless it is a key hit again, or what was typed after it.
  fileprivate func without(_ key: TerminalEvent?) -> TerminalEvent? {
    guard case .typed(let text) = self, case .key(let again)? = key else {
      return self == key ? nil : self
    }
    let rest = text.drop { .typed($0) == again }
    return rest.isEmpty ? nil : .typed(String(rest))
  }
}
