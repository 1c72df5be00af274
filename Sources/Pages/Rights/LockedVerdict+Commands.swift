import AccessControl
import Widgets

// What can be done on the screen. A command that an application adds is refused unless the application says that it is safe.
extension LockedVerdict {
  /// The verdict on a command, whatever keys run it; one of an application is not judged by a name that it shares.
  static func of(_ command: CommandDefinition) -> LockedVerdict {
    guard known.contains(command) else { return command.isSafeInLockedMode ? .permitted : unjudged }
    return commands[command.name] ?? unjudged
  }

  private static let known = Set(CommandDefinition.all)

  /// Every command that was judged.
  static let commands: [CommandName: LockedVerdict] = {
    var verdicts: [CommandName: LockedVerdict] = [:]
    for name in commandsWithin { verdicts[name] = .permitted }
    verdicts[CommandDefinition.openRule.name] = ofPrograms
    verdicts[CommandDefinition.newRule.name] = ofPrograms
    verdicts[CommandDefinition.editText.name] = ofPrograms
    verdicts[CommandDefinition.loadFromFile.name] = ofFiles
    verdicts[CommandDefinition.completePath.name] = ofFiles
    verdicts[CommandDefinition.saveToFile.name] = ofFiles
    verdicts[CommandDefinition.showOutside.name] = ofPrograms
    verdicts[CommandDefinition.suspend.name] = .refused("locked mode leads to no shell")
    return verdicts
  }()

  /// They go about, find, change what the rules permit, or draw.
  ///
  /// `copy` hands to the terminal what stands on the screen already; `why` shows rules, and never what they found in what
  /// is hidden; the command line judges its words. `login` does what rules of the site permit.
  private static let commandsWithin: [CommandName] = [
    "open", "back", "quit", "stay", "quitNow", "forward", "nextObject", "previousObject", "nextTab",
    "previousTab", "search", "searchNext", "searchPrevious", "filterByValue", "filter",
    "clearFilter", "query", "find", "addAlternative", "constrain", "extend", "omit", "emptyFields",
    "goToRow", "namedFetch", "sort", "columns", "narrowColumn", "widenColumn", "moveColumnLeft",
    "moveColumnRight", "hideColumn", "edit", "create", "delete", "confirmDeletion", "save", "undo",
    "redo", "leave", "done", "setNull", "link", "unlink", "moveEarlier", "moveLater",
    "editRelationship",
    "tag", "chooseNew", "why", "whyAll", "closePanel", "commandLine", "redraw", "reload",
    "switchMouse", "readText", "readDraft", "calendar", "unfold", "fold", "wrapText", "numberLines",
    "copy",
    "nextField",
    "saveAndNew", "saveAndNext", "duplicate", "nextFault",
    "tagAll", "invertTags", "clearTags", "bulk", "paste", "changeRows",
    "login", "logout", "review", "recover", "takeLeft", "discardLeft", "history", "recordHistory",
    "dropChange", "showSQL", "keepMine",
    "takeTheirs", "keepAllMine", "takeAllTheirs", "stop", "toDetail", "toList", "focusNext",
    "focusPrevious",
    "focusDown", "focusUp",
    "close", "help", "palette", "openChoices", "clearChoice", "change", "stepUp", "stepDown",
    "promptSubmit",
    "promptCancel", "promptComplete", "promptOlder", "promptNewer", "choose", "confirm", "moveDown",
    "moveUp",
    "moveLeft", "moveRight", "pageDown", "pageUp", "halfPageDown", "halfPageUp", "toStart", "toEnd",
    "toFirstColumn", "toLastColumn",
  ]

  /// The words that begin a line behind `:` and are no names of commands or entities.
  static let typedWords: [String: LockedVerdict] = [
    "q": .permitted, "quit": .permitted, "q!": .permitted, "w": .permitted, "wq": .permitted,
    "x": .permitted, "sort": .permitted, "fetch": .permitted, "page": .permitted,
    "set": ofRules, "unset": ofRules, "rule": ofRules,
  ]
}
