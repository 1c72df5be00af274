// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Each says itself what it is.

public import Widgets

// The commands that change objects.
nonisolated extension CommandDefinition {
  public static let edit = CommandDefinition(
    "edit",
    "edit",
    keys: "e",
    group: "Change",
    importance: 90,
    summary: "Edits the object, from the property under the cursor on.",
    reads: ["isObjectEditable", "isEntityReadOnly", "readOnlyEntityNames"]
  )
  public static let create = CommandDefinition(
    "create",
    "new",
    keys: "o",
    group: "Change",
    importance: 80,
    summary: "Makes a new object.",
    reads: [
      "isEntityCreatable", "isEntityReadOnly", "readOnlyEntityNames", "initialPropertyValues",
      "creationTimestampPropertyKey",
    ]
  )
  public static let delete = CommandDefinition(
    "delete",
    "delete",
    keys: "d",
    group: "Change",
    importance: 75,
    summary: "Deletes the object, after asking.",
    reads: ["isObjectDeletable", "isEntityReadOnly", "readOnlyEntityNames"]
  )
  public static let save = CommandDefinition(
    "save",
    "save",
    keys: "ctrl-s",
    group: "Change",
    importance: 95,
    summary:
      "Checks and writes all that is pending, on whatever page it was entered, in one transaction.",
    reads: [
      "validation", "isMandatory", "length", "choices", "allowsOtherValues", "isPropertyEditable",
      "updateTimestampPropertyKey", "lockingPolicy", "auditsChanges",
    ]
  )
  public static let undo = CommandDefinition(
    "undo",
    "undo",
    keys: "u ctrl-_",
    group: "Change",
    importance: 30,
    summary: "Takes the last change back that is not saved, and says which and of what."
  )
  public static let redo = CommandDefinition(
    "redo",
    "redo",
    keys: "U alt-_",
    group: "Change",
    importance: 0
  )
  public static let leave = CommandDefinition(
    "leave",
    "leave",
    keys: "esc",
    group: "Change",
    importance: 40,
    summary: "Goes back; asks when there are changes."
  )
  public static let nextField = CommandDefinition(
    "nextField",
    "next",
    keys: "enter",
    group: "Change",
    importance: 91,
    summary: "Goes on to the next field; nothing is saved by it."
  )
  public static let pending = CommandDefinition(
    "pending",
    "pending",
    keys: "P",
    group: "Change",
    importance: 65,
    summary: "Lists all that was changed and is not saved yet, to go back to it."
  )
  public static let setNull = CommandDefinition(
    "setNull",
    "null",
    keys: "ctrl-x",
    group: "Change",
    importance: 35,
    summary: "Empties the field: no value at all, not the column's default either."
  )
}
