import AccessControl
import Editing
import Glibc
import RuleFiles
import SQLite
import SceneSupport
import TestSupport
import Testing
import Widgets

@testable import Pages
import Workspace

/// Binary data: looked at, written to files, loaded from files, and shown by another program.
@MainActor
struct BlobTests {
  private let folder = TemporaryFolder()

  private func scene(_ arguments: String = "--entity Cover --task edit --id 1", rules: String = "")
    async throws -> Scene
  {
    try await Scene(
      """
      CREATE TABLE cover(id INTEGER PRIMARY KEY, title TEXT, picture BLOB, sound BLOB);
      INSERT INTO cover VALUES (1, 'One', x'89504E470D0A1A0A0000000D4948445200000010000000200806', NULL),
        (2, 'Two', zeroblob(40), NULL);
      """,
      rules: rules,
      arguments,
      width: 120
    )
  }

  private func write(_ scene: Scene, to path: String) async throws {
    try await scene.send("w end ctrl-u")
    try await scene.type(path)
    try await scene.send("enter")
  }

  private func load(_ scene: Scene, from path: String) async throws {
    try await scene.send("r")
    try await scene.type(path)
    try await scene.send("enter")
  }

  @Test func `A file is loaded in place of the bytes, and saved with the object`() async throws {
    let path = folder.write(Array("%PDF-1.4 text".utf8), to: "a.pdf")
    let scene = try await scene()
    try await scene.go(to: "picture")
    #expect(scene.line(with: "Picture")?.contains("<PNG 16×32 26 B>") == true, "\(scene.text)")
    try await load(scene, from: path)
    #expect(scene.status.contains("<PDF 13 B> from ‘\(path)’; not saved yet"), "\(scene.text)")
    #expect(scene.line(with: "Picture")?.contains("<PDF 13 B>") == true, "\(scene.text)")
    #expect(try scene.rows("SELECT length(picture) FROM cover WHERE id = 1") == ["26"])
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(
      try scene.rows("SELECT typeof(picture), hex(picture) FROM cover WHERE id = 1") == [
        "blob|255044462D312E342074657874"
      ]
    )
    try await scene.send("u y")
    #expect(try scene.rows("SELECT length(picture) FROM cover WHERE id = 1") == ["26"])
  }

