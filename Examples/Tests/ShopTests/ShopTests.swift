import DirectToTerminal
import DirectToTerminalTesting
import Testing

@testable import Shop

@MainActor
struct ShopTests {
  private func shop(_ arguments: String...) async throws -> ApplicationTester {
    try await ApplicationTester(ShopApp.application, arguments)
  }

  @Test func `Teas stand on the shelf with stars and the price for the customer`() async throws {
    let guest = try await shop("--entity", "Tea")
    #expect(guest.text.contains("Lighthouse Breakfast  ★★★★☆"), "\(guest.text)")
    #expect(guest.text.contains("6.50 fl.  ·  20 boxes"), "\(guest.text)")
    await guest.close()
    let regular = try await shop("--entity", "Tea", "--role", "regular")
    #expect(regular.text.contains("5.85 fl.  ·  20 boxes"), "\(regular.text)")
    await regular.close()
  }

  @Test func `Stars are given with plus and minus, and saved`() async throws {
    let shop = try await shop("--entity", "Tea", "--id", "1", "--task", "edit")
    try await shop.send("tab + +")
    #expect(shop.text.contains("★★★★★"), "\(shop.text)")
    try await shop.send("- -")
    try await shop.send("ctrl-s")
    #expect(shop.text.contains("saved") && shop.text.contains("★★★☆☆"), "\(shop.text)")
    await shop.close()
  }

  @Test func `What is edited in the shop is taken back, done again, looked at, saved and unsaved`()
    async throws
  {
    let shop = try await shop("--entity", "Tea")
    try await shop.send("e tab + ctrl-_")
    #expect(shop.text.contains("★★★★☆"), "\(shop.text)")
    try await shop.send("alt-_")
    #expect(shop.text.contains("★★★★★") && shop.text.contains("done again"), "\(shop.text)")
    try await shop.send("esc end enter j B")
    #expect(shop.text.contains("15 boxes"), "\(shop.text)")
    #expect(shop.text.contains("Lighthouse Breakfast  ★★★★★"), "what is pending stands in the list")
    try await shop.send("k e tab -")
    try await shop.send("esc end enter P")
    #expect(shop.text.contains("Stars: ★★★★★ → ★★★★☆"), "\(shop.text)")
    try await shop.send("ctrl-s esc")
    #expect(shop.text.contains("Lighthouse Breakfast  ★★★★☆"), "\(shop.text)")
    try await shop.send("u y")
    #expect(shop.text.contains("taken back"), "\(shop.text)")
    #expect(shop.text.contains("Lighthouse Breakfast  ★★★★★"), "\(shop.text)")
    try await shop.send("d y")
    #expect(!shop.text.contains("Lighthouse Breakfast  ★"), "\(shop.text)")
    try await shop.send("u y")
    #expect(shop.text.contains("Lighthouse Breakfast  ★★★★★"), "\(shop.text)")
    await shop.close()
  }

  @Test func `Teas are asked for by the stars that they have at least`() async throws {
    let shop = try await shop("--entity", "Tea")
    try await shop.send("Q")
    for _ in 0..<12 where !shop.text.contains("★") { try await shop.send("tab +") }
    try await shop.send("+ + + +")
    #expect(shop.text.contains("★★★★★ or more"), "\(shop.text)")
    try await shop.send("ctrl-s")
    #expect(shop.text.contains("Moss and Honey") && !shop.text.contains("Grey"), "\(shop.text)")
    await shop.close()
  }

  @Test func `The strength of a tea is a kind of value of the shop's own`() async throws {
    let shop = try await shop("--entity", "Tea", "--id", "1", "--task", "inspect")
    #expect(shop.text.contains("Taste") && shop.text.contains("▮▮▮ strong"), "\(shop.text)")
    await shop.close()
    let mild = await ApplicationTester.run(ShopApp.application, ["list", "Tea?strength = 'mild'"])
    #expect(mild.output.contains("Moss and Honey") && !mild.output.contains("Grey"), "\(mild)")
    let wrong = await ApplicationTester.run(
      ShopApp.application,
      ["set", "Tea#1", "strength=bitter"]
    )
    #expect(wrong.code != 0 && wrong.messages.contains("mild, medium, strong"), "\(wrong)")
  }

