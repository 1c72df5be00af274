import RuleFiles
import SceneSupport
import Glibc
import SQLite

@testable import CommandLineTool  // every subcommand
import Pages
import TestSupport

/// A site with rules and accounts of its own, and a shop that its rules list, in a folder of the test.
@MainActor
final class LockedSite {
  /// The site locks the program for everybody, lists the shop and a folder, and makes one account a manager.
  nonisolated static let usual = """
    *true* => isLocked = true, databases = ['FOLDER/data/shop.db', 'FOLDER/more'], auditLog = 'FOLDER/log/audit.jsonl'
    *true* => role = 'clerk'
    user.name = 'mia' => role = 'manager'
    """
  nonisolated static let mia: uid_t = 2001
  nonisolated static let tom: uid_t = 2002
  nonisolated static let stranger: uid_t = 2999

  let folder = TemporaryFolder()
  /// The environment that the program runs in, as the account `tom`.
  var surroundings = HostEnvironment()
  /// The database that the rules list.
  var database: String { path("data/shop.db") }

  /// A site with `rules`, in which FOLDER stands for the folder of the test, and with `applicationRules` beside the shop.
  init(_ rules: String = usual, applicationRules: String = "") throws {
    for name in ["etc", "data", "more", "log", "home", "home/d2t", "elsewhere"] {
      mkdir(path(name), 0o755)
    }
    write(rules, to: "etc/site.rules")
    write("root:x:0:0:::\nmia:x:2001:2001:::\ntom:x:2002:2002:::\n", to: "passwd")
    if !applicationRules.isEmpty { write(applicationRules, to: "data/shop.rules") }
    for name in ["data/shop.db", "more/other.db", "elsewhere/shop.db"] {
      try Connection(path: path(name), mode: .create).execute(RecordShop.script)
    }
    surroundings.siteFolder = path("etc")
    surroundings.accountsFile = path("passwd")
    surroundings.userID = Self.tom
    surroundings.variables = ["HOME": path("home"), "XDG_CONFIG_HOME": path("home")]
  }

  /// The path of a file of this folder.
  func path(_ name: String) -> String { folder.path + "/" + name }

  /// Writes a file, in which FOLDER stands for the folder of the test.
  @discardableResult
  func write(_ text: String, to name: String) -> String {
    let parts = text.split(separator: "FOLDER", omittingEmptySubsequences: false)
    return folder.write(Array(parts.joined(separator: folder.path).utf8), to: name)
  }

  /// The program as it was called by `words`, with another account if one is given.
  func program(_ words: [String], as user: uid_t? = nil) throws -> Program {
    var invocation = try Invocation(arguments: words)
    invocation.surroundings = surroundings
    if let user { invocation.surroundings.userID = user }
    return Program(invocation)
  }

  /// Returns the output and exit code of a run; a run with a screen is opened and closed.
  func run(_ words: [String], as user: uid_t? = nil) async throws -> Program.Outcome {
    do {
      let program = try program(words, as: user)
      guard Subcommand.named(program.invocation.command).run == nil else {
        return await program.run()
      }
      await (try await program.session()).close()
      return Program.Outcome()
    } catch {
      return Program.outcome(of: error)
    }
  }

  /// A scene at the shop of this site.
  func scene(_ arguments: String = "--entity Track", height: Int = 40) async throws -> Scene {
    try await Scene(
      copyOf: database,
      arguments,
      height: height,
      adjusting: { invocation in
        invocation.database = database
        invocation.surroundings = surroundings
      }
    )
  }

  /// Every file below the folder with what is in it, to see that nothing else was touched.
  func contents() -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    collect(folder.path, &found)
    return found
  }

  private func collect(_ folder: String, _ found: inout [String: [UInt8]]) {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      let path = folder + "/" + name
      if FileIdentity(path)?.isFolder == true {
        found[path] = []
        collect(path, &found)
      } else if let file = fopen(path, "r") {
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
        found[path] = bytes
      }
    }
  }
}
