import Glibc
import TestSupport
import Testing
import Workspace

/// Tests that prompt history is kept for later sessions.
@MainActor
struct PromptHistoryTests {
  @Test func `E1: history is kept in files of its owner alone, and read by the next session`() {
    let folder = TemporaryFolder()
    let history = PromptHistory(folder: folder.path)
    for text in ["a = 1", "b = 2", "a = 1", "  "] { history.add(text, to: .filter) }
    history.add("Movie", to: .command)
    let next = PromptHistory(folder: folder.path)
    #expect(next.entries(of: .filter) == ["b = 2", "a = 1"])
    #expect(next.entries(of: .command) == ["Movie"])
    #expect(next.entries(of: .search) == [])
    var status = stat()
    #expect(stat(folder.path + "/filter.history", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `E1: a history that has grown too large is shortened to what was entered last`() {
    let folder = TemporaryFolder()
    let lines = (1...20_000).map { "title = 'number \($0)'\n" }.joined()
    _ = folder.write(Array(lines.utf8), to: "filter.history")
    #expect(
      PromptHistory(folder: folder.path).entries(of: .filter).last == "title = 'number 20000'"
    )
    var status = stat()
    #expect(stat(folder.path + "/filter.history", &status) == 0 && status.st_size < 20_000)
    #expect(PromptHistory(folder: folder.path).entries(of: .filter).count == 500)
  }

  @Test func `E1: a history that cannot be kept is there for the session`() {
    let history = PromptHistory(folder: "/dev/null/nowhere")
    history.add("x", to: .search)
    #expect(history.entries(of: .search) == ["x"])
  }
}
