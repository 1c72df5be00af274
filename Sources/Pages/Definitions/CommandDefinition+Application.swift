// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Each says itself what it is.

public import Widgets

// Every command of the program: name, title, keys. What it does is said where it can be done.
nonisolated extension CommandDefinition {
  private static let going = CommandHeading("Go")
  private static let finding = CommandHeading("Find")
  private static let asking = CommandHeading("Query")
  private static let running = CommandHeading("Program")
  private static let reasoning = CommandHeading("Why")
  private static let reading = CommandHeading("Text")
  private static let drafting = CommandHeading("Fields")

  // Going about
  public static let open = going(.safe, "open", keys: "enter", importance: 100)
    .saying("Opens what the cursor is on.")
    .reading(["nextTask"])
  public static let back = going(.safe, "back", keys: "esc q backspace [", importance: 40)
    .saying("Goes back to the page before, at the place where it was left.")
  public static let quit = going(.safe, "quit", keys: "q", importance: 40)
    .saying("Ends the program.")
  public static let stay = going(.safe, "stay", keys: "esc")
    .saying(
      "Says that the first page is the first: who goes back in haste does not leave the program."
    )
  public static let quitNow = going(.safe, "quitNow", "quit", keys: "ctrl-q")
    .saying("Ends the program from any page; offers to save, review or discard what is pending.")
  public static let forward = going(.safe, "forward", keys: "+ ]")
    .saying("Goes forward to the page from which `back` came.")
  public static let stop = going(.safe, "stop", keys: "esc ctrl-c", importance: 99)
    .saying("Stops what is being read from the database; what is on screen stays.")
  public static let toDetail =
    going(.safe, "toDetail", "detail", keys: "tab backtab", importance: 65)
    .saying("Goes to the object beside the list, whose relationships Enter follows.")
  public static let toList =
    going(.safe, "toList", "list", keys: "tab backtab esc left h", importance: 95)
    .saying("Goes back from the object to the list beside it.")
  public static let nextObject = going(.safe, "nextObject", "next", keys: "J", importance: 20)
    .saying("Shows the next object of the list without going back to it.")
  public static let previousObject = going(.safe, "previousObject", "previous", keys: "K")
    .saying("Shows the previous object of the list.")

  public static let nextTab = going(.safe, "nextTab", "next tab", keys: "t f6", importance: 30)
    .saying("Opens the next tab of the page.")
    .reading(["tabs"])
  public static let previousTab = going(.safe, "previousTab", "previous tab", keys: "T f7")
    .saying("Opens the tab before.")
    .reading(["tabs"])
  public static let copy = going(.safe, "copy", keys: "y", importance: 25)
    .saying(
      "Puts the value under the cursor on the clipboard, where the terminal allows it (OSC 52)."
    )
    .reading(["component", "isPropertyVisible"])

  // Finding
  public static let search = finding(.safe, "search", keys: "/", importance: 70)
    .saying("Finds rows by a text in any of their columns, in the whole table.")
    .reading(["component", "formatter", "locale"])
  public static let searchNext = finding(.safe, "searchNext", "next match", keys: "n")
    .saying("Go to the next match of the search")
  public static let searchPrevious = finding(.safe, "searchPrevious", "previous match", keys: "N")
    .saying("Go to the match before")
  public static let filterByValue =
    finding(.safe, "filterByValue", "filter by value", keys: "f", importance: 60)
    .saying("Shows only rows with the value under the cursor.")
    .reading(["formatter", "locale", "isPropertyVisible"])
  public static let filter = finding(.safe, "filter", keys: "F", importance: 50)
    .saying("Shows only rows for which a condition holds, e.g. `rating = 'PG' and length > 90`.")
    .reading(["locale", "choices"])
  public static let query = finding(.safe, "query", keys: "Q", importance: 48)
    .saying(
      "Opens a form with a field for each property, to find rows by: `noir`, `=x`, `!x`, `>90`, `a..b`, `a,b`, `^p`, `s$`, "
        + "`/re/`, `=` (empty), `∅`."
    )
    .reading(["displayPropertyKeys", "component", "choices", "formatter", "locale"])
  public static let find = asking(.safe, "find", keys: "ctrl-s", importance: 95)
    .saying("Shows the rows that the fields ask for.")
  public static let addAlternative =
    asking(.safe, "addAlternative", "or", keys: "alt-o", importance: 80)
    .saying("Adds fields for rows that are found too.")
  public static let constrain = asking(.safe, "constrain", keys: "alt-n", importance: 60)
    .saying("Keeps of the rows of the list those that the fields ask for.")
  public static let extend = asking(.safe, "extend", keys: "alt-e", importance: 58)
    .saying("Adds the rows that the fields ask for to those of the list.")
  public static let omit = asking(.safe, "omit", keys: "alt-w", importance: 56)
    .saying("Takes the rows that the fields ask for out of the list.")
  public static let emptyFields =
    asking(.safe, "emptyFields", "empty", keys: "alt-x", importance: 40)
    .saying("Empties all fields.")
  public static let clearFilter =
    finding(.safe, "clearFilter", "clear filter", keys: "x", importance: 45)
    .saying("Takes the last filter away.")
  public static let sort = finding(.safe, "sort", keys: "s", importance: 55)
    .saying(
      "Sorts by the column under the cursor; again turns the order, a third time ends it. `:sort title natural, "
        + "-price nulls last` gives several keys."
    )

  public static let namedFetch =
    finding(.safe, "namedFetch", "named fetch", keys: "v", importance: 30)
    .saying("Shows what a fetch of the model picks; `:fetch cheap(limit: 5)` gives it values.")
  public static let goToRow = finding(.safe, "goToRow", "go to row", keys: "#", importance: 8)
    .saying("Goes to a row by its number or by a part of the whole list: `1200`, `50%`.")

  // The program
  public static let why = running(.safe, "why", keys: "! f3", importance: 35)
    .saying("Says which rules made the place under the cursor what it is, and lists rule faults.")
  public static let whyAll = reasoning(.safe, "whyAll", "all keys", keys: "c", importance: 80)
    .saying("Shows every key, and every rule that lost.")
  public static let openRule =
    reasoning(.ofPrograms, "openRule", "edit rule", keys: "e enter", importance: 88)
    .saying(
      "Opens the rule under the cursor in the editor that `VISUAL` or `EDITOR` names, at its line."
    )
  public static let newRule =
    reasoning(.ofPrograms, "newRule", "new rule here", keys: "o", importance: 86)
    .saying(
      "Opens the rule file of the database with a rule at its end for the key under the cursor in this place; "
        + "what is left as it is is taken out again."
    )
  public static let closePanel =
    running(.safe, "closePanel", "close", keys: "esc q", importance: 90)
    .saying("Close the panel")
  public static let commandLine =
    running(.safe, "commandLine", "command", keys: ":", importance: 20)
    .saying(
      "Takes a command by name, or the name of an entity to go to: `:Film`, `:q`, `:w`; `:set KEY = VALUE`, "
        + "`:unset KEY` and `:rule RULE` change the rules until the program ends."
    )
  public static let redraw = running(.safe, "redraw", keys: "ctrl-l")
    .saying("Draws the whole screen anew.")
  public static let reload = running(.safe, "reload", keys: "ctrl-r f5", importance: 5)
    .saying("Reads from the database again.")
  public static let suspend = running(.ofShell, "suspend", keys: "ctrl-z")
    .saying("Goes back to the shell; `fg` returns.")
  public static let login = running(.safe, "login", "log in", keys: "")
    .saying(
      "Goes to the page on which one says by name and password which user of the database one is."
    )
    .reading([
      "loginEntity", "loginNameKey", "loginPasswordKey", "loginRoleKey", "loginQualifier",
      "allowsLegacyPasswords", "allowsPlainPasswords", "loginAttempts", "nextTask",
    ])
  public static let logout = running(.safe, "logout", "log out", keys: "")
    .saying("Goes on as whoever has started the program.")
    .reading(["firstTask", "firstEntity"])
  public static let switchMouse = running(.safe, "switchMouse", "mouse", keys: "alt-m")
    .saying("Gives the mouse to the terminal, which selects text with it, or back to the program.")
    .reading(["isMouseEnabled"])
  public static let readText = going(.safe, "readText", "read", keys: "V alt-v", importance: 20)
    .saying(
      "Shows the text under the cursor, however long it is, or the bytes of binary data, as a page of its own."
    )
  public static let readDraft = drafting(.safe, "readDraft", "read", keys: "alt-v", importance: 20)
    .saying("Shows the text of the field, however long it is, as a page of its own.")
  package static let loadFromFile =
    drafting(.ofFiles, "loadFromFile", "load", keys: "r", importance: 62)
    .saying(
      "In a field for binary data: takes the bytes of a file in place of those that are there."
    )
  package static let saveToFile =
    going(.ofFiles, "saveToFile", "to a file", keys: "w", importance: 61)
    .saying(
      "Writes the binary data under the cursor to a file; over one that is there only after asking."
    )
  package static let showOutside =
    going(.ofPrograms, "showOutside", "picture", keys: "i", importance: 60)
    .saying("Shows the binary data under the cursor by the program that `blobViewer` names.")
    .reading(["blobViewer"])
  package static let calendar = drafting(.safe, "calendar", keys: "f4 alt-k", importance: 55)
    .saying("In a field for days: opens the month; arrows and page keys move, Enter takes the day.")
  package static let completePath =
    drafting(.ofFiles, "completePath", "complete", keys: "alt-/", importance: 55)
    .saying(
      "In a field for the path of a file: completes what was begun, or offers what it can become."
    )
  package static let editText = drafting(.ofPrograms, "editText", "editor", keys: "alt-t")
    .saying("Opens the text of the field in the editor that `VISUAL` or `EDITOR` names.")
  package static let unfold = reading(.safe, "unfold", keys: "z", importance: 58)
    .saying("Unfolds one more level of a JSON document; on a page of its own all of it.")
  package static let fold = reading(.safe, "fold", keys: "Z", importance: 57)
    .saying("Folds the innermost level of a JSON document; on a page of its own all but the first.")
  public static let wrapText = reading(.safe, "wrapText", "wrap", keys: "w", importance: 60)
    .saying("On the page of a text: wraps long lines, or leaves them whole.")
  public static let numberLines =
    reading(.safe, "numberLines", "numbers", keys: "L", importance: 50)
    .saying("On the page of a text: shows the numbers of lines, or hides them.")
}
