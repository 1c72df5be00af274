import DirectToTerminal

/// What the shop chooses where the program would choose something else.
@MainActor let shopRules = Rules {
  \.look <= "tea"
  when(\.task == "counter") {
    \.page <= .view { CounterPage() }
    \.navigationBarTitle <= "Counter"
  }
  when(\.entity.name == "Tea") {
    \.task == "list" && \.propertyKey == "" => \.rowComponent <= "shelf"
    \.task == "list" => \.displayPropertyKeys <= ["name", "stars", "price", "stock", "supplier"]
    \.propertyKey == "stars" => \.component <= "stars"
    \.task == "query" && \.propertyKey == "stars" => \.component <= "starsAsked"
    \.propertyKey == "price" => \.formatter <= .call("price", "fl.")
    \.propertyKey == "stock" => \.color <= { values in
      let count = values.object?.value(forKey: "stock")?.double ?? 0
      return count < Double(values.shop.lowStock) ? "warning" : nil
    }
  }
  \.role == "regular" => \.shop.discount <= 10
}

/// `price('fl.')`: an amount with two places and what is paid in behind it.
@MainActor let price = FormatterFunction(
  RuleFunction(
    "price",
    summary: "An amount with two places and its currency.",
    example: "price('fl.')",
    .init("currency", String.self)
  )
) { values in
  values[0].string.map { currency in
    Formatter("price", "") { value, _ in
      value.double.map { "\(amount($0)) \(currency)" }
    } reading: { text, _ in
      text.hasSuffix(" \(currency)") ? String(text.dropLast(currency.count + 1)) : nil
    }
  }
}

/// An amount with two places; one of more digits than can be counted as it is.
func amount(_ number: Double) -> String {
  guard let cents = Int64(exactly: (number.magnitude * 100).rounded()) else { return "\(number)" }
  let sign = number < 0 && cents > 0 ? "-" : ""
  return "\(sign)\(cents / 100)." + (cents % 100 < 10 ? "0" : "") + "\(cents % 100)"
}
