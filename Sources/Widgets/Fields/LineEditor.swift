/// Text being edited: its pieces, cursor, undo and the last killed part.
///
/// Places are bytes of UTF-8; the cursor stands between characters as people see them, so that no accent or emoji is
/// ever cut. It knows no keys and no screen, and what it does costs the same however long the text is.
package nonisolated struct LineEditor: Sendable {
  /// The text in pieces.
  private(set) var content: PieceText {
    didSet { revision += 1 }
  }
  /// Another number after every change of the text.
  private(set) var revision = 0
  /// The place of the cursor: so many bytes of UTF-8 stand before it.
  package private(set) var cursor: Int
  /// The other end of what is selected; nil where nothing is.
  private var anchor: Int?
  private var undoable: [Change] = []
  private var redoable: [Change] = []
  private var killed = PieceText()
  private var last = Step.other

  /// An undoable edit: the text at a position before and after.
  private struct Change: Sendable {
    let position: Int
    var old: PieceText
    var new: PieceText
    /// The position of the cursor before the edit.
    let cursor: Int
  }

  /// The kind of an edit in a line editor: typing, kill or other.
  ///
  /// Successive typing is undone in one step, and successive kills are yanked together.
  private enum Step: Hashable, Sendable {
    case typing, kill, other
  }

  /// The ends of words are looked for so far, which is farther than anyone sees.
  private static let reach = 1 << 16
  /// The number of characters read at a time.
  private static let glance = 64

  /// An editor of `text` with the cursor at its end.
  package init(_ text: String = "") {
    content = PieceText(text)
    cursor = content.count
  }

  /// Whether there is something to take back.
  package var canUndo: Bool { !undoable.isEmpty }

  /// Whether something was taken back.
  package var canRedo: Bool { !redoable.isEmpty }

  /// The text now.
  package var text: String { content.string }

  /// Replaces everything from outside; undo forgets what was before.
  package mutating func reset(to text: String) {
    let atEnd = cursor == content.count
    content = PieceText(text)
    move(to: atEnd ? content.count : cursor)
    forgetSteps()
  }

  /// Leaves what was done so far to the undo steps beyond this editor: nothing of it is taken back here any more.
  package mutating func forgetSteps() {
    guard canUndo || canRedo || last != .other else { return }
    undoable = []
    redoable = []
    last = .other
  }

  // MARK: Moving

  /// Puts the cursor at a place, or as near as there is text.
  package mutating func move(to place: Int) {
    cursor = content.aligned(place)
    anchor = nil
    last = .other
  }

  /// Moves to a place and selects what is between, on from what is selected.
  package mutating func select(to place: Int) {
    let start = anchor ?? cursor
    move(to: place)
    anchor = start
  }

  /// Selects the whole text, with the cursor at its end.
  mutating func selectAll() {
    move(to: 0)
    select(to: end)
  }

  /// The selected range; empty without a selection.
  package var selection: Range<Int> {
    let other = anchor ?? cursor
    return min(cursor, other)..<max(cursor, other)
  }

  /// Moves by `count` characters.
  package mutating func move(by count: Int) {
    var place = cursor
    for _ in 0..<abs(count) { place = count < 0 ? content.previous(place) : content.next(place) }
    move(to: place)
  }

  /// The position before the character on the left of the cursor.
  var previousCharacter: Int { content.previous(cursor) }

  /// The position after the character on the right of the cursor.
  var nextCharacter: Int { content.next(cursor) }

  /// The start of the word before the cursor.
  package var wordStart: Int { back(while: { !isWord($0) }, then: isWord) }

  /// The end of the word after the cursor.
  package var wordEnd: Int {
    var place = cursor
    var isInWord = false
    while place - cursor < Self.reach {
      let characters = content.characters(from: place, limit: Self.glance)
      if characters.isEmpty { break }
      for character in characters {
        if isWord(character) { isInWord = true } else if isInWord { return place }
        place += character.utf8.count
      }
    }
    return place
  }

  /// The start of the cursor's line.
  package var lineStart: Int { content.lineStart(cursor) }

  /// The end of the cursor's line.
  package var lineEnd: Int { max(cursor, content.lineEnd(cursor)) }

  /// The end of the text.
  var end: Int { content.count }

  /// The start of the whitespace-separated word before the cursor, which Ctrl-W deletes.
  package var bigWordStart: Int { back(while: \.isWhitespace) { !$0.isWhitespace } }

  private func back(while isGap: (Character) -> Bool, then isWord: (Character) -> Bool) -> Int {
    var place = cursor
    var isInWord = false
    while cursor - place < Self.reach {
      let characters = content.characters(before: place, limit: Self.glance)
      if characters.isEmpty { break }
      for character in characters.reversed() {
        if !isInWord, !isGap(character) { isInWord = true }
        if isInWord, !isWord(character) { return place }
        place -= character.utf8.count
      }
    }
    return place
  }

  private func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  // MARK: Changing

  /// Types one character in the place of what is selected; a run of typing is undone at once.
  package mutating func type(_ character: Character) { type(String(character)) }

  /// Types several characters; what is typed behind them is undone with them.
  package mutating func type(_ text: some StringProtocol) {
    replace(selection, with: PieceText(text), as: .typing)
  }

  /// Puts `text` in at the cursor, or in the place of what is selected: paste.
  package mutating func insert(_ text: some StringProtocol) {
    replace(selection, with: PieceText(text), as: .other)
  }

  /// The line break around the cursor: that of the line before, else of its own line, else a line feed.
  package var lineBreak: Character {
    let start = content.lineStart(cursor)
    if start > 0 { return start > 1 && content.byte(at: start - 2) == 0x0D ? "\r\n" : "\n" }
    return content.byte(at: content.lineEnd(cursor)) == 0x0D ? "\r\n" : "\n"
  }

  /// A text that is to be put in: its lines end as those around the cursor.
  package func lines(of text: some StringProtocol) -> String {
    let lineBreak = lineBreak
    return lineBreak == "\n" ? String(text) : String(text.map { $0 == "\n" ? lineBreak : $0 })
  }

  /// Deletes what stands between two places.
  package mutating func delete(_ range: Range<Int>) {
    replace(range, with: PieceText(), as: .other)
  }

  /// Deletes what stands between two places and keeps it for ``yank()``; kills in a row add up.
  package mutating func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let isBefore = range.upperBound <= cursor && range.lowerBound < cursor
    let isFurther = last == .kill
    guard let old = replace(range, with: PieceText(), as: .kill) else { return }
    guard isFurther else { return killed = old }
    if isBefore { killed.replace(0..<0, with: old) } else { killed.append(old) }
  }

  /// Keeps what is selected for ``yank()``.
  package mutating func keepSelection() {
    var rest = content
    killed = rest.replace(selection, with: PieceText())
    last = .other
  }

  /// Puts in what was killed or kept last.
  package mutating func yank() {
    replace(selection, with: killed, as: .other)
  }

  /// Takes the last change back.
  /// - Returns: Whether there was one.
  @discardableResult
  package mutating func undo() -> Bool {
    guard let change = undoable.popLast() else { return false }
    content.replace(change.position..<change.position + change.new.count, with: change.old)
    redoable.append(change)
    move(to: change.cursor)
    return true
  }

  /// Makes the change that was taken back last again.
  /// - Returns: Whether there was one.
  @discardableResult
  package mutating func redo() -> Bool {
    guard let change = redoable.popLast() else { return false }
    content.replace(change.position..<change.position + change.old.count, with: change.new)
    undoable.append(change)
    move(to: change.position + change.new.count)
    return true
  }

  @discardableResult
  private mutating func replace(
    _ range: Range<Int>,
    with new: PieceText,
    as step: Step
  ) -> PieceText? {
    guard !range.isEmpty || new.count > 0 else { return nil }
    let old = content.replace(range, with: new)
    if step == .typing, last == .typing, let change = undoable.last, old.count == 0,
      range.lowerBound == change.position + change.new.count
    {
      undoable[undoable.count - 1].new.append(new)
    } else {
      undoable.append(Change(position: range.lowerBound, old: old, new: new, cursor: cursor))
      if undoable.count > 200 { undoable.removeFirst() }
    }
    redoable = []
    cursor = range.lowerBound + new.count
    anchor = nil
    last = step
    return old
  }
}