  @Test func `A tea is restocked in the list and on its page, nothing else is`() async throws {
    let shop = try await shop("--entity", "Tea")
    try await shop.send("j B")
    #expect(shop.text.contains("saved") && shop.text.contains("15 boxes"), "\(shop.text)")
    try await shop.send("enter B")
    #expect(shop.text.contains("27"), "\(shop.text)")
    await shop.close()
    let other = try await self.shop("--entity", "Supplier")
    try await other.send("B")
    #expect(other.text.contains("only tea is restocked"), "\(other.text)")
    await other.close()
  }

  @Test func `P5: A box is sold, and what is running out is a list of its own`() async throws {
    let shop = try await shop("--entity", "Tea")
    try await shop.send("Y")
    #expect(shop.text.contains("19 boxes"), "\(shop.text)")
    try await shop.send("W")
    #expect(shop.lines[0].contains("Running out"), "\(shop.text)")
    #expect(shop.text.contains("3 boxes") && !shop.text.contains("19 boxes"), "\(shop.text)")
    await shop.close()
  }

  @Test(arguments: [
    (6.5, "6.50"), (-0.5, "-0.50"), (-0.001, "0.00"), (0.05, "0.05"), (1e30, "1e+30"),
  ])
  func `S1: an amount is written whatever it is`(number: Double, text: String) {
    #expect(amount(number) == text)
  }

  @Test func `S1: no number ends the shop`() async throws {
    #expect(stars(.double(1e30)) == "★★★★★" && stars(.double(-1e30)) == "☆☆☆☆☆")
    var application = ShopApp.application
    application.database = Database(
      script: teaScript + "UPDATE tea SET price = 1e30, stock = 9223372036854775800 WHERE id = 1;",
      title: "Tea"
    )
    let shop = try await ApplicationTester(
      application,
      ["--entity", "Tea"]
    )
    try await shop.send("B")
    #expect(shop.text.contains("there is no room for more"), "\(shop.text)")
    await shop.close()
  }

  @Test func `A price is typed as it is shown`() async throws {
    let shop = try await shop("--entity", "Tea", "--id", "1", "--task", "edit")
    try await shop.send("tab tab")
    try await shop.retype("7.25 fl.")
    try await shop.send("ctrl-s")
    #expect(shop.text.contains("saved") && shop.text.contains("7.25 fl."), "\(shop.text)")
    await shop.close()
  }

  @Test func `The counter finds what is typed, at the price for the customer`() async throws {
    let shop = try await shop("--role", "regular", "--task", "counter")
    #expect(shop.text.contains("10 % off"), "\(shop.text)")
    try await shop.type("mo")
    #expect(shop.text.contains("10.80 fl.  Moss and Honey"), "\(shop.text)")
    #expect(!shop.text.contains("Tuesday"))
    await shop.close()
  }

  @Test func `The till reads its keys without a screen too`() {
    let till = Till()
    #expect(till.discount == 0)
    till.bindTestEnvironment([\.shop.discount: 25])
    #expect(till.discount == 25)
  }

  @Test func `The command line knows the shop's keys, formatter, database and rules`() async {
    let keys = await ApplicationTester.run(ShopApp.application, ["keys"])
    #expect(keys.output.contains("discount") && keys.output.contains("Shop"))
    let teas = await ApplicationTester.run(
      ShopApp.application,
      ["list", "Tea", "--columns", "price"]
    )
    #expect(teas.output.contains("12.00 fl."), "\(teas)")
    let check = await ApplicationTester.run(ShopApp.application, ["rules", "check", "--strict"])
    #expect(check.code == 0, "\(check)")
    let commands = await ApplicationTester.run(ShopApp.application, ["commands"])
    #expect(commands.output.contains("restock"))
  }
}
