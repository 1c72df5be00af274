// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Each says itself what it is.

public import Widgets

// Every command of the program: name, title, keys. What it does is said where it can be done.
nonisolated extension CommandDefinition {
  // Going about
  public static let open = CommandDefinition(
    "open",
    "open",
    keys: "enter",
    group: "Go",
    importance: 100,
    summary: "Opens what the cursor is on.",
    reads: ["nextTask"]
  )
  public static let back = CommandDefinition(
    "back",
    "back",
    keys: "esc q backspace [",
    group: "Go",
    importance: 40,
    summary: "Goes back to the page before, at the place where it was left."
  )
  public static let quit = CommandDefinition(
    "quit",
    "quit",
    keys: "q",
    group: "Go",
    importance: 40,
    summary: "Ends the program."
  )
  public static let stay = CommandDefinition(
    "stay",
    "stay",
    keys: "esc",
    group: "Go",
    importance: 0,
    summary:
      "Says that the first page is the first: who goes back in haste does not leave the program."
  )
  public static let quitNow = CommandDefinition(
    "quitNow",
    "quit",
    keys: "ctrl-q",
    group: "Go",
    importance: 0,
    summary: "Ends the program from any page; offers to save, review or discard what is pending."
  )
  public static let forward = CommandDefinition(
    "forward",
    "forward",
    keys: "+ ]",
    group: "Go",
    importance: 0,
    summary: "Goes forward to the page from which `back` came."
  )
  public static let stop = CommandDefinition(
    "stop",
    "stop",
    keys: "esc ctrl-c",
    group: "Go",
    importance: 99,
    summary: "Stops what is being read from the database; what is on screen stays."
  )
  public static let toDetail = CommandDefinition(
    "toDetail",
    "detail",
    keys: "tab backtab",
    group: "Go",
    importance: 65,
    summary: "Goes to the object beside the list, whose relationships Enter follows."
  )
  public static let toList = CommandDefinition(
    "toList",
    "list",
    keys: "tab backtab esc left h",
    group: "Go",
    importance: 95,
    summary: "Goes back from the object to the list beside it."
  )
  public static let nextObject = CommandDefinition(
    "nextObject",
    "next",
    keys: "J",
    group: "Go",
    importance: 20,
    summary: "Shows the next object of the list without going back to it."
  )
  public static let previousObject = CommandDefinition(
    "previousObject",
    "previous",
    keys: "K",
    group: "Go",
    importance: 0,
    summary: "Shows the previous object of the list."
  )

  public static let nextTab = CommandDefinition(
    "nextTab",
    "next tab",
    keys: "t f6",
    group: "Go",
    importance: 30,
    summary: "Opens the next tab of the page.",
    reads: ["tabs"]
  )
  public static let previousTab = CommandDefinition(
    "previousTab",
    "previous tab",
    keys: "T f7",
    group: "Go",
    importance: 0,
    summary: "Opens the tab before.",
    reads: ["tabs"]
  )
  public static let copy = CommandDefinition(
    "copy",
    "copy",
    keys: "y",
    group: "Go",
    importance: 25,
    summary:
      "Puts the value under the cursor on the clipboard, where the terminal allows it (OSC 52).",
    reads: ["component", "isPropertyVisible"]
  )

  // Finding
  public static let search = CommandDefinition(
    "search",
    "search",
    keys: "/",
    group: "Find",
    importance: 70,
    summary: "Finds rows by a text in any of their columns, in the whole table.",
    reads: ["component", "formatter", "locale"]
  )
  public static let searchNext = CommandDefinition(
    "searchNext",
    "next match",
    keys: "n",
    group: "Find",
    importance: 0
  )
  public static let searchPrevious = CommandDefinition(
    "searchPrevious",
    "previous match",
    keys: "N",
    group: "Find",
    importance: 0
  )
  public static let filterByValue = CommandDefinition(
    "filterByValue",
    "filter by value",
    keys: "f",
    group: "Find",
    importance: 60,
    summary: "Shows only rows with the value under the cursor.",
    reads: ["formatter", "locale", "isPropertyVisible"]
  )
  public static let filter = CommandDefinition(
    "filter",
    "filter",
    keys: "F",
    group: "Find",
    importance: 50,
    summary: "Shows only rows for which a condition holds, e.g. `rating = 'PG' and length > 90`.",
    reads: ["locale", "choices"]
  )
  public static let clearFilter = CommandDefinition(
    "clearFilter",
    "clear filter",
    keys: "x",
    group: "Find",
    importance: 45,
    summary: "Takes the last filter away."
  )
  public static let sort = CommandDefinition(
    "sort",
    "sort",
    keys: "s",
    group: "Find",
    importance: 55,
    summary:
      "Sorts by the column under the cursor; again turns the order, a third time ends it. `:sort title natural, "
      + "-price nulls last` gives several keys."
  )

  public static let namedFetch = CommandDefinition(
    "namedFetch",
    "named fetch",
    keys: "v",
    group: "Find",
    importance: 30,
    summary: "Shows what a fetch of the model picks; `:fetch cheap(limit: 5)` gives it values."
  )
  public static let goToRow = CommandDefinition(
    "goToRow",
    "go to row",
    keys: "#",
    group: "Find",
    importance: 8,
    summary: "Goes to a row by its number or by a part of the whole list: `1200`, `50%`."
  )

  // The program
  public static let why = CommandDefinition(
    "why",
    "why",
    keys: "! f3",
    group: "Program",
    importance: 35,
    summary: "Says which rules made the place under the cursor what it is, and lists rule faults."
  )
  public static let whyAll = CommandDefinition(
    "whyAll",
    "all keys",
    keys: "c",
    group: "Why",
    importance: 80,
    summary: "Shows every key, and every rule that lost."
  )
  public static let openRule = CommandDefinition(
    "openRule",
    "edit rule",
    keys: "e enter",
    group: "Why",
    importance: 88,
    summary:
      "Opens the rule under the cursor in the editor that `VISUAL` or `EDITOR` names, at its line."
  )
  public static let newRule = CommandDefinition(
    "newRule",
    "new rule here",
    keys: "o",
    group: "Why",
    importance: 86,
    summary:
      "Opens the rule file of the database with a rule at its end for the key under the cursor in this place; "
      + "what is left as it is is taken out again."
  )
  public static let closePanel = CommandDefinition(
    "closePanel",
    "close",
    keys: "esc q",
    group: "Program",
    importance: 90
  )
  public static let commandLine = CommandDefinition(
    "commandLine",
    "command",
    keys: ":",
    group: "Program",
    importance: 20,
    summary:
      "Takes a command by name, or the name of an entity to go to: `:Film`, `:q`, `:w`; `:set KEY = VALUE`, "
      + "`:unset KEY` and `:rule RULE` change the rules until the program ends."
  )
  public static let redraw = CommandDefinition(
    "redraw",
    "redraw",
    keys: "ctrl-l",
    group: "Program",
    importance: 0,
    summary: "Draws the whole screen anew."
  )
  public static let reload = CommandDefinition(
    "reload",
    "reload",
    keys: "ctrl-r f5",
    group: "Program",
    importance: 5,
    summary: "Reads from the database again."
  )
  public static let suspend = CommandDefinition(
    "suspend",
    "suspend",
    keys: "ctrl-z",
    group: "Program",
    importance: 0,
    summary: "Goes back to the shell; `fg` returns."
  )
  public static let switchMouse = CommandDefinition(
    "switchMouse",
    "mouse",
    keys: "alt-m",
    group: "Program",
    importance: 0,
    summary: "Gives the mouse to the terminal, which selects text with it, or back to the program.",
    reads: ["isMouseEnabled"]
  )
  public static let readText = CommandDefinition(
    "readText",
    "read",
    keys: "V alt-v",
    group: "Go",
    importance: 20,
    summary: "Shows the text under the cursor, however long it is, as a page of its own."
  )
  public static let readDraft = CommandDefinition(
    "readDraft",
    "read",
    keys: "alt-v",
    group: "Fields",
    importance: 20,
    summary: "Shows the text of the field, however long it is, as a page of its own."
  )
  public static let wrapText = CommandDefinition(
    "wrapText",
    "wrap",
    keys: "w",
    group: "Text",
    importance: 60,
    summary: "On the page of a text: wraps long lines, or leaves them whole."
  )
  public static let numberLines = CommandDefinition(
    "numberLines",
    "numbers",
    keys: "L",
    group: "Text",
    importance: 50,
    summary: "On the page of a text: shows the numbers of lines, or hides them."
  )
}
