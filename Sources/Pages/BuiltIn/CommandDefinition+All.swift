public import Widgets

nonisolated extension CommandDefinition {
  /// Every command there is, for documents, remapping and the names of `actions`.
  public static let all: [CommandDefinition] =
    ofApplication + RowsCommand.all.map(\.definition) + ofWidgets

  private static let ofApplication: [CommandDefinition] = [
    .open, .back, .quit, .stay, .quitNow, .forward, .nextObject, .previousObject, .nextTab,
    .previousTab, .search, .searchNext, .searchPrevious, .filterByValue, .valuesOfColumn,
    .excludeValues, .finerRanges, .coarserRanges, .divideValues, .totalOfValues, .describe,
    .group, .chooseGroups, .editGroups, .exportGroups, .copyLink, .groupRule,
    .chart, .chartToFile, .filter, .clearFilter,
    .query, .find, .addAlternative, .constrain, .extend, .omit, .emptyFields,
    .goToRow, .namedFetch, .sort, .columns, .narrowColumn, .widenColumn, .moveColumnLeft,
    .moveColumnRight, .hideColumn, .edit, .create, .delete, .confirmDeletion, .save, .undo, .redo,
    .leave, .done, .setNull,
    .link, .unlink, .moveEarlier, .moveLater, .editRelationship, .tag, .chooseNew,
    .why, .whyAll,
    openRule, newRule,
    .closePanel, .commandLine, .redraw, .reload, .suspend, .switchMouse, .readText, .readDraft,
    .loadFromFile, .saveToFile,
    .showOutside,
    .calendar, .completePath, .editText,
    .unfold, .fold, .wrapText,
    .numberLines, .login, .logout,
    .copy, .saveAndNew, .saveAndNext, .duplicate, .nextFault, .nextField, .changeRows, .review,
    .recover, .takeLeft, .discardLeft, .history,
    .recordHistory, .dropChange, .showSQL, .keepMine,
    .takeTheirs, .keepAllMine, .takeAllTheirs, .stop, .toDetail, .toList,
    .placeDetail, .narrowDetail, .widenDetail, .messages,
  ]
}
