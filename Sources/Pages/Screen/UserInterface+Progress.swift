import EntityStore
import StandardKeys
import Workspace

// Long work.

extension UserInterface {
  /// Returns the progress message of a long operation with its duration; `nil` while none has run long enough.
  func progressSentence(reading: String?) -> String? {
    guard let time = work.loads.busyTime else { return nil }
    if let wait = work.store.remainingLockWait {
      return
        "file locked by another program; retrying for \(max(1, wait.components.seconds + 1)) s, esc calls it off"
    }
    return
      "\(work.saves.isWriting ? "writing" : reading ?? "reading") for \(time.tenths) s, esc stops"
  }

  /// The page that rules choose for work that takes long and that a key has begun; `nil` while there is none.
  var progressPage: PageContext? {
    let page = navigator.current
    guard let sentence = progressSentence(reading: page.list?.search.progress),
      work.saves.isBusy || work.loads.holdsKeys
    else { return nil }
    let part = page.bulk?.progress ?? page.paste?.run.text
    return self.page(
      for: .progress,
      saying: Announcement(sentence, details: [part].compactMap(\.self))
    )
  }
}

extension Duration {
  /// Seconds with one digit behind the point.
  fileprivate var tenths: String {
    let tenths = components.seconds * 10 + components.attoseconds / 100_000_000_000_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
