@testable import RuleFiles
import Glibc
import TestSupport
import Testing

/// However a program saves, it is heard.
@MainActor
struct FileWatchTests {
  /// A way of putting a new text into the file `my.rules` of a folder.
  struct Saving: Sendable, CustomTestStringConvertible {
    let name: String
    /// Prepares the folder before the save, with files beside the rule file.
    var before: @Sendable (String) -> Void = { _ in }
    let save: @Sendable (String) -> Void
    var testDescription: String { name }
  }

  nonisolated static let savings = [
    Saving(name: "over the old text") { write("new", to: $0 + "/my.rules") },
    Saving(name: "behind the old text") { write("new", to: $0 + "/my.rules", mode: "a") },
    Saving(name: "by renaming") {
      write("new", to: $0 + "/my.rules~")
      rename($0 + "/my.rules~", $0 + "/my.rules")
    },
    Saving(name: "with the old one kept under another name") {
      rename($0 + "/my.rules", $0 + "/my.rules~")
      write("new", to: $0 + "/my.rules")
    },
    Saving(name: "by removing and making anew") {
      unlink($0 + "/my.rules")
      write("new", to: $0 + "/my.rules")
    },
    Saving(name: "by removing only") { unlink($0 + "/my.rules") },
    Saving(
      name: "by turning a link",
      before: {
        rename($0 + "/my.rules", $0 + "/1")
        write("new", to: $0 + "/2")
        symlink("1", $0 + "/my.rules")
      },
      save: {
        symlink("2", $0 + "/link~")
        rename($0 + "/link~", $0 + "/my.rules")
      }
    ),
    Saving(
      name: "behind a link",
      before: {
        mkdir($0 + "/elsewhere", 0o755)
        rename($0 + "/my.rules", $0 + "/elsewhere/real")
        symlink("elsewhere/real", $0 + "/my.rules")
      },
      save: {
        write("new", to: $0 + "/real~")
        rename($0 + "/real~", $0 + "/elsewhere/real")
      }
    ),
    Saving(
      name: "by turning the link of its folder",
      before: {
        mkdir($0 + "/1", 0o755)
        mkdir($0 + "/2", 0o755)
        rename($0 + "/my.rules", $0 + "/1/my.rules")
        write("new", to: $0 + "/2/my.rules")
        symlink("1", $0 + "/current")
        symlink("current/my.rules", $0 + "/my.rules")
      },
      save: {
        symlink("2", $0 + "/link~")
        rename($0 + "/link~", $0 + "/current")
      }
    ),
    Saving(
      name: "under another name of the same file",
      before: { link($0 + "/my.rules", $0 + "/other") },
      save: { write("new", to: $0 + "/other") }
    ),
  ]

  nonisolated static func write(_ text: String, to path: String, mode: String = "w") {
    guard let file = fopen(path, mode) else { return }
    fputs(text, file)
    fclose(file)
  }

