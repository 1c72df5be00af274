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
    summary: "Deletes the object, after asking.",
    reads: ["isObjectDeletable", "isEntityReadOnly", "readOnlyEntityNames"]
  )
  public static let save = changing(
    "save",
    keys: "ctrl-s",
    importance: 95,
    summary:
      "Checks and writes all that is pending, on whatever page it was entered, in one transaction.",
    reads: [
      "validation", "isMandatory", "length", "choices", "allowsOtherValues", "isPropertyEditable",
      "updateTimestampPropertyKey", "lockingPolicy", "auditsChanges",
    ]
  )
  public static let undo = changing(
    "undo",
    keys: "u ctrl-_",
    importance: 30,
    summary: "Takes the last change back that is not saved, and says which and of what."
  )
  public static let redo = changing("redo", keys: "U alt-_")
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
  public static let pending = changing(
    "pending",
    keys: "P",
    importance: 65,
    summary: "Lists all that was changed and is not saved yet, to go back to it."
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
    summary: "Tags the row under the cursor, to be chosen with others."
  )
  public static let setNull = changing(
    "setNull",
    "null",
    keys: "ctrl-x",
    importance: 35,
    summary: "Empties the field: no value at all, not the column's default either."
  )
}
