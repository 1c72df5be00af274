import Glibc

/// A writer that records unsaved changes in a journal file as they are made, for recovery after a crash.
///
/// Appends only the differences since the last time, completely or not at all. The file exists only while there are unsaved
/// changes, is locked by this process, and is rewritten when it has grown.
package final class JournalWriter {
  /// The unsaved changes of an object, by its number; the state is `nil` when there are none.
  package typealias Change = (token: Int, state: PendingState?)

  private let path: String
  private let limit: Int
  private let write: JournalFile.Write
  private var header: JournalHeader
  private var file: JournalFile?
  private var known: [Int: PendingState] = [:]
  private var openSave: JournalEntry?
  private var takenOver: [String] = []
  /// How long the file may become before it is written anew.
  private var sizeToRewrite = 0

  /// A journal that comes to be at `path` as soon as something is pending, of at most `limit` bytes.
  package init(
    path: String,
    _ header: JournalHeader,
    limit: Int = 1 << 26,
    writingBy write: @escaping JournalFile.Write = { Glibc.write($0, $1.baseAddress, $1.count) }
  ) {
    (self.path, self.header, self.limit, self.write) = (path, header, limit, write)
  }

  /// Whether something is known to be pending in an object.
  package func knows(_ token: Int) -> Bool { known[token] != nil }

  /// The error of an earlier write that did not reach the disk.
  package var fault: JournalFault? { file?.syncFault.map { .refused($0) } }

  /// Sets the user and start time for the journal; ignored once a file exists.
  package func begin(_ header: JournalHeader) {
    if file == nil { self.header = header }
  }

  /// Writes what is different; where that fails nothing of it counts, and it can be tried again.
  ///
  /// - Parameters:
  ///   - changes: What is pending of objects by now, by their token; `nil` where nothing is.
  ///   - names: The journals that are taken over by this.
  ///   - endsSave: It is known by now what has become of the save.
  /// - Throws: ``JournalFault`` where the file cannot be written.
  package func write(
    _ changes: [Change],
    takingOver names: [String] = [],
    endsSave: Bool = false
  ) throws(JournalFault) {
    var entries: [JournalEntry] = []
    var count = known.count
    for (token, state) in changes {
      if let state {
        entries += state.entries(of: token, since: known[token])
        if known[token] == nil { count += 1 }
      } else if known[token] != nil {
        entries.append(.drop(token))
        count -= 1
      }
    }
    entries += names.map { .took($0) }
    if endsSave, openSave != nil { entries.append(.settled) }
    guard !entries.isEmpty || file?.isLost == true else { return }
    guard count > 0 else { return try clear() }
    try put(entries) {
      for (token, state) in changes { $0.known[token] = state }
      $0.takenOver += names
      if endsSave { $0.openSave = nil }
    }
  }

  /// Says that objects are about to be saved, so that nobody takes for unsaved what is committed next; it is on the disk
  /// when this returns.
  package func beginSave(_ tokens: [Int], time: Double?) async throws(JournalFault) {
    let tokens = tokens.filter(knows)
    guard !tokens.isEmpty else { return }
    let save = JournalEntry.saving(time, tokens)
    try put([save]) { $0.openSave = save }
    guard let file else { return }
    try await file.synchronize()
  }

  /// Removes the file: nothing is pending, or nobody wants it.
  package func clear() throws(JournalFault) {
    let former = file
    (file, known, openSave, takenOver) = (nil, [:], nil, [])
    try former?.remove()
  }

  private func put(
    _ entries: [JournalEntry],
    _ note: (JournalWriter) -> Void
  ) throws(JournalFault) {
    let bytes = try JournalFrame.bytes(of: entries)
    guard let file, !file.isLost, file.size < sizeToRewrite,
      file.size + bytes.count <= limit
    else {
      let before = (known, takenOver, openSave)
      note(self)
      do throws(JournalFault) { return try rewrite() } catch {
        (known, takenOver, openSave) = before
        throw error
      }
    }
    try file.append(bytes)
    note(self)
  }

  /// Writes all that is known into a new file, which takes the place of the old one.
  private func rewrite() throws(JournalFault) {
    var entries = [JournalEntry.begin(header)] + takenOver.map { .took($0) }
    for (token, state) in known { entries += state.entries(of: token, since: nil) }
    if let openSave { entries.append(openSave) }
    let bytes = JournalFrame.magic + (try JournalFrame.bytes(of: entries))
    guard bytes.count <= limit else { throw .tooLong }
    file = try JournalFile(path: path, bytes, writingBy: write)
    sizeToRewrite = max(2 * bytes.count, Self.smallSize)
  }

  private static let smallSize = 1 << 18
}
