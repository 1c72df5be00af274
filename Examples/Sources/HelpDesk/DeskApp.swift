import DirectToTerminal

/// A help desk: people log in, see how things stand, and work on the tickets that are theirs.
@main struct DeskApp: TerminalApplication {
  static let application = Application("desk", summary: "keeps the tickets of a help desk") {
    Database(script: deskScript, title: "Help desk")
    TaskName(rawValue: "dashboard")
    Page("dashboard") { Dashboard() }
    Page("ticket", about: .object) { TicketPage() }
    priority
    Models(
      """
      {"entities": [{"name": "Ticket", "attributes": [{"name": "priority", "type": "priority"}]}]}
      """
    )
    deskRules
  }
}

@MainActor let deskRules = Rules {
  \.firstTask <= "login"
  \.loginEntity <= "Staff"
  \.user.record == nil => \.visibleEntityNames <= []
  \.task == "login" => \.nextTask <= "dashboard"
  when(\.task == "dashboard") {
    \.page <= "dashboard"
    \.navigationBarTitle <= "Dashboard"
  }
  when(\.entity.name == "Ticket") {
    \.task == "inspect" => \.page <= "ticket"
    \.task == "list" => \.displayPropertyKeys <= ["title", "priority", "due", "customer", "owner"]
    \.task == "list" => \.sortOrderings <= ["-priority", "due"]
    \.propertyKey == "due" && \.object.due < .today => \.color <= "warning"
    \.propertyKey == "state" => \.choices <= [
      .string("open"), .string("waiting"), .string("closed"),
    ]
    \.role == "agent" => \.restrictingQualifier
      <= .where("owner.id = $user.record.id or owner is null")
  }
  \.role == "agent" => \.readOnlyEntityNames <= ["Staff", "Customer"]
}

/// How soon a ticket is to be looked at; kept as a number.
enum Priority: Int, CaseIterable, PropertyValue {
  case low = 1
  case normal, high, urgent
}

@MainActor let priority = PropertyType(Priority.self, "priority", initial: .normal)
  .display { Text("\($0)").role($0 == .urgent ? .error : .normal) }

extension Properties {
  var priority: Property<Priority> { Property("priority") }
}
