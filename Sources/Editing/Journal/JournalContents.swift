import EntityStore
import FoundationEssentials
import Qualifiers

/// The unsaved changes recorded in a journal, up to its last complete entry.
package nonisolated struct JournalContents: Sendable {
  /// `nil` where the file is no journal, or one that this program cannot read.
  package private(set) var header: JournalHeader?
  /// The unsaved changes by object number; objects created earlier have lower numbers.
  package private(set) var states: [Int: PendingState] = [:]
  /// The save of which nobody said what has become of it: when it was made, and of which objects.
  package private(set) var openSave: (time: Double?, tokens: [Int])?
  /// The journals whose contents this one has taken over.
  package private(set) var takenOver: Set<String> = []
  /// The byte offset of unreadable data; `nil` for an intact file and for a truncated end.
  package private(set) var damage: Int?

  /// Reads as far as the bytes are whole.
  package init(_ bytes: [UInt8]) {
    guard bytes.starts(with: JournalFrame.magic) else { return }
    let decoder = JSONDecoder.ofValues
    var place = JournalFrame.magic.count
    while let payload = JournalFrame.payload(at: place, in: bytes) {
      guard let entries = try? decoder.decode([JournalEntry].self, from: Data(payload)) else {
        damage = place
        return
      }
      for entry in entries { take(entry) }
      guard header?.version == 1 else {
        header = nil
        return
      }
      place = payload.endIndex
    }
    if (place..<bytes.count).dropFirst().contains(where: {
      JournalFrame.payload(at: $0, in: bytes) != nil
    }) {
      damage = place
    }
  }

  private mutating func take(_ entry: JournalEntry) {
    switch entry {
    case .begin(let header): self.header = header
    case .object(let token, let subject): states[token] = PendingState(subject: subject)
    case .put(let token, let place, let value): states[token]?.contents[place] = value?.value
    case .edit(let token, let place, let edit):
      guard case .string(let text)? = states[token]?.contents[place] else { return }
      states[token]?.contents[place] = edit.applied(to: text).map { .string($0) }
    case .drop(let token): states[token] = nil
    case .saving(let time, let tokens): openSave = (time, tokens)
    case .settled: openSave = nil
    case .took(let name): takenOver.insert(name)
    }
  }

  /// Notes what has become of the save that was left open: where it was done, its objects are not pending.
  package mutating func settleSave(isDone: Bool) {
    for token in isDone ? openSave?.tokens ?? [] : [] { states[token] = nil }
    openSave = nil
  }
}
