extension CommandDefinition {
  /// Every command that the views of this library come with.
  public static let ofWidgets: [CommandDefinition] = [
    .focusNext, .focusPrevious, .focusDown, .focusUp, .close, .help, .palette, .openChoices,
    .clearChoice, .change, .stepUp, .stepDown, .promptSubmit, .promptCancel, .promptComplete,
    .promptOlder,
    .promptNewer, .choose, .confirm, .moveDown, .moveUp, .moveLeft, .moveRight, .pageDown, .pageUp,
    .halfPageDown, .halfPageUp, .toStart, .toEnd, .toFirstColumn, .toLastColumn,
  ]
}
