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
    "Pages": [
      "Announcements Blobs",
      "Announcements Editors",
      "Announcements JSON",
      "Announcements Pages",
      "Bulk Commands",
      "Bulk Pages",
      "Catalog Pages",
      "Catalog PropertyTypes",
      "Commands History",
      "Commands Keys",
      "Commands Navigation",
      "Commands Pages",
      "Commands Related",
      "Conflict Pages",
      "Deletion Pages",
      "Editors Pages",
      "Forms Keys",
      "Forms Navigation",
      "Forms Pages",
      "Forms Rows",
      "History Pages",
      "Journal Pages",
      "Keys Navigation",
      "Keys Pages",
      "Lists Navigation",
      "Lists Query",
      "Lists Related",
      "Live Session",
      "Login Pages",
      "Navigation Pages",
      "Navigation Review",
      "Navigation Session",
      "Pages Query",
      "Pages Review",
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
    "Workspace": [
      "Commands Session",
      "Forms Saving",
      "Forms Session",
      "Journal Saving",
      "Journal Session",
      "Login Session",
      "Saving Session",
    ],
  ]

  /// How many folders each circle of a module has, the largest first; folders on no circle do not count.
  static let cycleSizes: [String: [Int]] = [
    "CommandLineTool": [4],
    "EntityModel": [2, 2],
    "Pages": [24],
    "SQLiteStore": [6],
    "Widgets": [5, 2],
    "Workspace": [9],
  ]
}
