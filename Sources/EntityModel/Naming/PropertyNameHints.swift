/// The words of a property's name, as hints to its meaning.
///
/// They decide which properties label an object and which come first.
struct PropertyNameHints {
  /// In small letters, without the numbers behind them: `address 2` is `address`.
  let words: [String]

  init(_ name: String) { self.init(Naming.words(of: name)) }

  init(_ words: [String]) {
    self.words = words.compactMap { word in
      let word = word.lowercased()
      let stem = word.prefix { !$0.isNumber }
      return stem.isEmpty ? nil : String(stem)
    }
  }

  /// Whether it tells of something else than the object: where an order is shipped to, or billed.
  var isOfPart: Bool {
    guard let first = words.first else { return false }
    return Self.parts.contains(first) || Self.partStems.contains { first.hasPrefix($0) }
  }

  /// Whether it is a part of an address of which a list has enough with the city and the country.
  /// - Parameter names: The properties beside it: an address without a town may be that of a telephone.
  /// - Returns: `true` for streets and postcodes, `false` for towns and countries.
  func isAddressDetail(among names: [String]) -> Bool {
    guard let last = words.last, !isElectronic else { return false }
    if Self.addresses.contains(last) {
      return words.count > 1 || names.contains { PropertyNameHints($0).isPlace }
    }
    return Self.streets.contains(last) || Self.streetEnds.contains { last.hasSuffix($0) }
      || words.contains(where: Self.areas.contains)
  }

  /// Whether it is a part of an address.
  func isAddressPart(among names: [String]) -> Bool {
    guard let last = words.last, !isElectronic else { return false }
    return isAddressDetail(among: names) || Self.places.contains(last)
      || isOfPart && Self.placeEnds.contains { last.hasSuffix($0) }
  }

  private var isPlace: Bool {
    words.last.map(Self.places.contains) == true || words.contains(where: Self.areas.contains)
  }

  /// Whether it names in the words of one language or another: `Kontobezeichnung`, `CUST_NM`, `氏名`.
  var isName: Bool {
    guard let last = words.last else { return false }
    return Self.names.contains(last) || Self.nameEnds.contains { last.hasSuffix($0) }
  }

  /// Whether it is what programs know the object by.
  var isKey: Bool { words == ["key"] }

  /// Whether it holds what programs make up, as its name says; a token may be a word.
  func isMachine(isReadable: Bool) -> Bool {
    guard let last = words.last else { return false }
    return Self.madeUp.contains(last) || last == "token" && !isReadable
  }

  /// Whether it holds remarks.
  var isNote: Bool { words.last.map(Self.notes.contains) == true }

  private var isElectronic: Bool { words.contains(where: Self.electronic.contains) }

  /// Whether it says how a person is addressed.
  var isCourtesy: Bool { words.last.map(Self.courtesies.contains) == true }

  /// Whether it is what the amounts of a document come to.
  var isTotal: Bool {
    words.contains(where: Self.totals.contains) && !words.contains(where: Self.counts.contains)
  }

  /// Whether it is the number by which people refer to the objects of an entity: `invoiceNo`, `number`.
  func isNumber(ofEntity entityName: String) -> Bool {
    guard let last = words.last,
      let end = Self.numbers.first(where: { last == $0 || $0.count > 3 && last.hasSuffix($0) })
    else { return false }
    let stem = words.dropLast().joined() + last.dropLast(end.count)
    return stem.isEmpty || Self.isWord(stem, ofEntity: entityName)
  }

  /// Whether it is the name of the objects of an entity, by its first words: `CUST_NM` of `CUST_MASTER`.
  func isName(ofEntity entityName: String) -> Bool {
    isName && words.count > 1 && Self.isWord(words.dropLast().joined(), ofEntity: entityName)
  }

  /// `Rechnungs` of `Rechnungen`, `ORD` of `ORD_HDR`.
  private static func isWord(_ stem: String, ofEntity entityName: String) -> Bool {
    let own = Naming.words(of: entityName).map { $0.lowercased() }
    let bare = stem.count > 3 && stem.last == "s" ? String(stem.dropLast()) : stem
    if own.contains(bare) { return true }
    return bare.count > 2 && ([own.joined()] + own).contains { $0.hasPrefix(bare) }
  }

  private static let parts: Set<String> = [
    "bill", "billing", "delivery", "poster", "ship", "shipping", "trailer",
  ]
  private static let partStems = ["liefer", "versand"]
  private static let streets: Set<String> = [
    "calle", "hausnummer", "rue", "street",
  ]
  private static let addresses: Set<String> = ["addr", "address", "adresse", "anschrift"]
  private static let streetEnds = ["straße", "strasse"]
  private static let areas: Set<String> = [
    "county", "district", "plz", "postal", "postalcode", "postcode", "province", "region", "zip",
    "zipcode",
  ]
  private static let places: Set<String> = [
    "city", "country", "ort", "land", "stadt", "state", "town",
  ]
  private static let placeEnds = ["ort", "plz", "land"]
  private static let electronic: Set<String> = [
    "email", "eth", "ip", "jid", "mac", "mail", "memory", "smtp", "url", "wallet", "web",
  ]
  private static let courtesies: Set<String> = [
    "anrede", "courtesy", "salutation", "suffix",
  ]
  private static let names: Set<String> = [
    "name", "title", "label", "naam", "namn", "navn", "nazwa", "nm", "nom", "nombre", "nome",
    "titel", "titre", "titulo", "имя", "название", "наименование",
  ]
  private static let nameEnds = [
    "name", "bezeichnung", "titel", "名", "名前", "名称", "氏名", "标题", "이름",
  ]
  private static let madeUp: Set<String> = [
    "checksum", "etag", "guid", "hash", "md5", "salt", "sha", "uuid",
  ]
  private static let notes: Set<String> = [
    "anmerkung", "bemerkung", "comment", "comments", "note", "notes", "notiz",
  ]
  private static let totals: Set<String> = [
    "amount", "amt", "balance", "betrag", "budget", "gesamtbetrag", "montant", "revenue",
    "saldo", "subtotal", "sum", "summe", "total", "turnover", "umsatz",
  ]
  private static let counts: Set<String> = [
    "bytes", "changes", "count", "items", "number", "pages", "rows", "size", "time", "tracks",
  ]
  private static let numbers = ["nummer", "number", "reference", "no", "nr", "num", "ref"]
}
