import EntityStore
import RuleEnvironment
import StandardKeys
import Workspace

// Long work.

extension UserInterface {
  /// Returns the progress of a long operation that keys wait for or Esc stops; `nil` while none has run long enough.
  var progressSentence: String? {
    guard work.loads.busyTime != nil, let busySince = work.loads.busySince else { return nil }
    if let wait = work.store.remainingLockWait {
      return
        "file locked by another program; retrying for \(max(1, wait.components.seconds + 1)) s, esc calls it off"
    }
    let list = navigator.current.list
    let known = work.loads.progress ?? list?.search.progress ?? list?.numberingProgress
    let all = WorkProgress(work.saves.isWriting ? "writing" : "reading", since: busySince)
    return known.flatMap { sentence(of: $0, canStop: true) } ?? sentence(of: all, canStop: true)
  }

  /// Returns the sentence about progress that fits on the screen.
  func sentence(of progress: WorkProgress, canStop: Bool) -> String? {
    let advice = canStop ? ", esc stops" : ""
    let width = work.root[MiscKeys.shared.screen].width - 2 - advice.count
    let sentences = [width - Self.placeWidth, width].lazy.map {
      progress.sentence(at: .now, width: $0)
    }
    let sentence = sentences.first { $0?.hasPrefix(progress.title) ?? true } ?? sentences[1]
    return sentence.map { $0 + advice }
  }

  /// The cells of a row's number, which stands in the same line where there is room for both.
  private static let placeWidth = 16

  /// The page that rules choose for work that takes long and that a key has begun; `nil` while there is none.
  var progressPage: PageContext? {
    let page = navigator.current
    guard let sentence = progressSentence, work.saves.isBusy || work.loads.holdsKeys else {
      return nil
    }
    let run = page.bulk?.run ?? page.paste?.run
    let details = [run?.advice].compactMap(\.self)
    return self.page(for: .progress, saying: Announcement(sentence, details: details))
  }
}
