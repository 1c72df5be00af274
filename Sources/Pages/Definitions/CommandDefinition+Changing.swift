// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Each says itself what it is.

public import Widgets
import Workspace

// The commands that change objects.
nonisolated extension CommandDefinition {
  private static let changing = CommandHeading("Change")
  private static let readOnly: Set<String> = ["isEntityReadOnly", "readOnlyEntityNames"]
  private static let begun: Set<String> = ["isEntityCreatable", "initialPropertyValues"]
  private static let saved: Set<String> = [
    "validation", "isMandatory", "length", "choices", "allowsOtherValues", "isPropertyEditable",
    "updateTimestampPropertyKey", "versionPropertyKey", "lockingPolicy", "auditsChanges",
    "auditEntity", "keepsSaves",
  ]

  public static let edit = changing(.safe, "edit", keys: "e", importance: 90)
    .saying("Edit the object from this property on")
    .alsoCalled("change", "modify", "update", "rename")
    .reading(readOnly.union(["isObjectEditable"]))
  public static let create = changing(.safe, "create", title: "new", keys: "o", importance: 80)
    .saying("Create an object")
    .labeled("New object")
    .alsoCalled("add", "insert", "create", "new row", "new record")
    .reading(readOnly.union(begun).union(["creationTimestampPropertyKey"]))
  public static let delete = changing(.safe, "delete", keys: "d", importance: 75)
    .saying("Delete the object now or with the next save")
    .alsoCalled("remove", "erase", "drop", "destroy")
    .reading(readOnly.union(["isObjectDeletable", "savesDeletesAtOnce"]))
  package static let confirmDeletion =
    changing(.safe, "confirmDeletion", title: "delete it", keys: "y", importance: 94)
    .saying("Delete the object that the page shows")
    .alsoCalled("remove", "yes")
    .reading(readOnly.union(["isObjectDeletable", "savesDeletesAtOnce"]))
  public static let save = changing(.safe, "save", keys: "ctrl-s", importance: 95)
    .saying("Write all unsaved changes in one transaction")
    .alsoCalled("commit", "store", "write")
    .reading(saved)
  package static let saveAndNew =
    changing(.safe, "saveAndNew", title: "save, new", keys: "ctrl-n", importance: 70)
    .saying("Save and begin a new object")
    .labeled("Save and new")
    .alsoCalled("add another", "save and add")
    .reading(begun.union(["isCarriedOver"]))
  package static let saveAndNext =
    changing(.safe, "saveAndNext", title: "save, next", keys: "alt-j", importance: 68)
    .saying("Save and edit the next object of the list")
    .labeled("Save and next")
    .alsoCalled("save and continue")
  package static let duplicate = changing(.safe, "duplicate", keys: "O alt-c", importance: 12)
    .saying("Begin a new object with these values")
    .alsoCalled("copy object", "clone")
    .reading(["isEntityCreatable", "isPropertyVisible", "isPropertyEditable"])
  package static let nextFault =
    changing(.safe, "nextFault", title: "next fault", keys: "ctrl-g f8", importance: 92)
    .saying("Go to the next field that cannot be saved")
    .alsoCalled("error", "problem", "invalid", "mistake")
  public static let undo = changing(.safe, "undo", keys: "u ctrl-_", importance: 30)
    .saying("Undo the last change, filter, order or save")
    .alsoCalled("take back", "revert", "restore")
  public static let redo = changing(.safe, "redo", keys: "U alt-_")
    .saying("Do again what was undone")
    .alsoCalled("repeat", "again")
  public static let leave = changing(.safe, "leave", keys: "esc", importance: 40)
    .saying("Go back and ask about unsaved changes")
    .alsoCalled("back", "cancel", "discard")
  package static let done =
    changing(.safe, "done", title: "done, back", keys: "ctrl-o", importance: 96)
    .saying("Return to the first form with these entries")
    .labeled("Done")
    .alsoCalled("ok", "apply", "accept")
  public static let nextField =
    changing(.safe, "nextField", title: "next", keys: "enter", importance: 91)
    .saying("Go to the next field without saving")
    .labeled("Next field")
    .alsoCalled("next")
  public static let review = changing(.safe, "review", keys: "P", importance: 65)
    .saying("Show all unsaved changes, old and new")
    .labeled("Review changes")
    .alsoCalled("pending", "unsaved", "diff", "preview")
  package static let recover = changing(.safe, "recover", title: "left unsaved", keys: "R")
    .saying("Show what an earlier session left unsaved")
    .labeled("Recover changes")
    .alsoCalled("left unsaved", "restore", "crash", "journal")
    .reading(["keepsJournal"])
  package static let takeLeft =
    changing(.safe, "takeLeft", title: "take", keys: "a", importance: 94)
    .saying("Take the changes over without saving them")
    .labeled("Restore changes")
    .alsoCalled("take", "recover")
  package static let discardLeft =
    changing(.safe, "discardLeft", title: "discard", keys: "x", importance: 90)
    .saying("Discard these changes for good")
    .labeled("Discard changes")
    .alsoCalled("drop", "throw away", "delete")
  package static let history = changing(.safe, "history", keys: "H")
    .saying("Show all saves, the newest first")
    .alsoCalled("log", "audit", "saves", "versions", "restore")
  package static let recordHistory =
    changing(.safe, "recordHistory", title: "its history", keys: "alt-h")
    .saying("Show the saves that changed this object")
    .labeled("Object history")
    .alsoCalled("log", "audit", "versions")
  public static let dropChange =
    changing(.safe, "dropChange", title: "drop", keys: "x", importance: 85)
    .saying("Undo this unsaved change")
    .labeled("Drop change")
    .alsoCalled("discard", "revert", "remove", "take back")
  public static let showSQL = changing(.safe, "showSQL", title: "sql", keys: "s", importance: 60)
    .saying("Show the statements that a save would run")
    .labeled("Show SQL")
    .alsoCalled("statements", "queries")
  public static let link = changing(.safe, "link", title: "add", keys: "a", importance: 84)
    .saying("Add existing objects to this relationship")
    .labeled("Add existing")
    .alsoCalled("link", "attach", "connect", "relate")
    .reading(["isEntityCreatable", "isPropertyEditable", "isObjectEditable"])
  public static let unlink = changing(.safe, "unlink", title: "take out", keys: "x", importance: 83)
    .saying("Remove the object from this relationship")
    .alsoCalled("unlink", "detach", "disconnect", "remove")
    .reading(["isObjectDeletable", "isPropertyEditable", "isObjectEditable"])
  public static let moveEarlier =
    changing(.safe, "moveEarlier", title: "move up", keys: "alt-up", importance: 30)
    .saying("Move the object before the one above")
    .alsoCalled("reorder", "order")
    .reading(["orderAttribute", "isPropertyEditable", "isObjectEditable"])
  public static let moveLater =
    changing(.safe, "moveLater", title: "move down", keys: "alt-down", importance: 30)
    .saying("Move the object behind the one below")
    .alsoCalled("reorder", "order")
    .reading(["orderAttribute", "isPropertyEditable", "isObjectEditable"])
  public static let editRelationship =
    changing(.safe, "editRelationship", title: "all", keys: "E", importance: 60)
    .saying("Edit the relationship on a page of its own")
    .labeled("Edit relationship")
    .alsoCalled("related", "all related", "links")
    .reading(["page"])
  public static let tag = changing(.safe, "tag", keys: "space", importance: 85)
    .saying("Tag the row to choose or change it")
    .alsoCalled("select", "mark", "check")
  public static let chooseNew =
    changing(.safe, "chooseNew", title: "choose new", keys: "+", importance: 70)
    .saying("Choose an object that is not saved yet")
    .alsoCalled("unsaved")
  public static let keepMine = changing(.safe, "keepMine", title: "mine", keys: "m", importance: 94)
    .saying("Save your own value")
    .labeled("Keep mine")
    .alsoCalled("ours", "my value", "overwrite")
  public static let takeTheirs =
    changing(.safe, "takeTheirs", title: "theirs", keys: "t", importance: 93)
    .saying("Keep the value that others have saved")
    .labeled("Take theirs")
    .alsoCalled("their value", "stored value")
  public static let keepAllMine =
    changing(.safe, "keepAllMine", title: "all mine", keys: "M", importance: 89)
    .saying("Save your own values in the undecided rest")
    .labeled("Keep all mine")
    .alsoCalled("all ours", "overwrite all")
  public static let takeAllTheirs =
    changing(.safe, "takeAllTheirs", title: "all theirs", keys: "T", importance: 88)
    .saying("Keep the saved values in the undecided rest")
    .labeled("Take all theirs")
    .alsoCalled("all stored values")
  public static let setNull =
    changing(.safe, "setNull", title: "null", keys: "ctrl-x", importance: 35)
    .saying("Empty the field so that it has no value")
    .labeled("Set null")
    .alsoCalled("clear", "empty", "nothing", "no value")

  // Many rows alike
  package static let changeRows =
    changing(.safe, "changeRows", title: "change", keys: "ctrl-s", importance: 95)
    .saying("Change all the rows in one save or none")
    .labeled("Change rows")
    .alsoCalled("apply", "update rows")
    .reading(saved.union(["formatter", "locale"]))
}
