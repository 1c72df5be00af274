// swift-tools-version: 6.3
import PackageDescription

/// What every Swift target of the package is compiled with.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The same, for the modules that live on the main actor.
let strictUI: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

/// What the modules are compiled with in debug builds by the scripts, whose tests take a third of the time then.
///
/// It is not there otherwise: SwiftPM takes no package with such flags from elsewhere than this machine.
let optimized: [SwiftSetting] =
  Context.environment["D2T_OPTIMIZED"] == nil
  ? []
  : [
    .unsafeFlags(
      ["-O", "-whole-module-optimization", "-num-threads", "2"],
      .when(configuration: .debug)
    )
  ]

/// One library module and its tests; `imports` is the whole of what it may import.
func module(
  _ name: String,
  imports: [Target.Dependency],
  settings: [SwiftSetting] = strict,
  testImports: [Target.Dependency] = []
) -> [Target] {
  [
    .target(name: name, dependencies: imports, swiftSettings: settings + optimized),
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.byName(name: name), "TestSupport"] + imports + testImports,
      swiftSettings: strict
    ),
  ]
}

let package = Package(
  name: "DirectToTerminal",
  products: [
    .executable(name: "d2t", targets: ["d2t"]),
    .library(name: "DirectToTerminal", targets: ["DirectToTerminal"]),
    .library(name: "DirectToTerminalTesting", targets: ["DirectToTerminalTesting"]),
  ],
  targets: [
    .systemLibrary(name: "CCrypt", providers: [.apt(["libcrypt-dev"])]),
    .systemLibrary(name: "CNCurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CResources"),
  ]
    + module("Diagnostics", imports: [])
    + module("Passwords", imports: ["CCrypt"])
    + module("PropertyLists", imports: ["Diagnostics"])
    + module("Qualifiers", imports: ["Diagnostics"])
    + module("RuleEnvironment", imports: ["Qualifiers"])
    + module(
      "RuleEngine",
      imports: ["Diagnostics", "Qualifiers", "RuleEnvironment"],
      testImports: ["RuleTestSupport"]
    )
    + module(
      "DirectToWebRules",
      imports: ["Diagnostics", "PropertyLists", "Qualifiers", "RuleEngine", "RuleEnvironment"],
      testImports: ["RuleTestSupport"]
    )
    + module("EntityModel", imports: ["Diagnostics", "Qualifiers"])
    + module(
      "ModelImport",
      imports: ["Diagnostics", "EntityModel", "PropertyLists", "Qualifiers"],
      testImports: ["EntityStore", "SQLite", "SQLiteStore"]
    )
    + module("SQLite", imports: ["CSQLite"])
    + module("EntityStore", imports: ["EntityModel", "Qualifiers"])
    + module("SQL", imports: ["EntityModel", "EntityStore", "Qualifiers"])
    + module(
      "SQLiteStore",
      imports: ["EntityModel", "EntityStore", "Qualifiers", "SQL", "SQLite"],
      testImports: ["AdaptorSuite", "MemoryStore"]
    )
    + module(
      "Editing",
      imports: ["EntityModel", "EntityStore", "Qualifiers"],
      settings: strictUI,
      testImports: ["SQLite", "SQLiteStore"]
    )
    + module(
      "StandardKeys",
      imports: ["EntityModel", "EntityStore", "Qualifiers", "RuleEnvironment"]
    )
    + module(
      "AccessControl",
      imports: [
        "EntityModel", "EntityStore", "Qualifiers", "RuleEngine", "RuleEnvironment", "StandardKeys",
      ],
      settings: strictUI,
      testImports: ["Diagnostics", "SQLiteStore"]
    )
    + module("Terminal", imports: [])
    + module("NCursesTerminal", imports: ["CNCurses", "Terminal"], testImports: ["Widgets"])
    + module("Widgets", imports: ["RuleEnvironment", "Terminal"], settings: strictUI)
    + module(
      "RuleFiles",
      imports: ["CResources", "Diagnostics", "DirectToWebRules", "RuleEngine", "RuleEnvironment"],
      settings: strictUI
    )
    + module(
      "Pages",
      imports: [
        "AccessControl", "Diagnostics", "DirectToWebRules", "Editing", "EntityModel", "EntityStore",
        "Passwords", "Qualifiers", "RuleEngine", "RuleEnvironment", "RuleFiles", "StandardKeys",
        "Terminal", "Widgets",
      ],
      settings: strictUI,
      testImports: [
        "CommandLineTool", "DirectToTerminalTesting", "SceneSupport", "SQLite", "SQLiteStore",
      ]
    )
    + module(
      "CommandLineTool",
      imports: [
        "AccessControl", "Diagnostics", "DirectToWebRules", "Editing", "EntityModel", "EntityStore",
        "ModelImport", "NCursesTerminal", "Pages", "Qualifiers", "RuleEngine", "RuleEnvironment",
        "RuleFiles", "SQLiteStore", "StandardKeys", "Terminal", "Widgets",
      ],
      settings: strictUI,
      testImports: ["SceneSupport", "SQLite"]
    )
    + module(
      "DirectToTerminal",
      imports: [
        "CommandLineTool", "Editing", "EntityModel", "EntityStore", "Pages", "Qualifiers",
        "RuleEngine", "RuleEnvironment", "StandardKeys", "Terminal", "Widgets",
      ],
      settings: strictUI,
      testImports: [
        "Diagnostics", "DirectToTerminalTesting", "RuleFiles", "SQLiteStore", "SceneSupport",
      ]
    )
    + [
      // What tests of applications outside use.
      .target(
        name: "DirectToTerminalTesting",
        dependencies: ["CommandLineTool", "Diagnostics", "Pages", "RuleFiles", "Terminal"],
        swiftSettings: strictUI
      ),
      .executableTarget(name: "d2t", dependencies: ["DirectToTerminal"], swiftSettings: strictUI),
      .executableTarget(
        name: "Benchmarks",
        dependencies: [
          "CSQLite", "CommandLineTool", "DirectToTerminal", "Editing", "EntityModel", "EntityStore",
          "Pages", "Qualifiers", "RuleEngine", "RuleEnvironment", "RuleFiles", "SQLite",
          "SQLiteStore",
          "StandardKeys", "Terminal", "Widgets",
        ],
        path: "Benchmarks",
        exclude: ["README.md"],
        swiftSettings: strict
      ),
      .testTarget(
        name: "EndToEndTests",
        dependencies: [
          "CommandLineTool", "DirectToTerminal", "Editing", "EntityModel", "EntityStore",
          "NCursesTerminal", "Pages",
          "RuleFiles", "SQLite", "SQLiteStore", "SceneSupport", "Terminal", "TestSupport",
        ],
        exclude: ["Stories", "TrapInDrawing"],
        swiftSettings: strict
      ),
      // A program for the tests: it traps while it draws.
      .executableTarget(
        name: "TrapInDrawing",
        dependencies: ["NCursesTerminal", "Terminal", "Widgets"],
        path: "Tests/EndToEndTests/TrapInDrawing",
        swiftSettings: strictUI
      ),
      // A program that reads changed texts; scripts/fuzz runs it.
      .executableTarget(
        name: "Fuzz",
        dependencies: [
          "Diagnostics", "PropertyLists", "Qualifiers", "RuleEngine", "RuleEnvironment",
        ],
        path: "Tests/Fuzz",
        exclude: ["Corpus"],
        swiftSettings: strict
      ),
      .testTarget(name: "ArchitectureTests", swiftSettings: strict),
      // What tests of all kinds of databases are written in.
      .target(
        name: "AdaptorSuite",
        dependencies: ["EntityModel", "EntityStore", "Qualifiers"],
        path: "Tests/AdaptorSuite",
        swiftSettings: strict
      ),
      .testTarget(
        name: "AdaptorTests",
        dependencies: [
          "AdaptorSuite", "EntityModel", "EntityStore", "MemoryStore", "PlantedStore",
          "Qualifiers", "SQLite", "SQLiteStore", "TestSupport",
        ],
        swiftSettings: strict
      ),
      // A database whose calls fail now and then, for tests.
      .target(
        name: "PlantedStore",
        dependencies: ["AdaptorSuite", "EntityModel", "EntityStore", "Qualifiers", "SQLiteStore"],
        path: "Tests/PlantedStore",
        swiftSettings: strict
      ),
      // A database in memory, for tests: a second kind beside SQLite.
      .target(
        name: "MemoryStore",
        dependencies: ["AdaptorSuite", "EntityModel", "EntityStore", "Qualifiers"],
        path: "Tests/MemoryStore",
        swiftSettings: strict
      ),
      // What tests of all modules use.
      .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
      // A person at the program, for tests of it.
      .target(
        name: "SceneSupport",
        dependencies: [
          "CommandLineTool", "DirectToTerminalTesting", "EntityStore", "Pages", "RuleEnvironment",
          "SQLite",
          "StandardKeys", "Terminal", "TestSupport", "Widgets",
        ],
        path: "Tests/SceneSupport",
        swiftSettings: strict
      ),
      // Keys and rules for tests about rules.
      .target(
        name: "RuleTestSupport",
        dependencies: ["Diagnostics", "Qualifiers", "RuleEngine", "RuleEnvironment"],
        path: "Tests/RuleTestSupport",
        swiftSettings: strict
      ),
      // A layer below SQLite that lets operations on files fail, and a program that is killed in one of them.
      .target(name: "CFaultVFS", dependencies: ["CSQLite"], path: "Tests/CFaultVFS"),
      .target(
        name: "FaultScenarios",
        dependencies: ["EntityStore", "Qualifiers", "SQLite", "SQLiteStore"],
        path: "Tests/FaultTests/Scenarios",
        swiftSettings: strict
      ),
      .executableTarget(
        name: "KilledSave",
        dependencies: ["CFaultVFS", "EntityStore", "FaultScenarios", "SQLiteStore"],
        path: "Tests/FaultTests/KilledSave",
        swiftSettings: strict
      ),
      .testTarget(
        name: "FaultTests",
        dependencies: [
          "CFaultVFS", "DirectToTerminal", "Editing", "EntityModel", "EntityStore",
          "FaultScenarios", "KilledSave", "Qualifiers", "SQLite", "SQLiteStore", "TestSupport",
        ],
        exclude: ["KilledSave", "Scenarios"],
        swiftSettings: strict
      ),
    ]
)

// Of tests only those of the targets named here, with commas between: they are built in a tenth of the time.
if let named = Context.environment["D2T_TESTS"] {
  let names = Set(named.split(separator: ",").map(String.init))
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
