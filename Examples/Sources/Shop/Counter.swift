import DirectToTerminal
import Observation

/// What is asked for at the counter, and what it costs the customer; it reads keys as a view does.
@MainActor @Observable final class Till: EnvironmentBindable {
  @ObservationIgnored @Environment(\.shop.discount) var discount
  /// Part of a name.
  var wanted = ""
  /// The teas that are called so.
  private(set) var found: [Record] = []

  func look(in database: DatabaseReference?) async throws(StoreError) {
    guard let database else { return }
    found = try await database.fetch(
      entity: "Tea",
      where: "name ilike $pattern",
      with: ["pattern": .string("*\(wanted)*")],
      sort: ["name"],
      limit: 10
    )
  }

  func line(for tea: Record) -> String {
    let price = tea.value(forKey: "price")?.double ?? 0
    return
      "\(amount(price * Double(100 - discount) / 100)) fl.  \(tea.value(forKey: "name") ?? .null)"
  }
}

/// A page of the shop's own: a name is typed, and what is called so is shown with its price for this customer.
struct CounterPage: View {
  @Environment(\.pageContext) private var page
  @EnvironmentBound private var till = Till()

  var body: some View {
    VStack {
      HStack(spacing: 1) {
        Text("Which tea?").role(.header)
        TextField("part of its name", text: $till.wanted)
      }
      if till.discount > 0 { Text("\(till.discount) % off").role(.success) }
      ForEach(till.found, id: \.id) { Text(till.line(for: $0)) }
    }
    .task(id: till.wanted) {
      do throws(StoreError) { try await till.look(in: page.database) } catch {
        page.say(error.sentence, .error)
      }
    }
  }
}

/// Goes to the counter from anywhere.
@MainActor let counter = PageCommand(
  CommandDefinition(
    "counter",
    "counter",
    keys: "C",
    group: "Shop",
    importance: 60,
    summary: "Looks up a tea for a customer."
  )
) { $0.follow(task: "counter") }
