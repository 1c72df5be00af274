import Widgets

// Every command of the program: name, title, keys. What it does is said where it can be done.
nonisolated extension CommandDefinition {
  // Going about
  static let open = CommandDefinition(
    "open",
    "open",
    keys: "enter",
    group: "Go",
    importance: 100,
    summary: "Opens what the cursor is on.",
    reads: ["nextTask"]
  )
  static let back = CommandDefinition(
    "back",
    "back",
    keys: "esc q backspace [",
    group: "Go",
    importance: 40,
    summary: "Goes back to the page before, at the place where it was left."
  )
  static let quit = CommandDefinition(
    "quit",
    "quit",
    keys: "q",
    group: "Go",
    importance: 40,
    summary: "Ends the program."
  )
  static let stay = CommandDefinition(
    "stay",
    "stay",
    keys: "esc",
    group: "Go",
    importance: 0,
    summary:
      "Says that the first page is the first: who goes back in haste does not leave the program."
  )
  static let quitNow = CommandDefinition(
    "quitNow",
    "quit",
    keys: "ctrl-q",
    group: "Go",
    importance: 0,
    summary: "Ends the program from any page; offers to save, review or discard what is pending."
  )
  static let forward = CommandDefinition(
    "forward",
    "forward",
    keys: "+ ]",
    group: "Go",
    importance: 0,
    summary: "Goes forward to the page from which `back` came."
  )
  static let stop = CommandDefinition(
    "stop",
    "stop",
    keys: "esc ctrl-c",
    group: "Go",
    importance: 99,
    summary: "Stops what is being read from the database; what is on screen stays."
  )
  static let toDetail = CommandDefinition(
    "toDetail",
    "detail",
    keys: "tab backtab",
    group: "Go",
    importance: 65,
    summary: "Goes to the object beside the list, whose relationships Enter follows."
  )
  static let toList = CommandDefinition(
    "toList",
    "list",
    keys: "tab backtab esc left h",
    group: "Go",
    importance: 95,
    summary: "Goes back from the object to the list beside it."
  )
  static let nextObject = CommandDefinition(
    "nextObject",
    "next",
    keys: "J",
    group: "Go",
    importance: 20,
    summary: "Shows the next object of the list without going back to it."
  )
  static let previousObject = CommandDefinition(
    "previousObject",
    "previous",
    keys: "K",
    group: "Go",
    importance: 0,
    summary: "Shows the previous object of the list."
  )

  static let nextTab = CommandDefinition(
    "nextTab",
    "next tab",
    keys: "t f6",
    group: "Go",
    importance: 30,
    summary: "Opens the next tab of the page.",
    reads: ["tabs"]
  )
  static let previousTab = CommandDefinition(
    "previousTab",
    "previous tab",
    keys: "T f7",
    group: "Go",
    importance: 0,
    summary: "Opens the tab before.",
    reads: ["tabs"]
  )
  static let copy = CommandDefinition(
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
  static let search = CommandDefinition(
    "search",
    "search",
    keys: "/",
    group: "Find",
    importance: 70,
    summary: "Finds rows by a text in any of their columns, in the whole table.",
    reads: ["component", "formatter", "locale"]
  )
  static let searchNext = CommandDefinition(
    "searchNext",
    "next match",
    keys: "n",
    group: "Find",
    importance: 0
  )
  static let searchPrevious = CommandDefinition(
    "searchPrevious",
    "previous match",
    keys: "N",
    group: "Find",
    importance: 0
  )
  static let filterByValue = CommandDefinition(
    "filterByValue",
    "filter by value",
    keys: "f",
    group: "Find",
    importance: 60,
    summary: "Shows only rows with the value under the cursor.",
    reads: ["formatter", "locale", "isPropertyVisible"]
  )
  static let filter = CommandDefinition(
    "filter",
    "filter",
    keys: "F",
    group: "Find",
    importance: 50,
    summary: "Shows only rows for which a condition holds, e.g. `rating = 'PG' and length > 90`.",
    reads: ["locale", "choices"]
  )
  static let clearFilter = CommandDefinition(
    "clearFilter",
    "clear filter",
    keys: "x",
    group: "Find",
    importance: 45,
    summary: "Takes the last filter away."
  )
  static let sort = CommandDefinition(
    "sort",
    "sort",
    keys: "s",
    group: "Find",
    importance: 55,
    summary:
      "Sorts by the column under the cursor; again turns the order, a third time ends it. `:sort title natural, "
      + "-price nulls last` gives several keys."
  )

  static let namedFetch = CommandDefinition(
    "namedFetch",
    "named fetch",
    keys: "v",
    group: "Find",
    importance: 30,
    summary: "Shows what a fetch of the model picks; `:fetch cheap(limit: 5)` gives it values."
  )
  static let goToRow = CommandDefinition(
    "goToRow",
    "go to row",
    keys: "#",
    group: "Find",
    importance: 8,
    summary: "Goes to a row by its number or by a part of the whole list: `1200`, `50%`."
  )

  // The program
  static let why = CommandDefinition(
    "why",
    "why",
    keys: "! f3",
    group: "Program",
    importance: 35,
    summary: "Says which rules made the place under the cursor what it is, and lists rule faults."
  )
  static let whyAll = CommandDefinition(
    "whyAll",
    "all keys",
    keys: "c",
    group: "Why",
    importance: 80,
    summary: "Shows every key, and every rule that lost."
  )
  static let openRule = CommandDefinition(
    "openRule",
    "edit rule",
    keys: "e enter",
    group: "Why",
    importance: 88,
    summary:
      "Opens the rule under the cursor in the editor that `VISUAL` or `EDITOR` names, at its line."
  )
  static let newRule = CommandDefinition(
    "newRule",
    "new rule here",
    keys: "o",
    group: "Why",
    importance: 86,
    summary:
      "Opens the rule file of the database with a rule at its end for the key under the cursor in this place; "
      + "what is left as it is is taken out again."
  )
  static let closePanel = CommandDefinition(
    "closePanel",
    "close",
    keys: "esc q",
    group: "Program",
    importance: 90
  )
  static let commandLine = CommandDefinition(
    "commandLine",
    "command",
    keys: ":",
    group: "Program",
    importance: 20,
    summary:
      "Takes a command by name, or the name of an entity to go to: `:Film`, `:q`, `:w`; `:set KEY = VALUE`, "
      + "`:unset KEY` and `:rule RULE` change the rules until the program ends."
  )
  static let redraw = CommandDefinition(
    "redraw",
    "redraw",
    keys: "ctrl-l",
    group: "Program",
    importance: 0,
    summary: "Draws the whole screen anew."
  )
  static let reload = CommandDefinition(
    "reload",
    "reload",
    keys: "ctrl-r f5",
    group: "Program",
    importance: 5,
    summary: "Reads from the database again."
  )
  static let suspend = CommandDefinition(
    "suspend",
    "suspend",
    keys: "ctrl-z",
    group: "Program",
    importance: 0,
    summary: "Goes back to the shell; `fg` returns."
  )
  static let switchMouse = CommandDefinition(
    "switchMouse",
    "mouse",
    keys: "alt-m",
    group: "Program",
    importance: 0,
    summary: "Gives the mouse to the terminal, which selects text with it, or back to the program.",
    reads: ["isMouseEnabled"]
  )
  static let readText = CommandDefinition(
    "readText",
    "read",
    keys: "V alt-v",
    group: "Go",
    importance: 20,
    summary: "Shows the text under the cursor, however long it is, as a page of its own."
  )
  static let readDraft = CommandDefinition(
    "readDraft",
    "read",
    keys: "alt-v",
    group: "Fields",
    importance: 20,
    summary: "Shows the text of the field, however long it is, as a page of its own."
  )
  static let wrapText = CommandDefinition(
    "wrapText",
    "wrap",
    keys: "w",
    group: "Text",
    importance: 60,
    summary: "On the page of a text: wraps long lines, or leaves them whole."
  )
  static let numberLines = CommandDefinition(
    "numberLines",
    "numbers",
    keys: "L",
    group: "Text",
    importance: 50,
    summary: "On the page of a text: shows the numbers of lines, or hides them."
  )
}
