import DirectToTerminal

@main struct ShopApp: TerminalApplication {
  static let application = Application("shop", version: "1.2", summary: "sells tea") {
    Database(script: teaScript, title: "Tea")
    Keys(ShopKeys.self)
    Look("tea", teaColors)
    TaskName(rawValue: "counter")
    RowComponent(inList: "shelf") { ShelfRow() }
    Component("stars", types: [.integer], cell: { CellText(stars($0.propertyValue)) }) { Stars() }
    Component("starsAsked", for: .query, types: [.integer]) { StarsAsked() }
    strength
    Models(
      """
      {"entities": [{"name": "Tea", "attributes": [{"name": "strength", "type": "strength"}]}]}
      """
    )
    price
    restock
    sell
    runningOut
    counter
    shopRules
  }
}

/// The theme of the shop: that for dark backgrounds with green titles.
private let teaColors: Palette = {
  var colors = Palette.dark
  colors[.title] = Style(foreground: .green, attributes: .bold)
  return colors
}()
