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
      "updateTimestampPropertyKey", "lockingPolicy", "auditsChanges", "keepsSaves",
    ]
  )
  public static let undo = changing(
    "undo",
    keys: "u ctrl-_",
    importance: 30,
    summary:
      "Takes the last change back that is not saved, and says which and of what; where there is none, asks whether the last save is to be taken back."
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
  public static let pending = changing(
    "pending",
    keys: "P",
    importance: 65,
    summary: "Lists all that was changed and is not saved yet, to go back to it."
  )
  public static let setNull = changing(
    "setNull",
    "null",
    keys: "ctrl-x",
    importance: 35,
    summary: "Empties the field: no value at all, not the column's default either."
  )
}
