/// A terminal without a screen: events are put in by a script, frames are kept to be looked at.
@MainActor
package final class HeadlessTerminal: TerminalDriver {
  /// The size of the screen, changed by ``resize(to:)``.
  package private(set) var size: Size
  /// How many colours the program is told of.
  package var colorCount: Int
  /// Whether the program is told of a light background.
  package var isLight = false
  /// Whether the program is told that there are no signs but those of ASCII.
  package let isPlain: Bool
  /// Whether the program asked for the mouse.
  package var isMouseEnabled = false

  /// The last frame shown, blank at first.
  package private(set) var screen: Buffer
  /// The position of the cursor; `nil` if it is hidden.
  package private(set) var cursor: Point?
  /// How many frames were shown.
  package private(set) var frameCount = 0
  /// How many cells the frames changed, those of the first one included.
  package private(set) var changedCellCount = 0
  /// How often the bell sounded.
  package private(set) var bellCount = 0
  /// The last text put on the clipboard.
  package private(set) var clipboard: String?
  /// How often the program was suspended.
  package private(set) var suspendCount = 0
  private var events: [TerminalEvent] = []

  /// Makes a terminal of a size; a plain one has no signs for keys.
  package init(size: Size, colorCount: Int = 256, isPlain: Bool = false) {
    self.size = size
    self.colorCount = colorCount
    self.isPlain = isPlain
    screen = Buffer(size: size)
  }

  /// Keeps a frame and counts what it changed.
  package func present(_ buffer: Buffer, cursor: Point?) {
    for run in buffer.differences(from: screen) { changedCellCount += run.columns.count }
    screen = buffer
    self.cursor = cursor
    frameCount += 1
  }

  /// Forgets the last frame.
  package func redraw() {
    screen = Buffer(size: size)
  }

  /// The events posted since the last call.
  package func pendingEvents() -> [TerminalEvent] {
    defer { events = [] }
    return events
  }

  /// Counts, and goes on at once.
  package func suspend() {
    suspendCount += 1
    events.append(.resumed)
  }

  /// Runs the other program at once.
  package func yieldScreen(to body: () -> Void) {
    body()
    redraw()
  }

  /// Counts.
  package func bell() {
    bellCount += 1
  }

  /// Keeps the text.
  package func copy(_ text: String) {
    clipboard = text
  }

  /// Changes the size of the screen, which is an event too.
  package func resize(to size: Size) {
    self.size = size
    screen = Buffer(size: size)
    events.append(.resize(size))
  }

  /// The text of the last frame, row by row, without the spaces at the end of each.
  package var lines: [String] { screen.lines }
}
