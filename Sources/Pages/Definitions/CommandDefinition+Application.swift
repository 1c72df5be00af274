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
    .saying("Open what is under the cursor")
    .alsoCalled("show", "view", "details", "follow", "go into")
    .reading(["nextTask"])
  public static let back = going(.safe, "back", keys: "esc q backspace [", importance: 40)
    .saying("Go back to the previous page")
    .alsoCalled("return", "previous page", "up")
  public static let quit = going(.safe, "quit", keys: "q", importance: 40)
    .saying("End the program")
    .alsoCalled("exit", "end", "close program")
  public static let stay = going(.safe, "stay", keys: "esc")
    .saying("Stay on the first page")
    .asInternal()
  public static let quitNow = going(.safe, "quitNow", title: "quit", keys: "ctrl-q")
    .saying("End the program from any page")
    .alsoCalled("exit", "end", "close program")
  public static let forward = going(.safe, "forward", keys: "+ ]")
    .saying("Go forward again after going back")
    .alsoCalled("next page")
  public static let stop = going(.safe, "stop", keys: "esc ctrl-c", importance: 99)
    .saying("Stop reading from the database")
    .alsoCalled("cancel", "abort", "interrupt")
  public static let toDetail =
    going(.safe, "toDetail", title: "detail", keys: "tab backtab", importance: 65)
    .saying("Go to the object beside the list")
    .labeled("To detail")
    .alsoCalled("switch pane", "other pane", "right pane")
  public static let toList =
    going(.safe, "toList", title: "list", keys: "tab backtab esc left h", importance: 95)
    .saying("Go back to the list beside the object")
    .labeled("To list")
    .alsoCalled("switch pane", "other pane", "left pane")
  package static let placeDetail = going(.safe, "placeDetail", title: "pane", keys: "I")
    .saying("Show the object beside, below or not at all")
    .labeled("Place the pane")
    .alsoCalled("split", "preview", "side", "detail pane", "master detail")
    .reading(["detailPlacement", "detailWidth"])
  package static let narrowDetail = going(.safe, "narrowDetail", title: "narrower", keys: "alt-<")
    .saying("Make the pane beside the list narrower")
    .labeled("Narrow the pane")
    .reading(["detailWidth"])
  package static let widenDetail = going(.safe, "widenDetail", title: "wider", keys: "alt->")
    .saying("Make the pane beside the list wider")
    .labeled("Widen the pane")
    .reading(["detailWidth"])
  public static let nextObject =
    going(.safe, "nextObject", title: "next", keys: "J", importance: 20)
    .saying("Show the next object of the list")
    .labeled("Next object")
    .alsoCalled("next record", "next row")
  public static let previousObject = going(.safe, "previousObject", title: "previous", keys: "K")
    .saying("Show the previous object of the list")
    .labeled("Previous object")
    .alsoCalled("previous record", "previous row")

  public static let nextTab =
    going(.safe, "nextTab", title: "next tab", keys: "t f6", importance: 30)
    .saying("Open the next tab of the page")
    .alsoCalled("switch tab", "tabs")
    .reading(["tabs"])
  public static let previousTab = going(.safe, "previousTab", title: "previous tab", keys: "T f7")
    .saying("Open the previous tab of the page")
    .alsoCalled("switch tab", "tabs")
    .reading(["tabs"])
  public static let copy = going(.safe, "copy", keys: "y", importance: 25)
    .saying("Copy the value under the cursor")
    .labeled("Copy value")
    .alsoCalled("clipboard", "yank")
    .reading(["component", "isPropertyVisible"])

  // Finding
  public static let search = finding(.safe, "search", keys: "/", importance: 70)
    .saying("Find rows by text in any column")
    .alsoCalled("find", "look up", "grep", "text")
    .reading(["component", "formatter", "locale"])
  public static let searchNext = finding(.safe, "searchNext", title: "next match", keys: "n")
    .saying("Go to the next match of the search")
    .alsoCalled("find next")
  public static let searchPrevious =
    finding(.safe, "searchPrevious", title: "previous match", keys: "N")
    .saying("Go to the previous match of the search")
    .alsoCalled("find previous")
  public static let filterByValue =
    finding(.safe, "filterByValue", title: "only this", keys: "=", importance: 58)
    .saying("Show rows with this value only")
    .labeled("Filter by value")
    .alsoCalled("equals", "same value", "where")
    .reading(["formatter", "locale", "isPropertyVisible"])
  package static let valuesOfColumn =
    finding(.safe, "valuesOfColumn", title: "values", keys: "f", importance: 60)
    .saying("Count the values of this column")
    .labeled("Values of column")
    .alsoCalled("values", "frequency", "distribution", "histogram", "count values", "facets")
    .reading(["formatter", "locale", "choices", "isPropertyVisible"])
  package static let excludeValues =
    finding(.safe, "excludeValues", title: "all but these", keys: "-", importance: 70)
    .saying("Show rows with other values only")
    .labeled("Exclude values")
    .alsoCalled("except", "without", "not these")
  package static let finerRanges =
    finding(.safe, "finerRanges", title: "finer", keys: "<", importance: 64)
    .saying("Divide the values into more ranges")
    .labeled("Finer ranges")
    .alsoCalled("step", "smaller", "buckets", "bins")
  package static let coarserRanges =
    finding(.safe, "coarserRanges", title: "coarser", keys: ">", importance: 63)
    .saying("Divide the values into fewer ranges")
    .labeled("Coarser ranges")
    .alsoCalled("step", "larger", "buckets", "bins")
  package static let divideValues =
    finding(.safe, "divideValues", title: "ranges", keys: "r", importance: 62)
    .saying("Switch between ranges and single values")
    .labeled("Ranges or values")
    .alsoCalled("step", "buckets", "bins", "letters")
  package static let totalOfValues =
    finding(.safe, "totalOfValues", title: "total", keys: "t", importance: 61)
    .saying("Add up another column for each value")
    .labeled("Total of column")
    .alsoCalled("total", "sum", "add up")
    .reading(["isPropertyVisible"])
  package static let describe = finding(.safe, "describe", keys: "D", importance: 12)
    .saying("Profile each column of these rows")
    .labeled("Describe columns")
    .alsoCalled("profile", "statistics", "summary", "median", "quartile")
    .reading(["isPropertyVisible"])
  package static let group = finding(.safe, "group", keys: "B", importance: 57)
    .saying("Group the rows by this column")
    .labeled("Group by column")
    .alsoCalled(
      "groups",
      "group by",
      "total",
      "totals",
      "sum",
      "average",
      "mean",
      "count by",
      "pivot",
      "month",
      "subtotal",
      "aggregate"
    )
    .reading(["groups", "formatter", "locale", "choices", "isPropertyVisible"])
  package static let chooseGroups =
    finding(.safe, "chooseGroups", title: "choose groups", keys: "B", importance: 62)
    .saying("Choose keys, counts and sums from a menu")
    .alsoCalled("group", "group by", "sum", "average", "pivot", "add column")
    .reading(["displayNameForProperty", "isPropertyVisible"])
  package static let editGroups =
    finding(.safe, "editGroups", title: "edit", keys: "e", importance: 61)
    .saying("Edit the groups as one line")
    .labeled("Edit groups")
    .alsoCalled("change groups", "group line")
  package static let exportGroups =
    finding(.ofFiles, "exportGroups", title: "to a file", keys: "w", importance: 59)
    .saying("Write the table to a .csv, .tsv or .md file")
    .labeled("Export groups")
    .alsoCalled("export", "csv", "download", "markdown")
  package static let copyLink =
    finding(.safe, "copyLink", title: "copy link", keys: "Y", importance: 30)
    .saying("Copy the link that leads to these groups")
    .alsoCalled("clipboard", "share", "url")
  package static let groupRule = finding(
    .ofFiles,
    "groupRule",
    title: "make it a rule",
    keys: "alt-g"
  )
  .saying("Write a rule that begins with these")
  .labeled("Rule of groups")
  .alsoCalled("grouprule", "keep groups", "save groups")
  .reading(["groups"])
  package static let chart = finding(.safe, "chart", keys: "c", importance: 64)
    .saying("Draw the numbers as a chart")
    .labeled("Chart")
    .alsoCalled("graph", "plot", "picture", "diagram", "bars", "line chart")
  package static let chartToFile =
    finding(.ofFiles, "chartToFile", title: "to a file", keys: "w", importance: 58)
    .saying("Write the chart to an SVG file")
    .labeled("Chart to file")
    .alsoCalled("export", "svg", "picture", "download")
  public static let filter = finding(.safe, "filter", keys: "F", importance: 50)
    .saying("Show rows that meet a condition")
    .alsoCalled("where", "condition", "restrict")
    .reading(["locale", "choices"])
  public static let query = finding(.safe, "query", keys: "Q", importance: 48)
    .saying("Find rows with a field for each property")
    .labeled("Query by form")
    .alsoCalled("find", "search form", "advanced search", "query by example")
    .reading(["displayPropertyKeys", "component", "choices", "formatter", "locale"])
  public static let find = asking(.safe, "find", keys: "ctrl-s", importance: 95)
    .saying("Show the rows that the fields ask for")
    .alsoCalled("search", "run query")
  public static let addAlternative =
    asking(.safe, "addAlternative", title: "or", keys: "alt-o", importance: 80)
    .saying("Add fields for other rows to find as well")
    .labeled("Add alternative")
    .alsoCalled("or", "either")
  public static let constrain = asking(.safe, "constrain", keys: "alt-n", importance: 60)
    .saying("Keep only listed rows that match the fields")
    .labeled("Narrow list")
    .alsoCalled("and", "intersect", "constrain")
  public static let extend = asking(.safe, "extend", keys: "alt-e", importance: 58)
    .saying("Add the rows that match to the list")
    .labeled("Extend list")
    .alsoCalled("union", "more rows")
  public static let omit = asking(.safe, "omit", keys: "alt-w", importance: 56)
    .saying("Remove the rows that match from the list")
    .labeled("Omit matches")
    .alsoCalled("exclude", "without", "except")
  public static let emptyFields =
    asking(.safe, "emptyFields", title: "empty", keys: "alt-x", importance: 40)
    .saying("Empty all fields of the query")
    .labeled("Empty fields")
    .alsoCalled("reset", "clear form", "clear fields")
  public static let clearFilter =
    finding(.safe, "clearFilter", title: "clear filter", keys: "x", importance: 45)
    .saying("Remove the last filter")
    .alsoCalled("unfilter", "show all", "reset filter")
  public static let sort = finding(.safe, "sort", keys: "s", importance: 55)
    .saying("Sort by this column, repeat to reverse")
    .alsoCalled("order", "ascending", "descending", "reverse")

  public static let namedFetch =
    finding(.safe, "namedFetch", title: "named fetch", keys: "v", importance: 30)
    .saying("Show the rows of a fetch of the model")
    .alsoCalled("fetch", "saved query", "stored query")
  public static let goToRow =
    finding(.safe, "goToRow", title: "go to row", keys: "#", importance: 8)
    .saying("Go to a row by number or percentage")
    .alsoCalled("jump", "row number", "line", "position")

  // The program
  public static let why = running(.safe, "why", keys: "! f3", importance: 35)
    .saying("Explain this with rules")
    .alsoCalled("explain", "reason", "because")
  public static let whyAll =
    reasoning(.safe, "whyAll", title: "all keys", keys: "c", importance: 80)
    .saying("Show every key and the rules that lost")
    .alsoCalled("show all")
  public static let openRule =
    reasoning(.ofPrograms, "openRule", title: "edit rule", keys: "e enter", importance: 88)
    .saying("Open this rule in your editor")
    .alsoCalled("change rule", "rule file")
  public static let newRule =
    reasoning(.ofPrograms, "newRule", title: "new rule here", keys: "o", importance: 86)
    .saying("Write a rule for this key in your editor")
    .alsoCalled("add rule", "create rule")
  public static let closePanel =
    running(.safe, "closePanel", title: "close", keys: "esc q", importance: 90)
    .saying("Close the panel in front")
    .labeled("Close panel")
    .alsoCalled("exit")
  public static let commandLine =
    running(.safe, "commandLine", title: "command", keys: ":", importance: 20)
    .saying("Type a command, an entity or a rule")
    .labeled("Command line")
    .alsoCalled("prompt", "go to", "colon")
  package static let messages = running(.safe, "messages", keys: "f9")
    .saying("Show the last messages in full")
    .alsoCalled("log", "errors", "warnings", "notifications", "last message")
  public static let redraw = running(.safe, "redraw", keys: "ctrl-l")
    .saying("Draw the whole screen again")
    .alsoCalled("repaint", "refresh screen")
  public static let reload = running(.safe, "reload", keys: "ctrl-r f5", importance: 5)
    .saying("Read from the database again")
    .alsoCalled("refresh", "update")
  public static let suspend = running(.ofShell, "suspend", keys: "ctrl-z")
    .saying("Go to the shell until you type fg")
    .alsoCalled("shell", "background", "pause")
  public static let login = running(.safe, "login", title: "log in", keys: "")
    .saying("Log in as a user of the database")
    .alsoCalled("sign in", "user", "password", "switch user")
    .reading([
      "loginEntity", "loginNameKey", "loginPasswordKey", "loginRoleKey", "loginQualifier",
      "allowsLegacyPasswords", "allowsPlainPasswords", "loginAttempts", "nextTask",
    ])
  public static let logout = running(.safe, "logout", title: "log out", keys: "")
    .saying("Continue as the user who started the program")
    .alsoCalled("sign out", "switch user")
    .reading(["firstTask", "firstEntity"])
  public static let switchMouse = running(.safe, "switchMouse", title: "mouse", keys: "alt-m")
    .saying("Let the terminal or the program have the mouse")
    .labeled("Switch mouse")
    .alsoCalled("select text", "pointer")
    .reading(["isMouseEnabled"])
  public static let readText =
    going(.safe, "readText", title: "read", keys: "V alt-v", importance: 20)
    .saying("Show the whole text or bytes on a page")
    .labeled("Read text")
    .alsoCalled("full text", "view text", "hex", "bytes")
  public static let readDraft =
    drafting(.safe, "readDraft", title: "read", keys: "alt-v", importance: 20)
    .saying("Show the whole text of the field on a page")
    .labeled("Read text")
    .alsoCalled("full text", "view text")
  package static let loadFromFile =
    drafting(.ofFiles, "loadFromFile", title: "load", keys: "r", importance: 62)
    .saying("Replace the binary data by a file")
    .labeled("Load file")
    .alsoCalled("import", "upload", "attach", "blob")
  package static let saveToFile =
    going(.ofFiles, "saveToFile", title: "to a file", keys: "w", importance: 61)
    .saying("Write the binary data to a file")
    .labeled("Save to file")
    .alsoCalled("export", "download", "extract", "blob")
  package static let showOutside =
    going(.ofPrograms, "showOutside", title: "picture", keys: "i", importance: 60)
    .saying("Show the binary data with your viewer")
    .labeled("Show picture")
    .alsoCalled("image", "viewer", "preview", "open with", "blob")
    .reading(["blobViewer"])
  package static let calendar = drafting(.safe, "calendar", keys: "f4 alt-k", importance: 55)
    .saying("Choose the day from a month")
    .alsoCalled("date", "day", "month", "pick date")
  package static let completePath =
    drafting(.ofFiles, "completePath", title: "complete", keys: "alt-/", importance: 55)
    .saying("Complete the path of a file")
    .labeled("Complete path")
    .alsoCalled("file name", "autocomplete")
  package static let editText = drafting(.ofPrograms, "editText", title: "editor", keys: "alt-t")
    .saying("Edit the text in your editor")
    .labeled("External editor")
    .alsoCalled("vi", "emacs", "open editor")
  package static let unfold = reading(.safe, "unfold", keys: "z", importance: 58)
    .saying("Unfold rows, or one more level of JSON")
    .alsoCalled("expand", "open json")
  package static let fold = reading(.safe, "fold", keys: "Z", importance: 57)
    .saying("Fold rows, or the innermost level of JSON")
    .alsoCalled("collapse", "close json")
  public static let wrapText = reading(.safe, "wrapText", title: "wrap", keys: "w", importance: 60)
    .saying("Wrap long lines or leave them whole")
    .labeled("Wrap lines")
    .alsoCalled("line wrap", "word wrap")
  public static let numberLines =
    reading(.safe, "numberLines", title: "numbers", keys: "L", importance: 50)
    .saying("Show or hide the numbers of lines")
    .labeled("Line numbers")
    .alsoCalled("numbers")
}
