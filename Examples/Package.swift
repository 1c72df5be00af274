// swift-tools-version: 6.3
import PackageDescription

/// What the examples are compiled with: as strictly as the library itself.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let library: Target.Dependency = .product(name: "DirectToTerminal", package: "DirectToTerminal")
let testing: Target.Dependency = .product(
  name: "DirectToTerminalTesting",
  package: "DirectToTerminal"
)

let package = Package(
  name: "Examples",
  products: [
    .executable(name: "Hello", targets: ["Hello"]),
    .executable(name: "Shop", targets: ["Shop"]),
    .executable(name: "HelpDesk", targets: ["HelpDesk"]),
    .executable(name: "Inspector", targets: ["Inspector"]),
    .library(name: "InspectorPages", targets: ["InspectorPages"]),
  ],
  dependencies: [.package(name: "DirectToTerminal", path: "..")],
  targets: [
    .executableTarget(name: "Hello", dependencies: [library], swiftSettings: strict),
    .testTarget(name: "HelloTests", dependencies: ["Hello", testing], swiftSettings: strict),
    .executableTarget(name: "Shop", dependencies: [library], swiftSettings: strict),
    .testTarget(name: "ShopTests", dependencies: ["Shop", testing], swiftSettings: strict),
    .executableTarget(name: "HelpDesk", dependencies: [library], swiftSettings: strict),
    .testTarget(name: "HelpDeskTests", dependencies: ["HelpDesk", testing], swiftSettings: strict),
    // A library of pages that lives on the main actor.
    .target(
      name: "InspectorPages",
      dependencies: [library],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]
    ),
    .executableTarget(
      name: "Inspector",
      dependencies: ["InspectorPages", library],
      swiftSettings: strict
    ),
    .testTarget(
      name: "InspectorTests",
      dependencies: ["InspectorPages", library, testing],
      swiftSettings: strict
    ),
    // What the library promises outside: its public types, and the code of all documents.
    .testTarget(name: "LibraryTests", dependencies: [library, testing], swiftSettings: strict),
    .testTarget(name: "DocumentsTests", dependencies: [library, testing], swiftSettings: strict),
  ]
)
