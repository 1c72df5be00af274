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
    .saying("Edits the object, from the property under the cursor on.")
    .reading(readOnly.union(["isObjectEditable"]))
  public static let create = changing(.safe, "create", "new", keys: "o", importance: 80)
    .saying("Makes a new object.")
    .reading(readOnly.union(begun).union(["creationTimestampPropertyKey"]))
  public static let delete = changing(.safe, "delete", keys: "d", importance: 75)
    .saying("Deletes the object, after asking; or marks it, to be deleted with the next save.")
    .reading(readOnly.union(["isObjectDeletable", "savesDeletesAtOnce"]))
  package static let confirmDeletion =
    changing(.safe, "confirmDeletion", "delete it", keys: "y", importance: 94)
    .saying("On the page that asks about a deletion: deletes the object.")
    .reading(readOnly.union(["isObjectDeletable", "savesDeletesAtOnce"]))
  public static let save = changing(.safe, "save", keys: "ctrl-s", importance: 95)
    .saying(
      "Checks and writes all that is pending, on whatever page it was entered, in one transaction."
    )
    .reading(saved)
  package static let saveAndNew =
    changing(.safe, "saveAndNew", "save, new", keys: "ctrl-n", importance: 70)
    .saying(
      "In a form: saves like `save` and begins a new object there; what rules carry over stands in it already."
    )
    .reading(begun.union(["isCarriedOver"]))
  package static let saveAndNext =
    changing(.safe, "saveAndNext", "save, next", keys: "alt-j", importance: 68)
    .saying(
      "In a form: saves like `save` what was changed, and edits the next object of the list, in the same property."
    )
  package static let duplicate = changing(.safe, "duplicate", keys: "O alt-c", importance: 12)
    .saying(
      "Begins a new object with the values of this one, but for keys, what may be there only once and defaults such as "
        + "the current time; what it refers to stays."
    )
    .reading(["isEntityCreatable", "isPropertyVisible", "isPropertyEditable"])
  package static let nextFault =
    changing(.safe, "nextFault", "next fault", keys: "ctrl-g f8", importance: 92)
    .saying("Goes to the next field of all unsaved changes that cannot be saved.")
  public static let undo = changing(.safe, "undo", keys: "u ctrl-_", importance: 30)
    .saying(
      "Takes the last change back that is not saved, or the last filter or order of a list, and says which and of what; where there is none, or something was saved since, asks whether the last save is to be taken back. On the history page: takes the save under the cursor back, after asking."
    )
  public static let redo = changing(.safe, "redo", keys: "U alt-_")
    .saying("Does again what was taken back, or makes a save again that was.")
  public static let leave = changing(.safe, "leave", keys: "esc", importance: 40)
    .saying("Goes back; asks when there are changes.")
  package static let done = changing(.safe, "done", "done, back", keys: "ctrl-o", importance: 96)
    .saying(
      "In a form opened from a form: goes back to that with what was entered; nothing is saved."
    )
  public static let nextField = changing(.safe, "nextField", "next", keys: "enter", importance: 91)
    .saying("Goes on to the next field; nothing is saved by it.")
  public static let review = changing(.safe, "review", keys: "P", importance: 65)
    .saying(
      "Shows all that is not saved yet, old and new: to go there, to drop some of it, to save it."
    )
  package static let recover = changing(.safe, "recover", "left unsaved", keys: "R")
    .saying("Shows what was typed and not saved when the program ended.")
    .reading(["keepsJournal"])
  package static let takeLeft = changing(.safe, "takeLeft", "take", keys: "a", importance: 94)
    .saying(
      "On the page of what was left unsaved: makes it pending again; nothing is saved, and undo takes it back."
    )
  package static let discardLeft =
    changing(.safe, "discardLeft", "discard", keys: "x", importance: 90)
    .saying("On the page of what was left unsaved: gives it up, after asking.")
  package static let history = changing(.safe, "history", keys: "H")
    .saying(
      "Shows what was saved, by whom and when, newest first: to look at it, to go there, to take a save back."
    )
  package static let recordHistory = changing(.safe, "recordHistory", "its history", keys: "alt-h")
    .saying("Shows the saves that have changed the object.")
  public static let dropChange = changing(.safe, "dropChange", "drop", keys: "x", importance: 85)
    .saying(
      "On the review page: takes back what was entered into the property, or all of the object; `undo` brings it back."
    )
  public static let showSQL = changing(.safe, "showSQL", "sql", keys: "s", importance: 60)
    .saying(
      "On the review page: shows the statements that saving would run, from a save that is tried and taken back."
    )
  public static let link = changing(.safe, "link", "add", keys: "a", importance: 84)
    .saying(
      "Among the objects of a relationship to many: chooses existing ones that are to belong to it; Space tags several."
    )
    .reading(["isEntityCreatable", "isPropertyEditable", "isObjectEditable"])
  public static let unlink = changing(.safe, "unlink", keys: "x", importance: 83)
    .saying(
      "Takes an object out of a relationship to many without deleting it; of one that is to be taken out it takes that back."
    )
    .reading(["isObjectDeletable", "isPropertyEditable", "isObjectEditable"])
  public static let moveEarlier =
    changing(.safe, "moveEarlier", "move up", keys: "alt-up", importance: 30)
    .saying("Puts an object of a relationship to many before the one above it.")
    .reading(["orderAttribute", "isPropertyEditable", "isObjectEditable"])
  public static let moveLater =
    changing(.safe, "moveLater", "move down", keys: "alt-down", importance: 30)
    .saying("Puts an object of a relationship to many behind the one below it.")
    .reading(["orderAttribute", "isPropertyEditable", "isObjectEditable"])
  public static let editRelationship =
    changing(.safe, "editRelationship", "all", keys: "E", importance: 60)
    .saying("Opens the page on which a relationship to many is edited alone.")
    .reading(["page"])
  public static let tag = changing(.safe, "tag", keys: "space", importance: 85)
    .saying("Tags the row under the cursor, to be chosen or changed with others.")
  public static let chooseNew =
    changing(.safe, "chooseNew", "choose new", keys: "+", importance: 70)
    .saying("Where an object is chosen: chooses one that is new and not saved yet.")
  public static let keepMine = changing(.safe, "keepMine", "mine", keys: "m", importance: 94)
    .saying(
      "On the conflict page: writes one's own value of the property, or of all of the record."
    )
  public static let takeTheirs = changing(.safe, "takeTheirs", "theirs", keys: "t", importance: 93)
    .saying(
      "On the conflict page: leaves what others have stored in the property, or in all of the record."
    )
  public static let keepAllMine =
    changing(.safe, "keepAllMine", "all mine", keys: "M", importance: 89)
    .saying("On the conflict page: writes one's own values wherever nothing was chosen yet.")
  public static let takeAllTheirs =
    changing(.safe, "takeAllTheirs", "all theirs", keys: "T", importance: 88)
    .saying("On the conflict page: leaves what others have stored wherever nothing was chosen yet.")
  public static let setNull = changing(.safe, "setNull", "null", keys: "ctrl-x", importance: 35)
    .saying(
      "Empties the field: no value at all, not the column's default either. On a query page it asks for what has none."
    )

  // Many rows alike
  package static let changeRows =
    changing(.safe, "changeRows", "change", keys: "ctrl-s", importance: 95)
    .saying(
      "On the page of a bulk edit or of pasted cells: changes all the rows in one save, or none of them."
    )
    .reading(saved.union(["formatter", "locale"]))
}