  /// Waits until `condition` holds, at most so long that a busy machine has time enough.
  static func wait(until condition: () -> Bool) async throws {
    var patience = Patience()
    while !condition() {
      let lasts = patience.lasts
      try #require(lasts, "waited in vain")
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// A watch by the kernel, which gives each account only so many (128 on most machines) for all programs together:
  /// other tests that run at the same time may hold them all for a while.
  static func kernelWatch() async throws -> InotifyWatch {
    var watch = InotifyWatch()
    try await wait {
      if watch == nil { watch = InotifyWatch() }
      return watch != nil
    }
    return try #require(watch)
  }

  @Test(arguments: savings, [true, false])
  func `A file is saved`(saving: Saving, byKernel: Bool) async throws {
    let folder = TemporaryFolder()
    Self.write("old", to: folder.path + "/my.rules")
    saving.before(folder.path)
    var changes = 0
    let source: any ChangeSource = byKernel ? try await Self.kernelWatch() : StatWatch()
    let watch = FileWatch(source: source) { changes += 1 }
    watch.follow(WatchedPaths(files: [folder.path + "/my.rules"]))
    if !byKernel {
      // The first look is told, for it may come later than a reading.
      try await Self.wait { changes > 0 }
      changes = 0
    }
    saving.save(folder.path)
    try await Self.wait { changes > 0 }
  }

  @Test func `A file put in the place of another is a change that is over`() async throws {
    let folder = TemporaryFolder()
    Self.write("old", to: folder.path + "/my.rules")
    let watch = try await Self.kernelWatch()
    var hints: [ChangeHint] = []
    watch.onHint = { hints.append($0) }
    #expect(watch.follow(WatchedPaths(files: [folder.path + "/my.rules"])))
    Self.write("new", to: folder.path + "/my.rules~")
    rename(folder.path + "/my.rules~", folder.path + "/my.rules")
    // The new name, and that the old file has one name less.
    try await Self.wait { hints.count >= 2 }
    #expect(hints.allSatisfy { $0 == .finished })
  }

  @Test func `Folders and a file that are not there yet come to be`() async throws {
    let folder = TemporaryFolder()
    let places = WatchedPaths(
      files: [folder.path + "/Rules/my.rules"],
      folders: [folder.path + "/config/d2t"]
    )
    var changes = 0
    let watch = FileWatch(source: try await Self.kernelWatch()) { changes += 1 }
    for name in ["config", "config/d2t", "Rules"] {
      let before = changes
      watch.follow(places)
      mkdir(folder.path + "/" + name, 0o755)
      try await Self.wait { changes > before }
    }
    for name in ["Rules/my.rules", "config/d2t/a.rules"] {
      let before = changes
      watch.follow(places)
      Self.write("new", to: folder.path + "/" + name)
      try await Self.wait { changes > before }
    }
  }

  @Test func `A folder is moved away and another one put in its place`() async throws {
    let folder = TemporaryFolder()
    for name in ["mine", "other"] {
      mkdir(folder.path + "/" + name, 0o755)
      Self.write(name, to: folder.path + "/\(name)/my.rules")
    }
    let places = WatchedPaths(folders: [folder.path + "/mine"])
    var changes = 0
    let watch = FileWatch(source: try await Self.kernelWatch()) { changes += 1 }
    watch.follow(places)
    rename(folder.path + "/mine", folder.path + "/old")
    rename(folder.path + "/other", folder.path + "/mine")
    try await Self.wait { changes == 1 }
    watch.follow(places)
    Self.write("new", to: folder.path + "/mine/b.rules")
    try await Self.wait { changes == 2 }
  }

  @Test func `Nobody is woken by other files beside`() async throws {
    let folder = TemporaryFolder()
    Self.write("old", to: folder.path + "/my.rules")
    let source = try await Self.kernelWatch()
    var hints = 0
    source.onHint = { _ in hints += 1 }
    #expect(source.follow(WatchedPaths(files: [folder.path + "/my.rules"])))
    for number in 0..<20 { Self.write("new", to: folder.path + "/\(number).db-journal") }
    Self.write("new", to: folder.path + "/my.rules~")
    rename(folder.path + "/my.rules~", folder.path + "/my.rules")
    try await Self.wait { hints > 0 }
    // The file came, and the one before lost its name.
    #expect(hints <= 2)
  }

  @Test func `The way to a path names its folders and links`() {
    let folder = TemporaryFolder()
    mkdir(folder.path + "/real", 0o755)
    symlink("real", folder.path + "/link")
    symlink("loop", folder.path + "/loop")
    Self.write("x", to: folder.path + "/real/file")
    let trace = PathResolution(folder.path + "/link/../link/./file")
    #expect(trace.end == folder.path + "/real/file")
    #expect(trace.lookups.map(\.name) == ["link", "link", "file"])
    #expect(trace.lookups.last?.folder == folder.path + "/real")
    #expect(PathResolution(folder.path + "/real").end == folder.path + "/real")
    let missing = PathResolution(folder.path + "/none/file")
    #expect(missing.end == nil && missing.lookups.map(\.name) == ["none"])
    #expect(PathResolution(folder.path + "/loop").end == nil)
    #expect(PathResolution(folder.path + "/real/file/below").end == nil)
    #expect(PathResolution("/").end == "/")
  }

  @Test func `File systems of other machines are not trusted to tell`() {
    let table = MountTable(
      """
      22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/root rw
      30 22 0:30 / /home/with\\040space rw - nfs4 server:/home rw
      31 22 0:31 / /mnt rw shared:9 master:1 - fuse.sshfs host: rw
      32 31 0:32 / /mnt/disk rw - ext4 /dev/sdb rw
      """
    )
    #expect(table.kind(at: "/home/me") == "ext4")
    #expect(table.kind(at: "/mnt/a") == "fuse.sshfs")
    #expect(table.kind(at: "/mnt/disk/a") == "ext4")
    #expect(table.kind(at: "/mntx") == "ext4")
    #expect(table.kind(at: "/home/with space/x") == "nfs4")
  }
}
