import SceneSupport
import Testing

/// A page, how one comes there, and the keys on it that read or write the file.
struct FileFaultPlace: Sendable, CustomTestStringConvertible {
  /// Keys, a text that is typed behind them, and keys again.
  struct Action: Sendable {
    var keys = ""
    var text = ""
    var end = ""
  }

  let name: String
  /// Its task and page, by the names of the catalog.
  let task: String
  let page: String
  var arguments = "--entity Movie"
  var width = 160
  var way: @Sendable @MainActor (Scene) async throws -> Void = { _ in }
  let actions: [Action]

  var testDescription: String { name }

  private static let finding = [
    Action(keys: "/", text: "zzz", end: "enter"),
    Action(keys: "F", text: "id > 1", end: "enter"), Action(keys: "s"), Action(keys: "="),
    Action(keys: "#", text: "99%", end: "enter"),
  ]
  /// The actions of ``finding`` without letter keys, for pages where typing letters finds an object.
  private static let choosing = finding.filter { !["F", "s", "="].contains($0.keys) }
  private static let listing = finding + [Action(keys: "ctrl-r"), Action(keys: "enter")]
  private static let writing = [Action(text: "new title", end: "ctrl-s")]

  /// To the property through which a movie refers to its studio, and on.
  private static func toStudio(
    _ keys: String,
    _ further: String = ""
  ) -> @Sendable @MainActor (Scene) async throws -> Void {
    { scene in
      try await scene.send(keys)
      try await scene.go(to: "studio")
      try await scene.send(further)
    }
  }

  /// Every page that shows something of the database.
  static let all = [
    FileFaultPlace(
      name: "entities",
      task: "query",
      page: "start",
      arguments: "",
      actions: [Action(keys: "ctrl-r"), Action(keys: "enter")]
    ),
    FileFaultPlace(
      name: "all entities",
      task: "queryAll",
      page: "query",
      arguments: "--task queryAll",
      actions: [Action(keys: "ctrl-r"), Action(keys: "enter")]
    ),
    FileFaultPlace(
      name: "list with the object beside it",
      task: "list",
      page: "list",
      actions: listing
    ),
    FileFaultPlace(name: "list alone", task: "list", page: "list", width: 70, actions: listing),
    FileFaultPlace(
      name: "long value",
      task: "list",
      page: "list",
      width: 70,
      way: { try await $0.send("j") },
      actions: [Action(keys: "V"), Action(keys: "y"), Action(keys: "=")]
    ),
    FileFaultPlace(
      name: "values of a column",
      task: "values",
      page: "values",
      way: { try await $0.send("l f") },
      actions: [Action(keys: "enter"), Action(keys: "-")]
    ),
    FileFaultPlace(
      name: "described list",
      task: "describe",
      page: "describe",
      way: { try await $0.run("describe") },
      actions: [Action(keys: "enter")]
    ),
    FileFaultPlace(
      name: "groups of a list",
      task: "group",
      page: "group",
      way: { try await $0.send("l B") },
      actions: [Action(keys: "esc ctrl-r")]
    ),
    FileFaultPlace(
      name: "chart of groups",
      task: "chart",
      page: "chart",
      way: { try await $0.send("l B c") },
      actions: [Action(keys: "esc esc ctrl-r")]
    ),
    FileFaultPlace(
      name: "related list",
      task: "list",
      page: "list",
      arguments: "--entity Studio --id 1",
      way: { scene in
        try await scene.go(to: "movies")
        try await scene.send("enter")
      },
      actions: listing
    ),
    FileFaultPlace(
      name: "object",
      task: "inspect",
      page: "inspect",
      way: { try await $0.send("enter") },
      actions: [
        Action(keys: "ctrl-r"), Action(keys: "J"), Action(keys: "e"),
        Action(keys: "d", end: "y"),
      ]
    ),
    FileFaultPlace(
      name: "reference of an object",
      task: "inspect",
      page: "inspect",
      way: toStudio("enter"),
      actions: [Action(keys: "enter")]
    ),
    FileFaultPlace(
      name: "form",
      task: "edit",
      page: "edit",
      way: { try await $0.send("e") },
      actions: writing + [Action(keys: "ctrl-r")]
    ),
    FileFaultPlace(
      name: "reference of a form",
      task: "edit",
      page: "edit",
      way: toStudio("e"),
      actions: [Action(keys: "enter")]
    ),
    FileFaultPlace(
      name: "new object",
      task: "create",
      page: "edit",
      way: { try await $0.send("o") },
      actions: writing
    ),
    FileFaultPlace(
      name: "choice of an object",
      task: "select",
      page: "select",
      way: toStudio("e", "enter"),
      actions: choosing + [Action(keys: "ctrl-r")]
    ),
    FileFaultPlace(
      name: "editing of a relationship",
      task: "editRelationship",
      page: "relationship",
      arguments: "--task editRelationship --entity Movie",
      actions: choosing + [Action(keys: "ctrl-r")]
    ),
    FileFaultPlace(
      name: "what is pending",
      task: "review",
      page: "review",
      way: { scene in
        try await scene.send("e")
        try await scene.type("x")
        try await scene.send("esc end enter P")
      },
      actions: [Action(keys: "s"), Action(keys: "enter"), Action(keys: "ctrl-s")]
    ),
    FileFaultPlace(
      name: "what was saved",
      task: "history",
      page: "history",
      way: { scene in
        try await scene.send("e")
        try await scene.type("x")
        try await scene.send("ctrl-s esc H")
      },
      actions: [Action(keys: "u y")]
    ),
    FileFaultPlace(
      name: "step by step",
      task: "edit",
      page: "wizard",
      arguments: "--entity Movie --id 1 --task edit --set page='wizard'",
      actions: writing
    ),
    FileFaultPlace(
      name: "bulk edit",
      task: "bulk",
      page: "bulk",
      way: { scene in
        try await scene.send("space M tab tab")
        try await scene.type("x")
      },
      actions: [Action(keys: "ctrl-s")]
    ),
    FileFaultPlace(
      name: "pasted cells",
      task: "paste",
      page: "paste",
      way: { scene in
        try await scene.send("p")
        try await scene.paste("x")
      },
      actions: [Action(keys: "ctrl-s")]
    ),
    FileFaultPlace(
      name: "question before deleting",
      task: "list",
      page: "list",
      way: { try await $0.send("d") },
      actions: [Action(keys: "y")]
    ),
    FileFaultPlace(
      name: "question before deleting with others",
      task: "delete",
      page: "delete",
      arguments: "--entity Studio",
      way: { try await $0.send("d") },
      actions: [Action(keys: "enter")]
    ),
  ]

  /// Pages and tasks that read nothing of the database while they are shown, or only what is read where they are opened.
  static let silent: Set<String> = [
    "confirm", "conflict", "error", "login", "progress", "recover", "unknown", "help", "why",
    "palette", "text", "bytes", "json", "statements", "messages", "columns", "calendar",
    "related",
  ]
}
