import DirectToTerminal

// The examples of docs/SwiftRules.md; a test compares them.

private let first = RuleModel {
  \.task == "edit" && \.entity.name == "Movie" => \.title <= "Edit Movie"
}

private let conditions = RuleModel {
  \.screen.width < 60 => \.platform <= "narrow"
  \.attribute.width != nil => \.length <= \.attribute.width
  ["edit", "create"] ~= \.task => \.hideEmptyProperty <= false
  60...100 ~= \.screen.width => \.pageWrapper <= "navigation"
  \.readOnlyEntityNames ~= \.entity.name => \.isEntityReadOnly <= true
  like(\.propertyKey, "*Price") => \.formatter <= "currency"
  \.object.returnedAt == nil && \.object.dueDate < .today - .days(7) => \.color <= "warning"
  RuleCondition("object.fee between 10 and 20") => \.style <= TextStyle(words: ["bold"])
  !\.relationship.isToMany || \.debug == true => \.rows <= 2
}

private let values = RuleModel {
  \.navigationBarTitle <= \.title
  \.isObjectEditable <= !\.isEntityReadOnly
  \.pageConfiguration <= .template("\(\.task)\(\.entity.name)")
  \.title <= \.object.name
  \.formatter <= .call("number", "#,##0.00 CHF")
  \.restrictingQualifier <= .where("store.id = $user.store.id")
  when(\.task == "list") {
    \.rows <= 1
    \.alignment <= .left
    \.color <= nil
  }
}

private let closures = RuleModel {
  \.title <= { values in values.entity.map { "All \($0.displayName)" } }
  RuleCondition { $0.displayPropertyKeys.count > 12 } => \.platform <= "wide"
}

private func groups(isShop: Bool) -> RuleModel {
  RuleModel {
    priority(.low) { \.look <= "light" }.documentation("Paper is light.")
    when(\.task == "edit") {
      if isShop { \.entity.name == "Film" => \.rows <= 4 }
      when(\.attribute.type == "blob") { \.component <= "DisplayBlob" }.priority(.important)
      for name in ["rate", "fee"] { \.propertyKey == name => \.formatter <= "currency" }
    }
  }
}

@MainActor
private func layered() -> RuleModel {
  var loading = RuleLoading(vocabulary: builtInVocabulary, names: Catalog.builtIn.names(with: nil))
  loading.add(layer: .application) {
    \.task == "edit" => \.title <= "Edit"
  }
  let (model, faults) = loading.finish()
  for fault in faults { print(fault) }
  return model
}

struct ShopKeys: KeyNamespace {
  static let shared = Self()
  let discount = Key(0.0, "What the price is lowered by.")
}

extension AddedNamespaces { static var shop: ShopKeys { .shared } }

private let own = RuleModel {
  \.role == "manager" => \.shop.discount <= 0.1
}

/// The examples, run.
@MainActor
let documentedModels = [first, conditions, values, closures, groups(isShop: true), layered(), own]
