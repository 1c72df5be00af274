/// The table of modules in docs/Architecture.md as data: which module may import which.
///
/// `docs/Architecture.md` prints the same table, and ``DocumentsTests`` compares the two.
enum ImportTable {
  /// The modules of this package, each with the modules of this package that it may import.
  static let modules: [String: Set<String>] = [
    "CCrypt": [],
    "CNCurses": [],
    "CSQLite": [],
    "CResources": [],
    "Diagnostics": [],
    "Passwords": ["CCrypt"],
    "PropertyLists": ["Diagnostics", "Qualifiers"],
    "Qualifiers": ["Diagnostics"],
    "RuleEnvironment": ["Qualifiers"],
    "RuleEngine": ["Diagnostics", "Qualifiers", "RuleEnvironment"],
    "DirectToWebRules": [
      "Diagnostics", "PropertyLists", "Qualifiers", "RuleEngine", "RuleEnvironment",
    ],
    "EntityModel": ["Diagnostics", "Qualifiers"],
    "ModelImport": ["Diagnostics", "EntityModel", "PropertyLists", "Qualifiers"],
    "Formatting": ["EntityModel", "Qualifiers"],
    "SQLite": ["CSQLite"],
    "EntityStore": ["EntityModel", "Qualifiers"],
    "SQL": ["EntityModel", "EntityStore", "Formatting", "Qualifiers"],
    "SQLiteStore": ["EntityModel", "EntityStore", "Formatting", "Qualifiers", "SQL", "SQLite"],
    "Editing": ["EntityModel", "EntityStore", "Formatting", "Qualifiers"],
    "Insight": ["Diagnostics", "EntityModel", "EntityStore", "Qualifiers"],
    "StandardKeys": ["EntityModel", "EntityStore", "Insight", "Qualifiers", "RuleEnvironment"],
    "AccessControl": [
      "EntityModel", "EntityStore", "Qualifiers", "RuleEngine", "RuleEnvironment", "StandardKeys",
    ],
    "Terminal": [],
    // Measures texts in cells.
    "Charts": ["Qualifiers", "Terminal"],
    "NCursesTerminal": ["CNCurses", "Terminal"],
    "Widgets": ["Charts", "RuleEnvironment", "Terminal"],
    "RuleFiles": [
      "CResources", "Diagnostics", "DirectToWebRules", "RuleEngine", "RuleEnvironment",
    ],
    "Workspace": [
      "AccessControl", "Diagnostics", "DirectToWebRules", "Editing", "EntityModel",
      "EntityStore",
      "Formatting", "Insight", "Passwords", "Qualifiers", "RuleEngine", "RuleEnvironment",
      "RuleFiles", "StandardKeys",
    ],
    "Pages": [
      "AccessControl", "Charts", "Diagnostics", "DirectToWebRules", "Editing", "EntityModel",
      "EntityStore",
      "Formatting", "Insight", "Passwords", "Qualifiers", "RuleEngine", "RuleEnvironment",
      "RuleFiles",
      "StandardKeys",
      "Terminal", "Widgets", "Workspace",
    ],
    "CommandLineTool": [
      "AccessControl", "Charts", "Diagnostics", "DirectToWebRules", "Editing", "EntityModel",
      "EntityStore",
      "Formatting", "Insight", "ModelImport", "NCursesTerminal", "Pages", "Qualifiers",
      "RuleEngine",
      "RuleEnvironment",
      "RuleFiles", "SQLiteStore", "StandardKeys", "Terminal", "Widgets", "Workspace",
    ],
    "DirectToTerminal": [
      "CommandLineTool", "Diagnostics", "Editing", "EntityModel", "EntityStore", "Insight", "Pages",
      "Qualifiers", "RuleEngine", "RuleEnvironment", "StandardKeys", "Terminal", "Widgets",
      "Workspace",
    ],
    "DirectToTerminalTesting": [
      "CommandLineTool", "Diagnostics", "Pages", "Qualifiers", "RuleFiles", "Terminal", "Workspace",
    ],
    "d2t": ["DirectToTerminal"],
  ]

  /// Modules of the toolchain that any module may import; all of them link without ICU.
  static let toolchain: Set<String> = [
    "Dispatch", "FoundationEssentials", "Glibc", "Observation", "Swift", "Synchronization",
  ]

