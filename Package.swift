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

/// The effort the compiler spends on the speed of a module, where the scripts ask for it (`D2T_OPTIMIZED`).
enum Optimization {
  /// Asked for each key and cell of a frame: optimised in the unoptimised program too (`D2T_OPTIMIZED=quick`).
  case everywhere
  /// Code that runs for each row, cell, key or rule: optimised in the released program and for tests.
  case always
  /// Optimised in the released program. For tests it is compiled file by file, which is four times as fast.
  case released
  /// Compiled for size in the released program, without the passes that take long and save little; for tests like `always`.
  case small
  /// The same in the released program; for tests like `released`.
  case light

  /// The passes of the optimiser that a light module does without: a third of its time for 1 to 4 % of the program's speed.
  ///
  /// The two passes that remove loads and stores are not among them: without them arrays are copied before they grow.
  private static let skippedPasses = [
    "arc-sequence-opts", "bcopts", "compute-escape-effects", "compute-side-effects", "cse",
    "early-codemotion", "existential-specializer", "high-level-cse", "loop-invariant-code-motion",
    "release-hoisting", "retain-sinking",
  ]

  /// The compiler flags; none without `D2T_OPTIMIZED`, since SwiftPM refuses them in a package that another one depends on.
  var flags: [SwiftSetting] {
    guard let wanted = Context.environment["D2T_OPTIMIZED"] else { return [] }
    guard wanted != "quick" || self == .everywhere else { return [] }
    let optimized = ["-O", "-whole-module-optimization", "-num-threads", "2"]
    let skips = Self.skippedPasses.flatMap { ["-Xllvm", "-sil-disable-pass=\($0)"] }
    let inTests = SwiftSetting.unsafeFlags(optimized, .when(configuration: .debug))
    let inRelease = SwiftSetting.unsafeFlags(["-Osize"] + skips, .when(configuration: .release))
    return switch self {
    case .everywhere, .always: [inTests]
    case .released: []
    case .small: [inTests, inRelease]
    case .light: [inRelease]
    }
  }
}

