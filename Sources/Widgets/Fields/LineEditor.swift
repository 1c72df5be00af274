/// Text being edited: characters, cursor, undo and the last killed piece.
///
/// It counts in characters as people see them, so that no accent or emoji is ever cut. It knows no keys and no screen.
public nonisolated struct LineEditor: Hashable, Sendable {
  /// The characters; a line break is one.
  public private(set) var characters: [Character]
  /// How many characters stand before the cursor.
  public private(set) var cursor: Int
  private var undoable: [Snapshot] = []
  private var redoable: [Snapshot] = []
  private var killed: [Character] = []
  private var last = Step.other

  private struct Snapshot: Hashable {
    let characters: [Character]
    let cursor: Int
  }

  private enum Step: Hashable {
    case typing, kill, other
  }

  /// An editor of `text` with the cursor at its end.
  public init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  /// Whether there is something to take back.
  public var canUndo: Bool { !undoable.isEmpty }

  /// Whether something was taken back.
  public var canRedo: Bool { !redoable.isEmpty }

  /// The text now.
  public var text: String { String(characters) }

  /// Replaces everything from outside; undo forgets what was before.
  public mutating func reset(to text: String) {
    let atEnd = cursor == characters.count
    characters = Array(text)
    cursor = atEnd ? characters.count : min(cursor, characters.count)
    forgetSteps()
  }

  /// Leaves what was done so far to whoever keeps it beyond this editor: nothing of it is taken back here any more.
  public mutating func forgetSteps() {
    undoable = []
    redoable = []
    last = .other
  }

  // MARK: Moving

  /// Puts the cursor before the character `index`, or as near as there is text.
  public mutating func move(to index: Int) {
    cursor = min(max(0, index), characters.count)
    last = .other
  }

  /// Moves by `count` characters.
  public mutating func move(by count: Int) { move(to: cursor + count) }

  /// Where the word before the cursor begins.
  public var wordStart: Int {
    var index = cursor
    while index > 0, !isWord(index - 1) { index -= 1 }
    while index > 0, isWord(index - 1) { index -= 1 }
    return index
  }

  /// Where the word after the cursor ends.
  public var wordEnd: Int {
    var index = cursor
    while index < characters.count, !isWord(index) { index += 1 }
    while index < characters.count, isWord(index) { index += 1 }
    return index
  }

  /// Where the line of the cursor begins.
  public var lineStart: Int {
    characters[..<cursor].lastIndex { $0.isNewline }.map { $0 + 1 } ?? 0
  }

  /// Where the line of the cursor ends.
  public var lineEnd: Int {
    characters[cursor...].firstIndex { $0.isNewline } ?? characters.count
  }

  /// Where the blank-separated word before the cursor begins: what Ctrl-W takes.
  public var bigWordStart: Int {
    var index = cursor
    while index > 0, characters[index - 1].isWhitespace { index -= 1 }
    while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
    return index
  }

  private func isWord(_ index: Int) -> Bool {
    characters[index].isLetter || characters[index].isNumber
  }

  // MARK: Changing

  /// Types one character; a run of typing is undone at once.
  public mutating func type(_ character: Character) {
    replace(cursor..<cursor, with: [character], as: .typing)
  }

  /// Puts `text` in at the cursor: paste.
  public mutating func insert(_ text: String) {
    replace(cursor..<cursor, with: Array(text), as: .other)
  }

  /// Deletes the characters of `range`.
  public mutating func delete(_ range: Range<Int>) {
    replace(range, with: [], as: .other)
  }

  /// Deletes the characters of `range` and keeps them for ``yank()``; kills in a row add up.
  public mutating func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let piece = Array(characters[range])
    if last == .kill {
      killed =
        range.upperBound <= cursor && range.lowerBound < cursor
        ? piece + killed : killed + piece
    } else {
      killed = piece
    }
    replace(range, with: [], as: .kill)
  }

  /// Puts in what was killed last.
  public mutating func yank() {
    replace(cursor..<cursor, with: killed, as: .other)
  }

  /// Takes the last change back.
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func undo() -> Bool {
    guard let snapshot = undoable.popLast() else { return false }
    redoable.append(Snapshot(characters: characters, cursor: cursor))
    restore(snapshot)
    return true
  }

  /// Makes the change that was taken back last again.
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func redo() -> Bool {
    guard let snapshot = redoable.popLast() else { return false }
    undoable.append(Snapshot(characters: characters, cursor: cursor))
    restore(snapshot)
    return true
  }

  private mutating func restore(_ snapshot: Snapshot) {
    characters = snapshot.characters
    cursor = snapshot.cursor
    last = .other
  }

  private mutating func replace(_ range: Range<Int>, with new: [Character], as step: Step) {
    guard !range.isEmpty || !new.isEmpty else { return }
    let continues = step == .typing && last == .typing
    if !continues { undoable.append(Snapshot(characters: characters, cursor: cursor)) }
    if undoable.count > 200 { undoable.removeFirst() }
    redoable = []
    // A mark that was typed joins the character before it: from there on the text is cut into characters anew.
    let first = max(0, range.lowerBound - 1)
    let joined = Array(String(characters[first..<range.lowerBound] + new))
    characters.replaceSubrange(first..<range.upperBound, with: joined)
    cursor = first + joined.count
    last = step
  }
}
