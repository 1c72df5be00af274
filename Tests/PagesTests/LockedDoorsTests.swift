import Glibc
import Testing
import Workspace

/// Every file of the sources that reaches for other files or for programs, with what becomes of that in locked mode.
@MainActor
struct LockedDoorsTests {
  /// The files of Sources that open, look at or change files, or start programs, with what becomes of that in locked mode.
  private static let doors = [
    "CNCurses/shim.h": "declares a file in memory",
    "CommandLineTool/Import/InputFile.swift": "`import`: standard input only",
    "Workspace/Commands/PromptHistory.swift": "without a folder nothing is read or kept",
    "Workspace/Blobs/BlobFile.swift": "refused commands alone lead here",
    "Pages/Live/ChildProgram.swift": "refused commands alone lead here",
    "Workspace/Live/ScratchFile.swift": "refused commands alone lead here",
    "RuleFiles/InotifyWatch.swift": "tells that a file changed",
    "RuleFiles/PathResolution.swift": "looks whether rule files are there",
    "RuleFiles/RuleDraft.swift": "refused commands alone lead here",
    "RuleFiles/StatWatch.swift": "looks whether rule files changed",
    "CommandLineTool/Options/Invocation+Data.swift": "tells a database from a link",
    "CommandLineTool/Subcommands/Program+Models.swift": "refused subcommands",
    "CommandLineTool/Subcommands/Program+Rules.swift": "refused subcommands",
    "RuleFiles/RuleBase.swift": "asks how long rule files are",
    "RuleFiles/FileIdentity.swift": "tells files apart",
    "RuleFiles/DirectoryEntryPath.swift": "follows links",
    "RuleFiles/HostEnvironment.swift": "the list of accounts",
    "Workspace/Audit/AuditLog.swift": "the site's path",
    "Workspace/Audit/AuditSpool.swift": "a file without a name",
    "CommandLineTool/Program/ProcessLimits.swift": "nothing but /dev/null",
    "Workspace/Login/LoginAttempts.swift": "the site's path",
    "CommandLineTool/Opening/OpenedDatabase.swift": "a sentence about a file that is not there",
    "RuleFiles/RuleSources.swift": "rules beside the listed database and the site's",
    "Editing/Journal/JournalFile.swift": "is made for nobody who is confined",
    "Editing/Journal/OrphanedJournal.swift": "is looked for by nobody who is confined",
    "Workspace/Journal/EditJournal.swift": "is kept for nobody who is confined",
    "Workspace/Files/DatabaseFiles.swift": "the size of the open database",
    "Workspace/Files/KeptLists.swift": "are kept for nobody who is confined",
    "Workspace/Files/StateDirectory.swift": "no folder without variables",
    "EntityModel/Declared/ModelFile.swift": "the site's models",
    "EntityStore/Opening/DatabaseKind.swift": "only looks whether a file is called like a URL",
    "SQLiteStore/Opening/SQLiteDatabase.swift": "`--create` is refused",
    "SQLiteStore/Opening/DatabaseFiles.swift": "the listed database",
    "SQLiteStore/Files/DatabaseFileCheck.swift": "the listed database",
    "SQLiteStore/Files/OpenFiles.swift": "the listed database",
    "SQLiteStore/Undo/SQLiteSaveLog.swift": "is made for nobody who is confined",
    "NCursesTerminal/StandardErrorLog.swift": "a file without a name",
    "NCursesTerminal/NCursesTerminal.swift": "the terminal itself",
    "RuleEngine/Loading/RuleFileReader.swift": "rules that were found or included by such",
    "SQLite/Connection.swift": "the listed database",
    "DirectToTerminalTesting/ApplicationTester.swift": "is part of tests alone",
    "SQLite/Connection+ColumnsRead.swift": "asks what a statement reads, and opens nothing",
  ]

  private static let calls = [
    "O_RDONLY", "O_WRONLY", "O_RDWR", "fopen(", "opendir(", "creat(", "unlink(", "rename(",
    "mkdir(", "tmpfile(", "mkstemp",
    "posix_spawn(", "popen(", "system(", "fork(", "execv", "execl", "stat(", "lstat(", "access(",
    "realpath(", "truncate(", "symlink(", "link(", "chmod(", "chown(", "FileManager",
    "contentsOf: URL",
    "options: .atomic", "inotify_init", "memfd_create", "sqlite3_open", "dlopen(",
  ]

  @Test func `G6: every file of the sources that reaches for files or programs has a verdict`()
    throws
  {
    var found: Set<String> = []
    for (name, text) in try SourceTexts.all() where !name.hasPrefix("CSQLite/") {
      if Self.calls.contains(where: { Self.uses($0, text) }) { found.insert(name) }
    }
    #expect(found.subtracting(Self.doors.keys).sorted() == [], "doors without a verdict")
    #expect(Set(Self.doors.keys).subtracting(found).sorted() == [], "verdicts on what is no door")
    let started = try SourceTexts.all().filter { _, text in
      ["posix_spawn(", "posix_spawnp(", "popen(", "fork(", "execv", "system("].contains {
        Self.uses($0, text)
      }
    }
    #expect(started.keys.sorted() == ["Pages/Live/ChildProgram.swift"])
  }

  private static func uses(_ call: String, _ text: String) -> Bool {
    // Most texts have none, which is found out quickly.
    guard strstr(text, call) != nil else { return false }
    return text.split(separator: "\n").contains { calls(call, in: $0.drop { $0 == " " }) }
  }

  /// Whether a line calls a function of the system: not a method, and not one that is declared there.
  private static func calls(_ call: String, in line: Substring) -> Bool {
    guard !line.hasPrefix("//") else { return false }
    var rest = line[...]
    while let found = rest.firstRange(of: call) {
      let before = rest[..<found.lowerBound]
      let isMethod = before.hasSuffix(".") && !before.hasSuffix("Glibc.") && !call.hasPrefix(".")
      let isLonger = before.last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      if !isMethod, !isLonger || call.hasPrefix("."), !before.hasSuffix("func ") { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }
}