  /// The extra modules that a test target may import.
  ///
  /// A target may import the module it is named after, and the imports of that module, without an entry.
  static let testAllowances: [String: Set<String>] = [
    // Runs the whole program, and looks into the files it wrote, journals by opening them; has a program of views that traps,
    // and the program with signals in its files.
    "EndToEndTests": [
      "CFaultVFS", "CommandLineTool", "DirectToTerminal", "Editing", "EntityModel", "EntityStore",
      "NCursesTerminal", "Pages", "RuleFiles", "SQLite", "SQLiteStore", "SceneSupport",
      "StandardKeys", "Terminal",
      "Widgets", "Workspace",
    ],
    // Sends bytes into fields.
    "NCursesTerminalTests": ["Widgets"],
    // Reads the sources as text.
    "ArchitectureTests": [],
    // Open the whole program on scripts and look at exact rows, beside the store.
    "PagesTests": [
      "CommandLineTool", "DirectToTerminalTesting", "EditingTestSupport", "SceneSupport", "SQLite",
      "SQLiteStore",
    ],
    "CommandLineToolTests": ["DirectToTerminalTesting", "MemoryStore", "SceneSupport", "SQLite"],
    // Is an application outside, which opens a database and the built-in rules to compare.
    "DirectToTerminalTests": [
      "Diagnostics", "DirectToTerminalTesting", "RuleFiles", "SQLiteStore", "SceneSupport",
    ],
    // A person at the program, for tests of it.
    "SceneSupport": [
      "CommandLineTool", "DirectToTerminalTesting", "EntityStore", "Pages", "RuleEnvironment",
      "SQLite",
      "StandardKeys", "Terminal", "Widgets", "Workspace",
    ],
    "EditingTests": ["EditingTestSupport", "SQLite", "SQLiteStore"],
    // The account of what is pending, compared with a naive one.
    "EditingTestSupport": ["Editing", "EntityModel", "EntityStore"],
    // Asks for rights over a database without a screen.
    "AccessControlTests": ["Diagnostics", "MemoryStore", "SQLiteStore"],
    // Ask a database in memory; what one may see of it they ask SQLite, too.
    "EntityStoreTests": ["MemoryStore", "SQLiteStore"],
    "WorkspaceTests": ["MemoryStore"],
    // Samples a table.
    "InsightTests": ["SQLite", "SQLiteStore"],
    // Compares SQLite with a database in memory, and copies one as bytes.
    "SQLiteStoreTests": ["AdaptorSuite", "CSQLite", "MemoryStore"],
    // What each kind of database has to do alike.
    "AdaptorSuite": ["EntityModel", "EntityStore", "Qualifiers"],
    "AdaptorTests": [
      "AdaptorSuite", "EntityModel", "EntityStore", "MemoryStore", "PlantedStore", "Qualifiers",
      "SQLite", "SQLiteStore",
    ],
    "MemoryStore": ["AdaptorSuite", "Diagnostics", "EntityModel", "EntityStore", "Qualifiers"],
    "PlantedStore": ["AdaptorSuite", "EntityModel", "EntityStore", "Qualifiers", "SQLiteStore"],
    "RuleEngineTests": ["RuleTestSupport"],
    "DirectToWebRulesTests": ["RuleTestSupport"],
    // Opens and writes databases of other programs.
    "ModelImportTests": ["EntityStore", "SQLite", "SQLiteStore"],
    // Keys and rules for tests about rules.
    "RuleTestSupport": ["Diagnostics", "Qualifiers", "RuleEngine", "RuleEnvironment"],
    // Lets operations on files fail below the store, in this process and in a program that is killed.
    "FaultTests": [
      "CFaultVFS", "DirectToTerminal", "Editing", "EntityModel", "EntityStore", "FaultScenarios",
      "Qualifiers", "SQLite", "SQLiteStore",
    ],
    // Reads changed texts of all kinds that anybody may have written.
    "Fuzz": ["Diagnostics", "PropertyLists", "Qualifiers", "RuleEngine", "RuleEnvironment"],
  ]

  /// Modules of the toolchain that only tests may import.
  static let testToolchain: Set<String> = ["Testing"]

  /// The module that every test target may import.
  static let testSupport = "TestSupport"

  /// Returns the modules that `module` may import; `nil` for a module that is not in the table.
  static func allowed(in module: String) -> Set<String>? {
    modules[module].map { $0.union(toolchain) }
  }

  /// The file beside the test targets with the entry point of all tests.
  private static let testEntryPoint = "XCTMain.swift"

  /// Returns the modules that the test target `name` may import; `nil` for a target that is not in the table.
  static func allowed(inTests name: String) -> Set<String>? {
    let common = toolchain.union(testToolchain).union([testSupport])
    if name == testSupport { return toolchain }
    if name == testEntryPoint { return toolchain.union(testToolchain) }
    if name.hasSuffix("Tests"), let imports = modules[String(name.dropLast("Tests".count))] {
      return imports.union(common).union([String(name.dropLast("Tests".count))])
        .union(testAllowances[name] ?? [])
    }
    return testAllowances[name].map { $0.union(common) }
  }
}
