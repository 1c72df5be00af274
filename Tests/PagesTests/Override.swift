import Testing

/// A rule, the place and keys that lead to what it changes, and what the screen shows with the rule only.
nonisolated struct Override: Sendable, CustomTestStringConvertible {
  let rule: String
  let place: String
  var property = ""
  var keys = ""
  var isChanged = false
  let shown: String
  /// The text is there without the rule, and another colour or weight is not.
  var isStyle = false

  init(_ rule: String, on place: String, shows shown: String) {
    (self.rule, self.place, self.shown) = (rule, place, shown)
  }

  init(_ rule: String, on place: String, styles shown: String) {
    (self.rule, self.place, self.shown, isStyle) = (rule, place, shown, true)
  }

  /// Creates an override that shows once `keys` are pressed on a property.
  init(
    _ rule: String,
    on place: String,
    at property: String = "",
    pressing keys: String,
    changed isChanged: Bool = false,
    shows shown: String
  ) {
    (self.rule, self.place, self.shown) = (rule, place, shown)
    (self.property, self.keys, self.isChanged) = (property, keys, isChanged)
  }

  var testDescription: String { rule }
}

nonisolated extension Override {
  private static let film = "--entity Film --id 1"
  static let form = "--entity Film --id 1 --task edit"

  static let choices = [
    // Pages.
    Override("task = 'query' => page = 'history'", on: "", shows: "No save to show yet"),
    Override("task = 'list' => page = 'select'", on: "--entity Film", shows: " ⏎ choose"),
    Override("task = 'inspect' => page = 'edit'", on: film, shows: "^S save"),
    Override("task = 'edit' => page = 'review'", on: form, shows: "No unsaved changes."),
    Override(
      "task = 'create' => page = 'wizard', tabs = ['One', 'Two']",
      on: "--entity Film --task create",
      shows: "Step 1 of 2"
    ),
    Override(
      "task = 'select' => page = 'history'",
      on: "--entity Film --task select",
      shows: "No save to show yet"
    ),
    Override(
      "*true* => detailPlacement = 'beside'",
      on: "--entity Studio",
      shows: "Films 1 ›"
    ),
    // Rows.
    Override(
      "task = 'list' and propertyKey = '' => rowComponent = 'titledSummary'",
      on: "--entity Film",
      shows: "Metropolis\n  Plot Two halves of a city"
    ),
    Override(
      "task = 'inspect' and propertyKey = 'plot' => rowComponent = 'propertyNameAsTitle'",
      on: film,
      shows: "\n  Plot\n    Two halves of a city"
    ),
    // Components.
    Override(
      "task = 'list' and propertyKey = 'plot' => component = 'DisplayPassword'",
      on: "--entity Film",
      shows: "••••••"
    ),
    Override(
      "task = 'inspect' and propertyKey = 'plot' => component = 'DisplayPassword'",
      on: film,
      shows: "••••••"
    ),
    Override(
      "task = 'edit' and propertyKey = 'plot' => component = 'EditPassword'",
      on: form,
      shows: "••••••"
    ),
    Override(
      "task = 'query' and propertyKey = 'title' => component = 'QueryChoice', choices = ['M', 'N']",
      on: "--entity Film --task query",
      shows: "( ) N"
    ),
    // Labels.
    Override("entity.name = 'Film' => displayNameForEntity = 'Reel'", on: "", shows: "Reel"),
    Override(
      "task = 'list' and propertyKey = 'plot' => displayNameForProperty = 'Story'",
      on: "--entity Film",
      shows: "Story"
    ),
    Override(
      "task = 'inspect' and propertyKey = 'plot' => displayNameForProperty = 'Story'",
      on: film,
      shows: "Story"
    ),
    Override(
      "task = 'edit' and propertyKey = 'plot' => displayNameForProperty = 'Story'",
      on: form,
      shows: "Story"
    ),
    // Colours.
    Override("object.title like 'N*' => color = 'red'", on: "--entity Film", styles: "Nosferatu"),
    Override("propertyKey = 'plot' => color = 'red'", on: film, styles: "Two halves"),
    Override(
      "task = 'list' and propertyKey = 'plot' => style = 'bold'",
      on: "--entity Film",
      styles: "A guest"
    ),
    // Commands and rights.
    Override("task = 'list' => actions = ['open']", on: "--entity Film", shows: "\n ⏎ open  esc"),
    Override(
      "task = 'inspect' => actions = ['edit']",
      on: film,
      shows: "\n e edit  / search  esc back  ! why  J next"
    ),
    Override("entity.name = 'Film' => isEntityReadOnly = true", on: "", shows: "read only"),
    Override(
      "entity.name = 'Film' => restrictingQualifier = where (title like 'M*')",
      on: "--entity Film",
      shows: "1/1"
    ),
  ]

  static let rows = [
    Override(
      "task = 'edit' and propertyKey = 'plot' => rowComponent = 'propertyNameAsTitle'",
      on: form,
      shows: "\n    Plot\n       Two halves of a city"
    ),
    Override(
      "task = 'create' and propertyKey = 'title' => rowComponent = 'propertyNameAsTitle'",
      on: "--entity Film --task create",
      shows: "›  Title *\n"
    ),
    Override(
      "task = 'edit' and propertyKey = 'plot' => rowComponent = 'propertyValue'",
      on: form,
      shows: "\n     Two halves of a city"
    ),
    Override(
      "task = 'edit' and propertyKey = 'plot' => rowComponent = 'columns'",
      on: form,
      shows: "⚠ the row 'columns' shows objects of a list"
    ),
  ]

  static let styles = [
    Override("task = 'edit' and propertyKey = 'plot' => color = 'red'", on: form, styles: "Two ha"),
    Override(
      "task = 'edit' and propertyKey = 'plot' => style = 'bold'",
      on: form,
      styles: "Two ha"
    ),
    Override("entity.name = 'Studio' => color = 'red'", on: "", styles: "Studio"),
    Override(
      "task = 'edit' => actions = []",
      on: form,
      shows: "\n ^S save  ⏎ next  esc leave  f3 why  f1 help"
    ),
    Override(
      "task = 'query' => actions = []",
      on: "--entity Film --task query",
      shows: "\n ^S find  ⏎ next  esc back  ^X null  f3 why"
    ),
  ]

  static let places = [
    Override("*true* => firstTask = 'list', firstEntity = 'Film'", on: "", shows: "Metropolis"),
    Override("*true* => firstEntity = 'Film'", on: "", shows: "Plot"),
    Override("*true* => firstTask = 'create', firstEntity = 'Film'", on: "", shows: "Title *"),
  ]

  static let inFront = [
    Override("task = 'help' => page = 'text'", on: "", pressing: "?", shows: "line 1 of"),
    Override("task = 'why' => page = 'text'", on: "", pressing: "!", shows: "line 1 of"),
    Override(
      "task = 'json' => page = 'text'",
      on: film,
      at: "data",
      pressing: "V",
      shows: "line 1 of 1"
    ),
    Override("task = 'help' => page = 'own'", on: "", pressing: "?", shows: "of help: Help"),
    Override("task = 'why' => page = 'own'", on: "", pressing: "!", shows: "of why: Why"),
    Override(
      "task = 'palette' => page = 'own'",
      on: "",
      pressing: "ctrl-p",
      shows: "of palette: Commands"
    ),
    Override(
      "task = 'text' and propertyKey = 'plot' => page = 'own'",
      on: film,
      at: "plot",
      pressing: "V",
      shows: "of text: Plot"
    ),
    Override(
      "task = 'bytes' and entity.name = 'Film' => page = 'own'",
      on: film,
      at: "poster",
      pressing: "V",
      shows: "of bytes: Poster"
    ),
    Override(
      "task = 'statements' => page = 'own'",
      on: "--entity Studio",
      pressing: "P s",
      changed: true,
      shows: "of statements: SQL"
    ),
    Override(
      "task = 'columns' and entity.name = 'Film' => page = 'own'",
      on: "--entity Film",
      pressing: "c",
      shows: "of columns: Columns"
    ),
    Override(
      "task = 'calendar' and propertyKey = 'released' => page = 'own'",
      on: form,
      at: "released",
      pressing: "f4",
      shows: "of calendar: January 1927"
    ),
  ]
}
