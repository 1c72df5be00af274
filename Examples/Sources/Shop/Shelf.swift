import DirectToTerminal

/// A tea in the list: its name and stars, below them what it costs and how much there is.
struct ShelfRow: View {
  @Environment(\.object) private var tea
  @Environment(\.shop.discount) private var discount

  var body: some View {
    if let tea {
      let cost = (tea.value(forKey: "price")?.double ?? 0) * Double(100 - discount) / 100
      VStack {
        Text(text("name", of: tea)).bold() + Text("  ")
          + Text(stars(tea.value(forKey: "stars") ?? .null)).role(.accent)
        Text("\(amount(cost)) fl.  ·  \(text("stock", of: tea)) boxes").dim()
      }
    }
  }

  private func text(_ key: String, of tea: Record) -> String {
    tea.value(forKey: key)?.description ?? ""
  }
}

/// `★★★☆☆` for 3.
func stars(_ value: Value) -> String {
  let count = Int(min(max(value.double ?? 0, 0), 5))
  return String(repeating: "★", count: count) + String(repeating: "☆", count: 5 - count)
}

/// Shows a number of stars; where the object is edited, `+` and `-` change it.
struct Stars: View {
  @Environment(\.form) private var form
  @Environment(\.task) private var task
  @Environment(\.propertyKey) private var key
  @Environment(\.propertyValue) private var value

  var body: some View {
    let text = Text(stars(value)).role(.accent)
    if let form, ["edit", "create"].contains(task) {
      let count = form.binding(to: key, as: Int.self)
      text.focusable()
        .command(Self.more) { _ in count.wrappedValue = min((count.wrappedValue ?? 0) + 1, 5) }
        .command(Self.fewer) { _ in count.wrappedValue = max((count.wrappedValue ?? 0) - 1, 0) }
    } else {
      text
    }
  }

  fileprivate static let more = CommandDefinition(
    "more",
    "star more",
    keys: "+",
    group: "Shop",
    isSafeInLockedMode: true
  )
  fileprivate static let fewer = CommandDefinition(
    "fewer",
    "star less",
    keys: "-",
    group: "Shop",
    isSafeInLockedMode: true
  )
}

/// Asks for teas with so many stars or more; `+` and `-` change how many.
struct StarsAsked: View {
  @Environment(\.asked) private var asked

  var body: some View {
    let count = Int(asked?.wrappedValue.dropFirst(2) ?? "") ?? 0
    Text(count == 0 ? "any" : "\(stars(.int(Int64(count)))) or more").role(.accent).focusable()
      .command(Stars.more) { _ in asked?.wrappedValue = ">=\(min(count + 1, 5))" }
      .command(Stars.fewer) { _ in asked?.wrappedValue = count > 1 ? ">=\(count - 1)" : "" }
  }
}

/// Puts twelve more boxes on the shelf, in the list and on the page of a tea.
@MainActor let restock = PageCommand(
  CommandDefinition("restock", "restock", keys: "B", group: "Shop", importance: 70),
  about: .object,
  unless: { $0.entity?.name == "Tea" ? nil : "only tea is restocked" }
) { page in
  guard let tea = page.selection else { return }
  let boxes = tea.snapshot.value(forKey: "stock")?.double ?? 0
  guard let stock = Int64(exactly: boxes.rounded()), stock < 1_000_000 else {
    return page.say("there is no room for more", .warning)
  }
  tea.set(.int(stock + 12), forAttribute: "stock")
  page.save()
}
