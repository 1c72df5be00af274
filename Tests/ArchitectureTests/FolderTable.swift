/// The dependencies between folders today, as data that may only shrink.
enum FolderTable {
  /// The folders of a module that use each other both ways.
  static let mutualPairs: [String: Set<String>] = [
    "CommandLineTool": [
      "Opening Subcommands",
      "Options Subcommands",
      "Program Subcommands",
    ],
    "EntityModel": [
      ". Types",
      "Declared Members",
    ],
    "SQLiteStore": [
      ". Inserting"
    ],
    "Widgets": [
      "Commands Core",
      "Commands Host",
      "Core Host",
      "Fields Overlays",
    ],
  ]

  /// How many folders each circle of a module has, the largest first; folders on no circle do not count.
  static let cycleSizes: [String: [Int]] = [
    "CommandLineTool": [4],
    "EntityModel": [2, 2],
    "SQLiteStore": [6],
    "Widgets": [5, 2],
  ]
}
