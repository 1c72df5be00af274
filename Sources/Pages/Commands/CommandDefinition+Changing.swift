// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Each says itself what it is.

public import Widgets

// The commands that change objects.
nonisolated extension CommandDefinition {
  private static let changing = CommandHeading("Change")

  public static let edit = changing(
    "edit",
    keys: "e",
    importance: 90,
    summary: "Edits the object, from the property under the cursor on.",
    reads: ["isObjectEditable", "isEntityReadOnly", "readOnlyEntityNames"]
  )
  public static let create = changing(
    "create",
    "new",
    keys: "o",
    importance: 80,
    summary: "Makes a new object.",
    reads: [
      "isEntityCreatable", "isEntityReadOnly", "readOnlyEntityNames", "initialPropertyValues",
      "creationTimestampPropertyKey",
    ]
  )
  public static let delete = changing(
    "delete",
    keys: "d",
    importance: 75,
    summary: "Deletes the object, after asking; or marks it, to be deleted with the next save.",
    reads: ["isObjectDeletable", "isEntityReadOnly", "readOnlyEntityNames", "savesDeletesAtOnce"]
  )
  package static let confirmDeletion = changing(
    "confirmDeletion",
    "delete it",
    keys: "y",
    importance: 94,
    summary: "On the page that asks about a deletion: deletes the object.",
    reads: ["isObjectDeletable", "isEntityReadOnly", "readOnlyEntityNames", "savesDeletesAtOnce"]
  )
  public static let save = changing(
    "save",
    keys: "ctrl-s",
    importance: 95,
    summary:
      "Checks and writes all that is pending, on whatever page it was entered, in one transaction.",
    reads: [
      "validation", "isMandatory", "length", "choices", "allowsOtherValues", "isPropertyEditable",
      "updateTimestampPropertyKey", "versionPropertyKey", "lockingPolicy", "auditsChanges",
      "auditEntity", "keepsSaves",
    ]
  )
  package static let saveAndNew = changing(
    "saveAndNew",
    "save, new",
    keys: "ctrl-n",
    importance: 70,
    summary:
      "In a form: saves like `save` and begins a new object there; what rules carry over stands in it already.",
    reads: ["isEntityCreatable", "initialPropertyValues", "isCarriedOver"]
  )
  package static let saveAndNext = changing(
    "saveAndNext",
    "save, next",
    keys: "alt-j",
    importance: 68,
    summary:
      "In a form: saves like `save` what was changed, and edits the next object of the list, in the same property."
  )
  package static let duplicate = changing(
    "duplicate",
    "copy",
    keys: "O alt-c",
    importance: 12,
    summary:
      "Begins a new object with the values of this one, but for keys and what may be there only once; what it refers to "
      + "stays.",
    reads: ["isEntityCreatable", "isPropertyVisible", "isPropertyEditable"]
  )
  package static let nextFault = changing(
    "nextFault",
    "next fault",
    keys: "ctrl-g f8",
    importance: 92,
    summary: "In a form: goes to the next field that cannot be saved as it is."
  )
  public static let undo = changing(
    "undo",
    keys: "u ctrl-_",
    importance: 30,
    summary:
      "Takes the last change back that is not saved, or the last filter or order of a list, and says which and of what; where there is none, or something was saved since, asks whether the last save is to be taken back. On the history page: takes the save under the cursor back, after asking."
  )
  public static let redo = changing(
    "redo",
    keys: "U alt-_",
    summary: "Does again what was taken back, or makes a save again that was."
  )
  public static let leave = changing(
    "leave",
    keys: "esc",
    importance: 40,
    summary: "Goes back; asks when there are changes."
  )
  public static let nextField = changing(
    "nextField",
    "next",
    keys: "enter",
    importance: 91,
    summary: "Goes on to the next field; nothing is saved by it."
  )
  public static let review = changing(
    "review",
    keys: "P",
    importance: 65,
    summary:
      "Shows all that is not saved yet, old and new: to go there, to drop some of it, to save it."
  )
  package static let recover = changing(
    "recover",
    "left unsaved",
    keys: "R",
    summary: "Shows what was typed and not saved when the program ended.",
    reads: ["keepsJournal"]
  )
  package static let takeLeft = changing(
    "takeLeft",
    "take",
    keys: "a",
    importance: 94,
    summary:
      "On the page of what was left unsaved: makes it pending again; nothing is saved, and undo takes it back."
  )
  package static let discardLeft = changing(
    "discardLeft",
    "discard",
    keys: "x",
    importance: 90,
    summary: "On the page of what was left unsaved: gives it up, after asking."
  )
  package static let history = changing(
    "history",
    keys: "H",
    summary:
      "Shows what was saved, by whom and when, newest first: to look at it, to go there, to take a save back."
  )
  package static let recordHistory = changing(
    "recordHistory",
    "its history",
    keys: "alt-h",
    summary: "Shows the saves that have changed the object."
  )
  public static let dropChange = changing(
    "dropChange",
    "drop",
    keys: "x",
    importance: 85,
    summary:
      "On the review page: takes back what was entered into the property, or all of the object; `undo` brings it back."
  )
  public static let showSQL = changing(
    "showSQL",
    "sql",
    keys: "s",
    importance: 60,
    summary:
      "On the review page: shows the statements that saving would run, from a save that is tried and taken back."
  )
  public static let link = changing(
    "link",
    "add",
    keys: "a",
    importance: 84,
    summary:
      "Among the objects of a relationship to many: chooses existing ones that are to belong to it; Space tags several.",
    reads: ["isEntityCreatable", "isPropertyEditable", "isObjectEditable"]
  )
  public static let unlink = changing(
    "unlink",
    keys: "x",
    importance: 83,
    summary:
      "Takes an object out of a relationship to many without deleting it; of one that is to be taken out it takes that back.",
    reads: ["isObjectDeletable", "isPropertyEditable", "isObjectEditable"]
  )
  public static let moveEarlier = changing(
    "moveEarlier",
    "move up",
    keys: "alt-up",
    importance: 30,
    summary: "Puts an object of a relationship to many before the one above it.",
    reads: ["orderAttribute", "isPropertyEditable", "isObjectEditable"]
  )
  public static let moveLater = changing(
    "moveLater",
    "move down",
    keys: "alt-down",
    importance: 30,
    summary: "Puts an object of a relationship to many behind the one below it.",
    reads: ["orderAttribute", "isPropertyEditable", "isObjectEditable"]
  )
  public static let editRelationship = changing(
    "editRelationship",
    "all",
    keys: "E",
    importance: 60,
    summary: "Opens the page on which a relationship to many is edited alone.",
    reads: ["page"]
  )
  public static let tag = changing(
    "tag",
    keys: "space",
    importance: 85,
    summary: "Tags the row under the cursor, to be chosen or changed with others."
  )
  public static let keepMine = changing(
    "keepMine",
    "mine",
    keys: "m",
    importance: 94,
    summary:
      "On the conflict page: writes one's own value of the property, or of all of the record."
  )
  public static let takeTheirs = changing(
    "takeTheirs",
    "theirs",
    keys: "t",
    importance: 93,
    summary:
      "On the conflict page: leaves what others have stored in the property, or in all of the record."
  )
  public static let keepAllMine = changing(
    "keepAllMine",
    "all mine",
    keys: "M",
    importance: 89,
    summary: "On the conflict page: writes one's own values wherever nothing was chosen yet."
  )
  public static let takeAllTheirs = changing(
    "takeAllTheirs",
    "all theirs",
    keys: "T",
    importance: 88,
    summary: "On the conflict page: leaves what others have stored wherever nothing was chosen yet."
  )
  public static let setNull = changing(
    "setNull",
    "null",
    keys: "ctrl-x",
    importance: 35,
    summary:
      "Empties the field: no value at all, not the column's default either. On a query page it asks for what has none."
  )

  // Many rows alike
  package static let tagAll = changing(
    "tagAll",
    "tag all",
    keys: "A",
    summary: "Tags all rows that the list shows, however many there are."
  )
  package static let invertTags = changing(
    "invertTags",
    "invert tags",
    keys: "*",
    summary: "Tags the rows that are not tagged, and no others."
  )
  package static let clearTags = changing(
    "clearTags",
    "clear tags",
    keys: "X",
    importance: 14,
    summary: "Takes the tags of all rows."
  )
  package static let bulk = changing(
    "bulk",
    keys: "M",
    importance: 15,
    summary:
      "Opens a page on which a property of the tagged rows, or of all that the list shows, is set, cleared, replaced or "
      + "computed: `price * 1.1`.",
    reads: ["displayPropertyKeys", "isPropertyEditable", "isEntityReadOnly", "readOnlyEntityNames"]
  )
  package static let paste = changing(
    "paste",
    keys: "p",
    importance: 13,
    summary:
      "Opens a page into which cells are pasted from a spreadsheet: for the columns from the one under the cursor on, and the "
      + "tagged rows, or those from the one under the cursor on.",
    reads: ["displayPropertyKeys", "isPropertyEditable", "isEntityReadOnly", "readOnlyEntityNames"]
  )
  package static let changeRows = changing(
    "changeRows",
    "change",
    keys: "ctrl-s",
    importance: 95,
    summary:
      "On the page of a bulk edit or of pasted cells: changes all the rows in one save, or none of them.",
    reads: [
      "validation", "isMandatory", "length", "choices", "allowsOtherValues", "isPropertyEditable",
      "updateTimestampPropertyKey", "versionPropertyKey", "lockingPolicy", "auditsChanges",
      "auditEntity", "keepsSaves",
      "formatter",
      "locale",
    ]
  )
}
