/// Why two folders of a module use each other both ways, as `Module A B`.
///
/// The folders of `Pages` and `Workspace` use each other in one direction only; a test says so.
enum FolderReasons {
  static let all: [String: String] = [
    "CommandLineTool Opening Subcommands":
      "A subcommand opens a database, and what is no file may be a misspelled subcommand.",
    "CommandLineTool Options Subcommands":
      "A subcommand says which options it takes, and the command line is read as the subcommand says.",
    "CommandLineTool Program Subcommands":
      "Subcommands are methods of the program, and the program runs the one that is asked for.",
    "EntityModel . Types":
      "An attribute has a type, and a type of an application reads the attribute that it is asked about.",
    "EntityModel Declared Members":
      "The reader of model files asks the tables of members what there is to read; each member reads its value with the reader.",
    "SQLiteStore . Inserting":
      "The adaptor holds the rows that are being inserted while requests come and go; inserting runs statements of the adaptor.",
    "Widgets Commands Core":
      "A node offers commands, and the modifiers that add commands are views.",
    "Widgets Commands Host":
      "A command is run with the host it acts on; the host finds the command of a key.",
    "Widgets Core Host":
      "The host makes the tree of nodes; a state that changes asks its host for another frame.",
    "Widgets Fields Overlays":
      "A choice field opens a menu, and a menu is searched in a text field.",
  ]
}
