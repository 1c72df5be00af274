import RuleFiles
import TestSupport
import Testing

@MainActor
struct DirectoryEntryPathTests {
  @Test func `What cannot be read to its end is not taken for what was read of it`() throws {
    let folder = TemporaryFolder()
    // It can be opened, and each read of its beginning fails.
    let unread = "/proc/self/mem"
    #expect(
      DirectoryEntryPath.bytes(of: unread) == nil
        && DirectoryEntryPath.bytes(of: folder.path) == nil
    )
    #expect(DirectoryEntryPath.bytes(of: folder.write([7, 8], to: "file")) == [7, 8])
    let error = #expect(throws: RuleDraft.Failure.self) {
      try RuleDraft("rule", appendedTo: unread)
    }
    #expect(error?.message == "'/proc/self/mem' cannot be read")
  }
}
