import DirectToTerminal

/// How things stand: it is drawn anew when something was saved.
struct Dashboard: View {
  @Environment(\.database) private var database
  @Environment(\.pageContext) private var page
  @Environment(\.user) private var user

  var body: some View {
    let late = database?.count(entity: "Ticket", where: "state != 'closed' and due < today") ?? 0
    let open = database?.counts(entity: "Ticket", by: "priority", where: "state != 'closed'") ?? [:]
    let spent =
      database?.group(
        entity: "Ticket",
        by: ["customer.name"],
        computing: ["count", "sum(minutes)"]
      ) ?? []
    let minutes = database?.profile(entity: "Ticket", of: "minutes")
    VStack(spacing: 1) {
      Text("Good day, \(user?.name ?? "stranger")").role(.title)
      Text(late == 0 ? "nothing is late" : "\(late) late").role(late == 0 ? .success : .warning)
      BarPlot(
        Priority.allCases.reversed().map { bar("\($0)", open[$0.stored ?? .null] ?? 0, "open") }
      )
      Text("Minutes by customer").role(.header)
      BarPlot(
        spent.map { group in
          let name = group["customer.name"]?.string ?? "nobody"
          return bar(name, Int(group["sum(minutes)"]?.double ?? 0), "min")
        }
      )
      if let minutes, minutes.rows > 0 {
        Text("Half of the tickets take \(minutes.median) minutes or less")
      }
    }
    .focusable()
    .command(Self.tickets) { _ in
      if let ticket = database?.model.entity(named: "Ticket") { page.push(.list, about: ticket) }
    }
  }

  private func bar(_ label: String, _ count: Int, _ unit: String) -> BarPlot.Bar {
    BarPlot.Bar(label, value: Double(count), text: "\(count) \(unit)")
  }

  private static let tickets = CommandDefinition(
    "tickets",
    "tickets",
    keys: "t",
    group: "Desk",
    importance: 80
  )
}

/// A ticket: what it is about above, what rules choose of it below.
struct TicketPage: View {
  @Environment(\.pageContext) private var page
  @Environment(\.displayPropertyKeys) private var keys
  @Environment(\.user) private var user

  var body: some View {
    if let ticket = page.object {
      VStack {
        Text(ticket.value(forKey: "title")?.string ?? "").role(.title)
        if ticket[\.priority] == .urgent { Text("Drop everything else.").role(.warning) }
        ForEach(keys.filter { $0 != "title" }, id: \.self) { PropertyRow($0) }
      }
      .commands { ObjectCommands(page: page).all }
      .command(Self.take, enabledIf: user?.record != nil, else: "log in to take a ticket") { _ in
        guard let owner = ticket.entity.relationship(named: "owner") else { return }
        ticket.setToOne(owner, to: user?.record)
        page.save()
      }
    }
  }

  private static let take = CommandDefinition(
    "take",
    "take",
    keys: "T",
    group: "Desk",
    importance: 70
  )
}
