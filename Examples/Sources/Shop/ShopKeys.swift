import DirectToTerminal

/// The keys of the shop; rule files may use them as those of the program.
struct ShopKeys: KeyNamespace {
  static let shared = Self()
  static let category = "Shop"
  let discount = Key(0, "Percent taken off all prices.")
  let lowStock = Key(6, "A tea of which there is less is to be ordered.")
}

/// The word before them in Swift: `\.shop.discount`.
extension AddedNamespaces { static var shop: ShopKeys { .shared } }
