import Synchronization

/// A value that one waits for, from the first that gives one.
final class FirstValue<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case known(Value)
  }

  private let state = Mutex(State.open)

  /// Gives a value; only the first one counts.
  func set(_ value: Value) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .open:
        state = .known(value)
        return nil
      case .awaited(let continuation):
        state = .known(value)
        return continuation
      case .known: return nil
      }
    }
    waiting?.resume(returning: value)
  }

  /// The first value; to be asked for once.
  func value() async -> Value {
    await withCheckedContinuation { continuation in
      let known = state.withLock { state -> Value? in
        if case .known(let value) = state { return value }
        state = .awaited(continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}
