/// Worlds in which some persons are of an entity of their own, of which rights speak too.
extension RightsWorld {
  /// The model that says so.
  var model: String? {
    rights.hasKinds
      ? """
      {"entities": [{"name": "Person", "table": "person"},
        {"name": "Vip", "parent": "Person", "discriminator": "isVip = true"}]}
      """ : nil
  }
}

extension RightsWorld.Rights {
  mutating func addKinds(_ random: inout some RandomNumberGenerator) {
    hasKinds = true
    hidings += Self.kindChoices.filter { _ in Bool.random(using: &random) }
    guard Int.random(in: 0..<3, using: &random) == 0 else { return }
    restrictions.append(
      Part(rule: "=> restrictingQualifier = where (id < 4)", table: "person", kind: "Vip") {
        row,
        _ in row["is_vip"] == .int(0) || row.id < 4
      }
    )
  }

  private static let kindChoices = [
    ("note", ""), ("credit", "and object.id > 2"), ("name", "and object.id in [1, 3]"),
    ("email", "and object.store.city = 'Rome'"),
  ].map { column, condition in
    let rule = "and propertyKey = '\(column)' \(condition) => isPropertyVisible = false"
    return Part(rule: rule, table: "person", kind: "Vip", column: column) { row, world in
      guard row["is_vip"] == .int(1) else { return false }
      return switch column {
      case "credit": row.id > 2
      case "name": [1, 3].contains(row.id)
      case "email": world.row("store", row["store_id"])?["city"] == .text("Rome")
      default: true
      }
    }
  }
}
