import DirectToTerminal

// The examples of docs/Models.md; a test compares them.

enum Urgency: Int, CaseIterable, PropertyValue { case low = 1, normal, high }

struct Opening: Codable, PropertyValue {
  static let storage = PropertyStorage<Opening>.json
  var from: Int, to: Int
}

@MainActor let urgency = PropertyType(
  Urgency.self,
  "urgency",
  category: "Work",
  initial: .normal
)

@MainActor let opening = PropertyType(
  Opening.self,
  "opening",
  text: { "\($0.from)–\($0.to)" },
  validate: { $0.from < $0.to ? nil : "must not end before it begins" }
)
.entry { OpeningField(value: $0) }

extension Properties {
  var urgency: Property<Urgency> { Property("urgency") }
}

/// In an `ObjectForm`; `task` is a managed object.
struct UrgencySteps: View {
  @Environment(\.form) private var form
  let task: ManagedObject

  var body: some View {
    if let form { Steps(value: form.binding(for: \.urgency)) }
    Text(task[\.urgency] == nil ? "none, or none of the type" : "set").focusable()
      .command(Steps.more) { _ in task[\.urgency] = .high }
  }
}

/// Shows an urgency as a number of steps.
struct Steps: View {
  let value: Binding<Urgency?>

  var body: some View { Text(String(repeating: "▮", count: value.wrappedValue?.rawValue ?? 0)) }

  static let more = CommandDefinition("more", "more", keys: "+", group: "Desk")
}

/// An hour from which on it is open, until the evening.
struct OpeningField: View {
  let value: Binding<Opening?>

  var body: some View {
    Text("from \(value.wrappedValue?.from ?? 0)").focusable()
      .command(Self.later) { _ in
        value.wrappedValue = Opening(from: (value.wrappedValue?.from ?? 8) + 1, to: 18)
      }
  }

  private static let later = CommandDefinition("later", "later", keys: "+", group: "Desk")
}
