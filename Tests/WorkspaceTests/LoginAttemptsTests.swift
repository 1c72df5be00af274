import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Workspace

/// Failed logins are counted in a file, and each makes the next wait longer.
struct LoginAttemptsTests {
  private let folder = TemporaryFolder()

  private func attempts(_ name: String, at database: String = "/shop.db") -> LoginAttempts {
    LoginAttempts(of: name, at: database, in: folder.path + "/logins")
  }

  @Test
  func `Each failure makes the next attempt wait twice as long, at most a quarter of an hour`()
    throws
  {
    var now = 1_000_000
    for pause in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
      #expect(try attempts("ada").begin(at: now) == 0)
      #expect(try attempts("Ada").begin(at: now + pause - 1) == 1)
      now += pause
    }
    #expect(try attempts("bob").begin(at: now) == 0, "another name")
    #expect(try attempts("ada", at: "/other.db").begin(at: now) == 0, "another database")
  }

  @Test func `What was right, and what is long ago, counts no more`() throws {
    #expect(try attempts("ada").begin(at: 100) == 0)
    #expect(try attempts("ada").begin(at: 200) == 0)
    try attempts("ada").forget(at: 200)
    #expect(try attempts("ada").begin(at: 200) == 0)
    #expect(try attempts("ada").begin(at: 200) == 1)
    #expect(try attempts("ada").begin(at: 90_000) == 0)
    #expect(try attempts("ada").begin(at: 90_000) == 1)
  }

  @Test func `L2: the file is replaced whole, or left as it is`() throws {
    let path = folder.path + "/logins"
    #expect(try attempts("ada").begin(at: 100) == 0)
    link(path, path + ".before")
    let before: String? = folder.text(of: "logins")
    #expect(try attempts("ada").begin(at: 200) == 0)
    #expect(folder.text(of: "logins") != before && folder.text(of: "logins.before") == before)
    // If the new file cannot be written, nothing is forgotten and nobody logged in.
    mkdir(path + ".new", 0o700)
    let known: String? = folder.text(of: "logins")
    #expect(throws: LoginRefusal.self) { try attempts("bob").begin(at: 300) }
    #expect(throws: LoginRefusal.self) { try attempts("ada").forget(at: 300) }
    #expect(folder.text(of: "logins") == known)
  }

  @Test func `A clock that was set back keeps nobody out`() throws {
    #expect(try attempts("ada").begin(at: 1_000_000) == 0)
    #expect(try attempts("ada").begin(at: 1_000) == 0)
  }

  @Test func `A file that somebody else has written stops nobody`() throws {
    let path = folder.path + "/logins"
    _ = try attempts("ada").begin(at: 100)
    let number = try #require(folder.text(of: "logins")?.split(separator: " ").first)
    for text in ["\(number) \(Int.max) 100\n", "\(number) \(Int.min) \(Int.min)\n", "x\n9 9\n"] {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      #expect(try attempts("ada").begin(at: 100) == 0, "\(text)")
    }
  }

  @Test func `The file is the owner's alone and names nobody; a link in its place is not followed`()
    throws
  {
    let path = folder.path + "/logins"
    _ = try attempts("swordfish").begin(at: 100)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let text = try #require(folder.text(of: "logins"))
    #expect(!text.isEmpty && text.allSatisfy { $0.isNumber || $0.isWhitespace })
    unlink(path)
    symlink("/dev/null", path)
    #expect(throws: LoginRefusal.self) { try attempts("ada").begin(at: 1) }
  }
}

extension TemporaryFolder {
  /// Returns the text of a file in the folder; `nil` when it cannot be opened.
  fileprivate func text(of name: String) -> String? {
    guard let file = fopen("\(path)/\(name)", "r") else { return nil }
    defer { fclose(file) }
    var text = ""
    while case let byte = fgetc(file), byte != EOF {
      text.unicodeScalars.append(Unicode.Scalar(UInt8(byte)))
    }
    return text
  }
}
