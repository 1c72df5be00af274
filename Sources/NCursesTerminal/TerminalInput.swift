import Glibc
import Terminal

/// Reads what a terminal sends, and waits no longer than it takes to tell Esc from a key that begins with it.
@MainActor
final class TerminalInput {
  private let descriptor: Int32
  private var decoder: KeyDecoder
  private let escapeDelay: Int32
  private var bytes = [UInt8](repeating: 0, count: 65536)

  /// A read that brings as much as this is the beginning of more: somebody pastes, or a program types.
  private static let flood = 512
  /// A stream of input without end is interrupted, so that the screen is drawn now and then.
  private static let most = 16 << 20

  init(_ descriptor: Int32, sequences: KeySequences) {
    self.descriptor = descriptor
    decoder = KeyDecoder(sequences: sequences)
    // As curses has it.
    escapeDelay = getenv("ESCDELAY").flatMap { Int32(String(cString: $0)) }.map { max(0, $0) } ?? 25
  }

  /// Reads all that has arrived.
  /// - Returns: Whether anything had.
  func read() -> Bool {
    var total = 0
    var patience: Int32 = 0
    while total < Self.most, isReadable(within: patience) {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      decoder.inputArrives(bytes[..<count], at: .now)
      decoder.take(bytes[..<count])
      total += count
      patience = count >= Self.flood ? 5 : decoder.isUndecided ? escapeDelay : 0
    }
    return total > 0
  }

  /// Returns the events of the input read so far.
  ///
  /// A trailing escape byte counts as the Escape key.
  func events() -> [TerminalEvent] { decoder.finish() }

  /// Whether nothing will ever arrive any more.
  var isHungUp: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0 && polled.revents & ~Int16(POLLIN) != 0
  }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) > 0 && polled.revents & Int16(POLLIN) != 0
  }
}
