import Glibc
import Synchronization
import Terminal

/// The signal handlers, and the global state that they use.
///
/// A signal handler receives no context, so this is the one global state of the program. It consists of atomics only. Signals
/// that ask for something (end, stop, a new size) are recorded and wake the event loop. Signals of a crash restore the terminal
/// and then take their default action, so that the exit status is correct.
enum SignalGate {
  /// A bit for every signal that has come and was not taken yet.
  private static let pending = Atomic<UInt64>(0)
  /// The descriptor that wakes the event loop; -1 without one.
  private static let wakeDescriptor = Atomic<Int32>(-1)

  /// Signals that ask it for something else.
  private static let asking: [Int32] = [SIGTSTP, SIGCONT, SIGWINCH]
  /// Signals of a crash; a Swift trap is SIGILL on x86-64 and SIGTRAP on arm64.
  private static let fatal: [Int32] = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS]
  /// How long the program may take to end by itself once it was asked to.
  private static let secondsToEnd: UInt32 = 3
  /// Signals that end the program at once, but not within a commit.
  private static let sudden = SignalBlock.others.filter { $0 != SIGPIPE }

  /// Installs the handlers.
  /// - Parameter wakeDescriptor: Where a byte is written after a signal was noted.
  static func open(waking wakeDescriptor: Int32) {
    // The handlers find every static of this type initialised.
    pending.store(0, ordering: .relaxed)
    self.wakeDescriptor.store(wakeDescriptor, ordering: .relaxed)
    SignalBlock.prepare()
    useAlternateStack()
    for signal in SignalBlock.ending + asking { install(signal) { SignalGate.note($0) } }
    for signal in fatal { install(signal) { SignalGate.crash($0) } }
    for signal in sudden {
      install(signal) { if !SignalBlock.delays($0) { SignalGate.crash($0) } }
    }
    // A reader that has gone is an error of the write, which is told.
    Glibc.signal(SIGPIPE, SIG_IGN)
  }

  /// Puts the default handlers back and gives the program all the time it wants to end.
  static func close() {
    alarm(0)
    for number in SignalBlock.ending + asking + fatal + sudden + [SIGPIPE] {
      signal(number, SIG_DFL)
    }
    wakeDescriptor.store(-1, ordering: .relaxed)
  }

  /// The signals that came since the last call.
  static func take() -> Set<Int32> {
    let bits = pending.exchange(0, ordering: .acquiringAndReleasing)
    guard bits != 0 else { return [] }
    return Set((1..<64).filter { bits & (1 << UInt64($0)) != 0 })
  }

  /// Forgets a signal that is already dealt with.
  static func forget(_ signal: Int32) {
    pending.bitwiseAnd(~(1 << UInt64(signal)), ordering: .acquiringAndReleasing)
  }

  /// Stops the process as the shell expects it, until it is continued.
  ///
  /// SIGTSTP and not SIGSTOP: where no shell could continue the program, the kernel ignores it.
  static func stopProcess() {
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    install(SIGTSTP) { SignalGate.note($0) }
  }

  /// Leaves the keys of the terminal to another program: Ctrl-C is for that one alone, Ctrl-Z stops both.
  static func suspendTerminalSignals(while body: () -> Void) {
    for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
    signal(SIGTSTP, SIG_DFL)
    body()
    for number in [SIGINT, SIGQUIT, SIGTSTP] { install(number) { SignalGate.note($0) } }
    // The screen is taken again now, wherever both were stopped in between.
    forget(SIGCONT)
  }

  private static func note(_ signal: Int32) {
    let isEnding = SignalBlock.ending.contains(signal)
    if isEnding, SignalBlock.delays(signal) { return }
    let savedError = errno
    let before = pending.bitwiseOr(1 << UInt64(signal), ordering: .acquiringAndReleasing)
    if isEnding {
      // Asked twice, or busy for too long: end without the program's help.
      if before.oldValue & (1 << UInt64(signal)) != 0 {
        crash(signal)
      } else {
        SignalBlock.awaitEnd()
        alarm(secondsToEnd)
      }
    }
    var byte: UInt8 = 1
    _ = write(wakeDescriptor.load(ordering: .relaxed), &byte, 1)
    errno = savedError
  }

  /// Gives the terminal back and takes the default course.
  private static func crash(_ number: Int32) {
    ScreenRestoration.restore()
    let final = number == SIGALRM ? SIGTERM : number
    signal(final, SIG_DFL)
    // Pending until the handler returns; an instruction that faulted just faults again.
    raise(final)
  }

  private static func install(_ number: Int32, handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = Int32(SA_ONSTACK) | Int32(SA_RESTART)
    sigaction(number, &action, nil)
  }

  /// Without a stack of its own no handler could run after the stack has overflowed.
  private static func useAlternateStack() {
    var current = stack_t()
    guard sigaltstack(nil, &current) == 0, current.ss_flags & Int32(SS_DISABLE) != 0
    else { return }
    let size = 64 * 1024
    var stack = stack_t()
    // Lives as long as the process.
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }
}