  @Test func `What is loaded can be taken back, and a field be emptied`() async throws {
    let path = folder.write([1, 2, 3], to: "x")
    let scene = try await scene()
    try await scene.go(to: "sound")
    try await load(scene, from: path)
    #expect(scene.line(with: "Sound")?.contains("<blob 3 B>") == true, "\(scene.text)")
    try await scene.send("ctrl-_")
    #expect(scene.line(with: "Sound")?.contains("∅") == true, "\(scene.text)")
    try await scene.go(to: "picture", by: "backtab")
    try await scene.send("ctrl-x ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT picture IS NULL FROM cover WHERE id = 1") == ["1"])
  }

  @Test func `Bytes of which only the beginning was read are written whole, and replaced whole`()
    async throws
  {
    let scene = try await scene()
    try scene.execute("UPDATE cover SET picture = zeroblob(3000000) WHERE id = 1")
    try await scene.send("ctrl-r")
    try await scene.go(to: "picture")
    #expect(scene.line(with: "Picture")?.contains("<blob 3 MB>") == true, "\(scene.text)")
    try await write(scene, to: folder.path + "/big")
    #expect(DirectoryEntryPath.bytes(of: folder.path + "/big")?.count == 3_000_000, "\(scene.text)")
    try await load(scene, from: folder.write([7], to: "small"))
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT hex(picture) FROM cover WHERE id = 1") == ["07"])
  }

  @Test(arguments: [
    "--entity Cover --task edit --id 1", "--entity Cover --task inspect --id 1", "--entity Cover",
  ])
  func `From wherever it is shown it is written to a file, over another only after asking`(
    place: String
  ) async throws {
    let scene = try await scene(place, rules: "task = 'list' => displayPropertyKeys = ['picture']")
    if place.contains("--task") {
      try await scene.go(to: "picture", by: place.contains("edit") ? "tab" : "j")
    }
    try await scene.send("w")
    #expect(scene.text.contains("save to: picture.png"), "\(scene.text)")
    try await scene.send("esc")
    let path = folder.path + "/out.png"
    try await write(scene, to: path)
    #expect(scene.status.contains("26 B written to ‘\(path)’"), "\(scene.text)")
    #expect(DirectoryEntryPath.bytes(of: path)?.count == 26)
    folder.write("mine", to: "out.png")
    try await write(scene, to: path)
    #expect(scene.text.contains("exists already (4 B). Overwrite it?"), "\(scene.text)")
    try await scene.send("esc")
    #expect(folder.text(of: "out.png") == "mine")
    try await write(scene, to: path)
    try await scene.send("y")
    #expect(DirectoryEntryPath.bytes(of: path)?.count == 26, "\(scene.text)")
    #expect(folder.names == ["out.png"])
  }

  @Test func `What cannot be written or read is told, and nothing is changed`() async throws {
    let scene = try await scene()
    try await scene.go(to: "picture")
    let before = try scene.dump()
    for (path, sentence) in [
      (folder.path, "is a folder; name a file in it"), ("/dev/null", "is not a regular file"),
      (folder.path + "/no/such", "No such file or directory"), ("", "type the path of a file"),
      (scene.path, "is the database itself"),
    ] {
      try await write(scene, to: path)
      #expect(scene.text.contains(sentence), "\(path)\n\(scene.text)")
      if !scene.status.contains("cannot be written") { try await scene.send("esc") }
    }
    for (path, sentence) in [
      (folder.path, "is a folder; name a file in it"), (folder.path + "/none", "there is no file"),
      ("/dev/zero", "is not a regular file"),
    ] {
      try await load(scene, from: path)
      #expect(scene.text.contains(sentence), "\(path)\n\(scene.text)")
      try await scene.send("esc")
    }
    #expect(try scene.dump() == before && !scene.session.work.editing.hasChanges)
  }

  @Test func `Tab completes paths, folders with a slash, and a tilde is the home`() async throws {
    for name in ["covers/one.png", "covers/other.png", ".hidden", "list.txt"] {
      folder.write("x", to: name)
    }
    let completion = PathCompletion(home: folder.path)
    #expect(completion.completions(of: folder.path + "/c") == [folder.path + "/covers/"])
    #expect(completion.completions(of: "~/covers/o") == ["~/covers/one.png", "~/covers/other.png"])
    #expect(completion.completions(of: "~/") == ["~/covers/", "~/list.txt"])
    #expect(completion.completions(of: "~/.h") == ["~/.hidden"])
    #expect(completion.completions(of: "/no/such/place/x").isEmpty)
    let scene = try await scene()
    scene.session.work.settings.surroundings.variables["HOME"] = folder.path
    try await scene.go(to: "sound")
    try await scene.send("r")
    try await scene.type("~/li")
    try await scene.send("tab enter")
    #expect(scene.status.contains("1 B"), "\(scene.text)")
  }

  @Test func `The bytes are shown in rows of sixteen, and only those on the screen are made`()
    async throws
  {
    let scene = try await scene()
    try await scene.go(to: "picture")
    try await scene.send("alt-v")
    #expect(
      scene.text.contains(
        "00000000  89 50 4E 47 0D 0A 1A 0A  00 00 00 0D 49 48 44 52  .PNG........IHDR"
      ),
      "\(scene.text)"
    )
    #expect(scene.text.contains("00000010  00 00 00 10 00 00 00 20  08 06"), "\(scene.text)")
    #expect(scene.lines[0].contains("PNG 16×32"), "\(scene.text)")
    try await scene.send("esc")
    try scene.execute("UPDATE cover SET picture = zeroblob(30000000) WHERE id = 1")
    try await scene.send("ctrl-r")
    try await scene.send("alt-v #")
    try await scene.type("0x1C9C370")
    try await scene.send("enter")
    #expect(scene.text.contains("01C9C370  00 00"), "\(scene.text)")
    try await scene.send("#")
    try await scene.type("30000000")
    try await scene.send("enter")
    #expect(scene.text.contains("is no byte from 0 to 29999999"), "\(scene.text)")
  }

  @Test func `A program of one's own shows the bytes, without a shell`() async throws {
    let log = folder.path + "/log"
    let path = folder.write(
      "#!/bin/sh\necho \"$#:$1:$2\" > \(log); wc -c >> \(log); wc -c < \"$2\" >> \(log)",
      to: "show"
    )
    chmod(path, 0o755)
    let scene = try await scene("--entity Cover --task inspect --id 1")
    scene.session.work.followRules()
    try await scene.go(to: "picture", by: "j")
    try await scene.send("i")
    #expect(
      scene.status.contains("no viewer set; add a rule: blobViewer = 'chafa -'"),
      "\(scene.text)"
    )
    try await scene.send(":")
    try await scene.type("set blobViewer = '\(path) $(id) {}'")
    try await scene.send("enter")
    try await scene.go(to: "picture", by: "j")
    try await scene.send("i")
    let lines = folder.text(of: "log").split(separator: "\n").map(String.init)
    #expect(
      lines.first?.hasPrefix("2:$(id):/") == true && lines.dropFirst() == ["26", "26"],
      "\(lines)\n\(scene.text)"
    )
    let file = lines.first?.split(separator: ":").last.map(String.init) ?? ""
    #expect(file.hasSuffix("/value.png") && access(file, F_OK) != 0)
    try await scene.send(":")
    try await scene.type("set blobViewer = '/no/such/program -'")
    try await scene.send("enter")
    try await scene.go(to: "picture", by: "j")
    try await scene.send("i")
    #expect(
      scene.status.contains("‘/no/such/program’ cannot start: No such file"),
      "\(scene.text)"
    )
  }

  @Test func `Rules that come with a database name no program`() async throws {
    let scene = try await scene(rules: "*true* => blobViewer = 'touch \(folder.path)/escaped'")
    try await scene.go(to: "picture")
    try await scene.send("i")
    #expect(scene.status.contains("only rules of the site or your own"), "\(scene.text)")
    #expect(folder.names.isEmpty || folder.names == ["my.rules"])
  }

  @Test func `Locked mode writes, reads and starts nothing`() {
    for command in [CommandDefinition.saveToFile, .loadFromFile, .showOutside] {
      #expect(LockedModePolicy.of(command).isRefused)
    }
  }

  @Test func `What may not be seen or changed is neither written nor loaded`() async throws {
    let hidden = try await scene(rules: "propertyKey = 'picture' => isPropertyVisible = false")
    try await hidden.send("tab")
    #expect(!hidden.text.contains("Picture"), "\(hidden.text)")
    let fixed = try await scene(rules: "propertyKey = 'picture' => isPropertyEditable = false")
    try await fixed.send("tab r")
    #expect(
      !fixed.text.contains("load from: ") || fixed.line(with: "Sound") != nil,
      "\(fixed.text)"
    )
    #expect(!fixed.session.work.editing.hasChanges)
  }

  private static let long = "UPDATE cover SET picture = zeroblob(3000000)"

  @Test func `Keys behind the one that shows bytes are keys of their page`() async throws {
    let scene = try await scene("--entity Cover")
    try scene.execute(Self.long)
    try await scene.send("ctrl-r enter")
    try await scene.go(to: "picture", by: "j")
    scene.press("V esc")
    try await scene.settle()
    #expect(scene.line(with: "00000000") == nil, "\(scene.text)")
    #expect(scene.session.navigator.current.task == .inspect)
    try await scene.go(to: "picture", by: "j")
    scene.press("V j")
    try await scene.settle()
    #expect(scene.line(with: "› 00000010") != nil, "\(scene.text)")
  }

  @Test func `A file that is read when the form has gone is put into none`() async throws {
    let path = folder.write([UInt8](repeating: 7, count: 3_000_000), to: "x")
    let scene = try await scene("--entity Cover")
    try await scene.send("e")
    try await scene.go(to: "sound")
    try await scene.send("r")
    try await scene.type(path)
    scene.press("enter esc")
    try await scene.settle()
    #expect(scene.session.navigator.current.task == .list, "\(scene.text)")
    #expect(!scene.session.work.editing.hasChanges, "\(scene.text)")
    scene.expectStatus("✗ ‘\(path)’ is not loaded: its field no longer exists")
  }

  @Test func `A file is read to its end, whatever size it is said to have`() async throws {
    #expect(try await BlobFile(path: "/proc/self/status").bytes(atMost: 1 << 20).count > 100)
    let path = folder.write([UInt8](repeating: 7, count: 100), to: "x")
    #expect(try await BlobFile(path: path).bytes(atMost: 100).count == 100)
    await #expect(throws: PromptRefusal.self) {
      try await BlobFile(path: path).bytes(atMost: 99)
    }
  }

  @Test func `A file is overwritten where a link leads to it, and one that is protected is not`()
    async throws
  {
    let path = folder.write("mine", to: "real")
    symlink("real", folder.path + "/link")
    try await BlobFile(path: folder.path + "/link").write([7], overwriting: true)
    #expect(DirectoryEntryPath.bytes(of: path) == [7])
    #expect(folder.names == ["link", "real"])
    chmod(path, 0o444)
    await #expect(throws: PromptRefusal.self) {
      try await BlobFile(path: path).write([8], overwriting: true)
    }
    #expect(DirectoryEntryPath.bytes(of: path) == [7])
  }

  @Test func `What the database keeps beside its file is not overwritten`() async throws {
    let scene = try await scene()
    try await scene.go(to: "picture")
    let path = scene.path + "-wal"
    if access(path, F_OK) != 0 { #expect(creat(path, 0o600) >= 0) }
    try await write(scene, to: path)
    #expect(scene.text.contains("belongs to the database"), "\(scene.text)")
  }

  @Test func `Nothing is written where the database would look for its own`() async throws {
    let scene = try await scene()
    try await scene.go(to: "picture")
    let path = scene.path + "-journal"
    #expect(access(path, F_OK) != 0)
    try await write(scene, to: path)
    #expect(scene.text.contains("belongs to the database"), "\(scene.text)")
    #expect(access(path, F_OK) != 0)
  }

  @Test func `The database itself is not read as a file, which would end its locks`() async throws {
    let scene = try await scene()
    try await scene.go(to: "picture")
    try await load(scene, from: scene.path)
    #expect(scene.text.contains("is the database itself"), "\(scene.text)")
  }

  @Test func `Databases that are attached are not overwritten`() async throws {
    let other = folder.path + "/other.db"
    try Connection(path: other, mode: .create).execute("CREATE TABLE place(id INTEGER PRIMARY KEY)")
    let before = DirectoryEntryPath.bytes(of: other)
    let scene = try await scene("--entity Cover --task edit --id 1 --attach \(other)")
    try await scene.go(to: "picture")
    try await write(scene, to: other)
    #expect(scene.text.contains("is a database that is attached"), "\(scene.text)")
    #expect(DirectoryEntryPath.bytes(of: other) == before)
  }

  @Test func `Where no byte is, none can be gone to`() async throws {
    let scene = try await scene("--entity Cover --task inspect --id 1")
    try scene.execute("UPDATE cover SET picture = x''")
    try await scene.send("ctrl-r")
    try await scene.go(to: "picture", by: "j")
    try await scene.send("V #")
    #expect(scene.text.contains("no byte"), "\(scene.text)")
    #expect(!scene.text.contains("byte (0x"), "\(scene.text)")
  }

  @Test func `Of many bytes only the parts are read that are looked at`() async throws {
    let scene = try await scene()
    try scene.execute("UPDATE cover SET picture = zeroblob(3000000) WHERE id = 1")
    try await scene.send("ctrl-r")
    try await scene.go(to: "picture")
    try await scene.send("alt-v")
    #expect(scene.text.contains("00000000  00 00"), "\(scene.text)")
    // What is written meanwhile shows that it was not read before.
    try scene.execute(
      "UPDATE cover SET picture = CAST(zeroblob(2999999) || x'4D' AS BLOB) WHERE id = 1"
    )
    try await scene.send("G")
    #expect(scene.text.contains("4D") && scene.text.contains(".M"), "\(scene.text)")
    try scene.execute("DELETE FROM cover WHERE id = 1")
    try await scene.send("#")
    try await scene.type("1000000")
    try await scene.send("enter")
    #expect(scene.status.contains("cannot be read: it no longer exists"), "\(scene.text)")
    #expect(scene.text.contains("000F4240  …"), "\(scene.text)")
  }

  @Test func `The path of a file is completed in its field, where a rule says that it is one`()
    async throws
  {
    for name in ["letter.txt", "letters.txt", "other"] { _ = folder.write([], to: name) }
    let scene = try await Scene(
      "CREATE TABLE note(id INTEGER PRIMARY KEY, file TEXT); INSERT INTO note VALUES(1, NULL)",
      rules: "propertyKey = 'file' and task = 'edit' => component = 'EditPath'",
      "--entity Note --task edit --id 1",
      width: 160
    )
    try await scene.paste(folder.path + "/le")
    try await scene.send("alt-/")
    #expect(scene.text.contains("/letter ") || scene.text.contains("/letter"), "\(scene.text)")
    try await scene.send("alt-/")
    #expect(
      scene.text.contains("letter.txt") && scene.text.contains("letters.txt"),
      "\(scene.text)"
    )
    try await scene.send("j enter ctrl-s")
    #expect(
      try scene.rows("SELECT file FROM note") == [folder.path + "/letters.txt"],
      "\(scene.text)"
    )
    try await scene.send("e")
    try await scene.retype("/nowhere/x")
    try await scene.send("alt-/")
    #expect(scene.status.contains("no file or folder begins with"), "\(scene.text)")
  }
}
