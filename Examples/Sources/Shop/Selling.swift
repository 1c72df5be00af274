import DirectToTerminal

/// The properties that the shop reads and writes in Swift, with their types.
extension Properties {
  var stock: Property<Int> { Property("stock") }
}

/// Takes a box from the shelf; no rule has to let a person enter the stock for that.
@MainActor let sell = PageCommand(
  CommandDefinition("sell", "sell a box", keys: "Y", group: "Shop", importance: 65),
  about: .object,
  unless: { $0.entity?.name == "Tea" ? nil : "only tea is sold" }
) { page in
  guard let tea = page.selection?.judged, let stock = tea[\.stock] else { return }
  page.load {
    let result = await page.write(as: .application) { changes in
      changes.object(for: tea)[\.stock] = stock - 1
    }
    if case .refused(let reason) = result { page.say(reason, .error) }
  }
}

/// Opens the list of what is to be ordered.
@MainActor let runningOut = PageCommand(
  CommandDefinition("runningOut", "running out", keys: "W", group: "Shop")
) { page in
  page.open("Tea", where: "stock < $least", with: ["least": .int(6)], named: "Running out")
}