/// One library module and its tests; `imports` is the whole of what it may import.
func module(
  _ name: String,
  imports: [Target.Dependency],
  settings: [SwiftSetting] = strict,
  optimization: Optimization = .released,
  testImports: [Target.Dependency] = []
) -> [Target] {
  [
    .target(name: name, dependencies: imports, swiftSettings: settings + optimization.flags),
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
    + module("Diagnostics", imports: [], optimization: .small)
    + module("Passwords", imports: ["CCrypt"], optimization: .light)
    + module("PropertyLists", imports: ["Diagnostics", "Qualifiers"], optimization: .small)
    + module("Qualifiers", imports: ["Diagnostics"], optimization: .always)
    + module("RuleEnvironment", imports: ["Qualifiers"], optimization: .everywhere)
    + module(
      "RuleEngine",
      imports: ["Diagnostics", "Qualifiers", "RuleEnvironment"],
      optimization: .always,
      testImports: ["RuleTestSupport"]
    )
    + module(
      "DirectToWebRules",
      imports: ["Diagnostics", "PropertyLists", "Qualifiers", "RuleEngine", "RuleEnvironment"],
      optimization: .light,
      testImports: ["RuleTestSupport"]
    )
    + module("EntityModel", imports: ["Diagnostics", "Qualifiers"], optimization: .small)
    + module(
      "ModelImport",
      imports: ["Diagnostics", "EntityModel", "PropertyLists", "Qualifiers"],
      optimization: .light,
      testImports: ["EntityStore", "SQLite", "SQLiteStore"]
    )
    + module("Formatting", imports: ["EntityModel", "Qualifiers"], optimization: .always)
    + module("SQLite", imports: ["CSQLite"], optimization: .always)
    + module(
      "EntityStore",
      imports: ["EntityModel", "Qualifiers"],
      optimization: .always,
      testImports: ["MemoryStore", "SQLiteStore"]
    )
    + module(
      "SQL",
      imports: ["EntityModel", "EntityStore", "Formatting", "Qualifiers"],
      optimization: .always
    )
    + module(
      "SQLiteStore",
      imports: ["EntityModel", "EntityStore", "Formatting", "Qualifiers", "SQL", "SQLite"],
      optimization: .always,
      testImports: ["AdaptorSuite", "MemoryStore"]
    )
    + module(
      "Editing",
      imports: ["EntityModel", "EntityStore", "Formatting", "Qualifiers"],
      settings: strictUI,
      optimization: .light,
      testImports: ["EditingTestSupport", "SQLite", "SQLiteStore"]
    )
    + module(
      "Insight",
      imports: ["Diagnostics", "EntityModel", "EntityStore", "Qualifiers"],
      optimization: .always,
      testImports: ["SQLite", "SQLiteStore"]
    )
    + module(
      "StandardKeys",
      imports: ["EntityModel", "EntityStore", "Insight", "Qualifiers", "RuleEnvironment"],
      optimization: .light
    )
    + module(
      "AccessControl",
      imports: [
        "EntityModel", "EntityStore", "Qualifiers", "RuleEngine", "RuleEnvironment", "StandardKeys",
      ],
      settings: strictUI,
      optimization: .light,
      testImports: ["Diagnostics", "MemoryStore", "SQLiteStore"]
    )
    + module("Terminal", imports: [], optimization: .everywhere)
    + module("Charts", imports: ["Qualifiers", "Terminal"], optimization: .small)
    + module(
      "NCursesTerminal",
      imports: ["CNCurses", "Terminal"],
      optimization: .small,
      testImports: ["Widgets"]
    )
    + module(
      "Widgets",
      imports: ["Charts", "RuleEnvironment", "Terminal"],
      settings: strictUI,
      optimization: .always
    )
    + module(
      "RuleFiles",
      imports: ["CResources", "Diagnostics", "DirectToWebRules", "RuleEngine", "RuleEnvironment"],
      settings: strictUI,
      optimization: .light
    )
    + module(
      "Workspace",
      imports: [
        "AccessControl", "Diagnostics", "DirectToWebRules", "Editing", "EntityModel",
        "EntityStore", "Formatting", "Insight", "Passwords", "Qualifiers", "RuleEngine",
        "RuleEnvironment", "RuleFiles", "StandardKeys",
      ],
      settings: strictUI,
      optimization: .light,
      testImports: ["MemoryStore"]
    )
    + module(
      "Pages",
      imports: [
        "AccessControl", "Charts", "Diagnostics", "DirectToWebRules", "Editing", "EntityModel",
        "EntityStore",
        "Formatting", "Insight", "Passwords", "Qualifiers", "RuleEngine", "RuleEnvironment",
        "RuleFiles",
        "StandardKeys",
        "Terminal", "Widgets", "Workspace",
      ],
      settings: strictUI,
      optimization: .light,
      testImports: [
        "CommandLineTool", "DirectToTerminalTesting", "EditingTestSupport", "SceneSupport",
        "SQLite", "SQLiteStore",
      ]
    )
    + module(
      "CommandLineTool",
      imports: [
        "AccessControl", "Charts", "Diagnostics", "DirectToWebRules", "Editing", "EntityModel",
        "EntityStore",
        "Formatting", "Insight", "ModelImport", "NCursesTerminal", "Pages", "Qualifiers",
        "RuleEngine",
        "RuleEnvironment",
        "RuleFiles", "SQLiteStore", "StandardKeys", "Terminal", "Widgets", "Workspace",
      ],
      settings: strictUI,
      optimization: .light,
      testImports: ["DirectToTerminalTesting", "MemoryStore", "SceneSupport", "SQLite"]
    )
    + module(
      "DirectToTerminal",
      imports: [
        "CommandLineTool", "Diagnostics", "Editing", "EntityModel", "EntityStore", "Insight",
        "Pages",
        "Qualifiers", "RuleEngine", "RuleEnvironment", "StandardKeys", "Terminal", "Widgets",
        "Workspace",
      ],
      settings: strictUI,
      testImports: [
        "DirectToTerminalTesting", "RuleFiles", "SQLiteStore", "SceneSupport",
      ]
    )
    + [
      // What tests of applications outside use.
      .target(
        name: "DirectToTerminalTesting",
        dependencies: [
          "CommandLineTool", "Diagnostics", "Pages", "Qualifiers", "RuleFiles", "Terminal",
          "Workspace",
        ],
        swiftSettings: strictUI
      ),
      .executableTarget(name: "d2t", dependencies: ["DirectToTerminal"], swiftSettings: strictUI),
      .executableTarget(
        name: "Benchmarks",
        dependencies: [
          "CSQLite", "CommandLineTool", "DirectToTerminal", "Editing", "EntityModel", "EntityStore",
          "Pages", "Qualifiers", "RuleEngine", "RuleEnvironment", "RuleFiles", "SQLite",
          "SQLiteStore",
          "StandardKeys", "Terminal", "Widgets", "Workspace",
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
          "RuleFiles", "SQLite", "SQLiteStore", "SceneSupport", "SignalledProgram", "Terminal",
          "TestSupport",
        ],
        exclude: ["SignalledProgram", "Stories", "TrapInDrawing"],
        swiftSettings: strict
      ),
      // A program for the tests: it traps while it draws.
      .executableTarget(
        name: "TrapInDrawing",
        dependencies: ["NCursesTerminal", "Terminal", "Widgets"],
        path: "Tests/EndToEndTests/TrapInDrawing",
        swiftSettings: strictUI
      ),
      // The program with a signal at a chosen operation on the database.
      .executableTarget(
        name: "SignalledProgram",
        dependencies: ["CFaultVFS", "CommandLineTool", "RuleFiles"],
        path: "Tests/EndToEndTests/SignalledProgram",
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
        dependencies: [
          "AdaptorSuite", "Diagnostics", "EntityModel", "EntityStore", "Qualifiers", "TestSupport",
        ],
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
          "StandardKeys", "Terminal", "TestSupport", "Widgets", "Workspace",
        ],
        path: "Tests/SceneSupport",
        swiftSettings: strict
      ),
      // The account of what is pending, compared with a naive one.
      .target(
        name: "EditingTestSupport",
        dependencies: ["Editing", "EntityModel", "EntityStore"],
        path: "Tests/EditingTestSupport",
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
