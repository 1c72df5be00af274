/// Finds the property that names an object for people, or the two that do for a person.
struct LabelSearch {
  let entity: Entity.Definition

  /// The best property; `nil` when no text of the entity is a name: a join or an order is none.
  var key: String? {
    let ranked = entity.attributes.filter(isText).map { (name: $0.name, rank: rank(of: $0)) }
    // Of equals the first column wins: `min` keeps the order.
    let best = ranked.min { $0.rank < $1.rank }
    guard let best, best.rank < Self.unfit else { return nil }
    return givenName(beside: best.name).map { "\($0) \(best.name)" } ?? best.name
  }

  /// The attribute with the given name, where `name` is that of a family.
  private func givenName(beside name: String) -> String? {
    guard Self.familyNames.contains(Self.joined(name)) else { return nil }
    return entity.attributes.first { isText($0) && Self.givenNames.contains(Self.joined($0.name)) }?
      .name
  }

  private static func joined(_ name: String) -> String {
    Naming.words(of: name).joined().lowercased()
  }

  private static let familyNames: Set<String> = ["lastname", "surname", "familyname"]
  private static let givenNames: Set<String> = ["firstname", "givenname", "forename"]

  private static let unfit = 100

  private func isText(_ attribute: Attribute.Definition) -> Bool {
    guard !attribute.isHidden, !attribute.isForeignKey else { return false }
    switch attribute.type {
    case .string, .email: return attribute.width != 1
    case .text, .any, .url: return true
    default: return false
    }
  }

  /// How well an attribute names an object; less is better.
  private func rank(of attribute: Attribute.Definition) -> Int {
    let words = Naming.words(of: attribute.name).map { $0.lowercased() }
    let name = words.joined()
    if let last = words.last, ["guid", "uuid", "hash", "token"].contains(last) {
      return Self.unfit
    }
    let own = Naming.singular(of: entity.name).lowercased()
    if let place = Self.bestNames.firstIndex(of: name) { return place }
    if let place = Self.messageNames.firstIndex(of: name) { return 90 + place }
    if name.hasSuffix("description") { return name == own + "description" ? 45 : 66 }
    if attribute.type == .text || attribute.type == .url { return Self.unfit }
    if [own, own + "name", own + "title", entity.name.lowercased()].contains(name) { return 10 }
    guard attribute.type != .any else { return Self.unfit }
    if let last = words.last, ["name", "title", "label"].contains(last) || name.hasSuffix("name") {
      return rank(ofName: words)
    }
    if ["caption", "subject", "headline", "heading", "term", "word", "tag"].contains(name) {
      return 40
    }
    if attribute.type == .email { return 60 }
    if attribute.isUnique { return attribute.isPrimaryKey ? 65 : 62 }
    if words.contains(where: Self.poorWords.contains) { return Self.unfit }
    if ["code", "symbol", "number", "key"].contains(words.last ?? "") { return 70 }
    let isPlain = entity.attributes.firstIndex { $0.name == attribute.name } ?? 0 < 3
    return isPlain ? 80 : Self.unfit
  }

  private func rank(ofName words: [String]) -> Int {
    // The name to ship or bill to is not the order's.
    if Self.partPrefixes.contains(words[0]) { return Self.unfit }
    switch words.joined() {
    case "firstname", "givenname", "middlename", "forename": return 30
    case "username", "loginname", "nickname", "shortname": return 28
    case "filename", "hostname", "pathname", "tablename", "columnname": return 35
    default: return words.last == "title" ? 27 : 22
    }
  }

  private static let partPrefixes: Set<String> = [
    "bill", "billing", "delivery", "poster", "ship", "shipping", "trailer",
  ]

  private static let bestNames = [
    "name", "fullname", "displayname", "lastname", "surname", "familyname", "title", "label",
  ]

  /// What is said in a message names it where it has no subject.
  private static let messageNames = [
    "text", "body", "message", "messagetext", "textdata", "question", "quote",
  ]

  /// Words of attributes that tell something of an object but do not name it.
  private static let poorWords: Set<String> = [
    "address", "city", "comment", "comments", "content", "country", "currency", "date", "fax",
    "flags", "format", "hash", "kind", "language", "level", "mode", "note", "notes", "phone",
    "plugin", "postal", "state", "status", "street", "time", "type", "value", "version", "zip",
  ]
}
