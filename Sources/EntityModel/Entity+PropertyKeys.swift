extension Entity {
  /// The names by which a user may type a property: its name or its column's, in lower case.
  package var typedNames: Set<String> {
    Set(attributes.flatMap { [$0.name.lowercased(), $0.columnName.lowercased()] })
      .union(relationships.map { $0.name.lowercased() })
  }

  /// Names of the to-one relationships.
  public var toOneNames: [String] { relationships.filter { !$0.isToMany }.map(\.name) }
  /// Names of the relationships to many objects, those through join tables included.
  public var toManyNames: [String] { relationships.filter(\.isToMany).map(\.name) }

  /// The properties of the label: one, or given and family name.
  ///
  /// Neither those that stand in for an empty one nor those that tell objects of one name apart.
  public var labelKeys: [String] { Self.names(in: labelKey) }

  static func names(in label: String?) -> [String] {
    label?.prefix { $0 != "|" && $0 != "·" }.split { $0 == " " || $0 == "," }.map(String.init) ?? []
  }

  /// All properties of the label, those that tell objects of one name apart included.
  package var shownLabelKeys: [String] {
    labelKey?.prefix { $0 != "|" }.split { $0 == " " || $0 == "·" }.map(String.init) ?? []
  }

  /// The properties on an object's page: visible attributes with to-ones in place of their columns, then to-many.
  public var inspectPropertyKeys: [String] {
    ownPropertyKeys { _ in true } + columnlessToOnes.map(\.name) + shownToManyNames
  }

  /// The relationships to many objects, those that only lead to join entities on the way to others left out.
  private var shownToManyNames: [String] {
    let joinPaths = Set(relationships.compactMap(\.definition.path.first))
    return relationships.filter {
      $0.isToMany && !joinPaths.contains($0.name) && !$0.definition.isHidden
    }.map(\.name)
  }

  /// The properties in a form: those the database does not generate, to-ones in place of their columns, then to-many.
  public var editPropertyKeys: [String] {
    ownPropertyKeys {
      !$0.definition.isGenerated && !$0.definition.isRowNumber && $0.definition.derivation == nil
    } + shownToManyNames
  }

  /// The columns of a list: without keys that only number rows and without passwords, what says little behind what says
  /// much, bulky values last.
  ///
  /// The label stays where it is among the first three columns, as long as what stands before it is worth to begin with,
  /// and comes first from further behind; a day and an amount are among the first. A number that is part of a key of several
  /// columns tells more than which row it is: the year of a salary.
  public var listPropertyKeys: [String] {
    let isComposite = identity.count > 1
    // What may not be seen has no say in the order of the others.
    let unseen = findings.unseen.properties
    let shown = ownPropertyKeys {
      (!$0.isSurrogateKey || isComposite && $0.type.kind == .integer) && $0.type != .password
    }.filter { !unseen.contains($0) }
    let places = shown.map { ColumnRank(of: $0, in: self) }
    let sorted = DefaultColumnOrder(entity: self).sorted(zip(shown, places).map { $0 })
    // Rows of which there is nothing but bytes to see are told apart by their keys.
    if !sorted.isEmpty, places.allSatisfy({ $0 >= .empty }) {
      return ownPropertyKeys { $0.isSurrogateKey } + sorted
    }
    if !sorted.isEmpty { return sorted }
    let all = ownPropertyKeys { _ in true }
    return all.isEmpty ? attributes.map(\.name) : all
  }

  /// The first columns of a list that say much, for small tables of related rows.
  public var relatedPropertyKeys: [String] {
    let all = listPropertyKeys
    let telling = all.filter {
      shownLabelKeys.contains($0)
        || [.ordinary, .detail, .prose].contains(ColumnRank(of: $0, in: self))
    }
    return Array((telling.isEmpty ? all : telling).prefix(6))
  }

  /// A few short properties that, beside the label, tell objects apart.
  public var summaryPropertyKeys: [String] {
    let keys = listPropertyKeys.filter {
      !shownLabelKeys.contains($0) && ColumnRank(of: $0, in: self) == .ordinary
    }
    return Array(keys.prefix(4))
  }

  /// Names of the visible attributes that pass `isIncluded`, and of the to-ones, each at its first column.
  ///
  /// Columns that only hold the key of a to-one are left out: the relationship shows what they mean, also where a model
  /// hides the column. Of a view they come last: its other columns show already what it takes from the rows that it is made of.
  private func ownPropertyKeys(where isIncluded: (Attribute) -> Bool) -> [String] {
    var (keys, references): ([String], [String]) = ([], [])
    for attribute in attributes {
      guard attribute.definition.isForeignKey else {
        if !attribute.definition.isHidden, isIncluded(attribute) { keys.append(attribute.name) }
        continue
      }
      for relationship in relationships
      where !relationship.isToMany && !relationship.definition.isHidden {
        guard relationship.definition.joins.first?.source == attribute.name else { continue }
        if definition.kind == .view {
          references.append(relationship.name)
        } else {
          keys.append(relationship.name)
        }
      }
    }
    return keys + references
  }

  /// To-ones that no column of their own stands for: flattened ones, and those whose far end holds the key.
  private var columnlessToOnes: [Relationship] {
    relationships.filter { relationship in
      guard !relationship.isToMany, !relationship.definition.isHidden else { return false }
      let source = relationship.definition.joins.first?.source
      return source.flatMap(attribute(named:))?.definition.isForeignKey != true
    }
  }
}

extension Attribute {
  /// Whether it is a key that only numbers rows and says nothing to people: `id`, `film_id`, a UUID.
  public var isSurrogateKey: Bool {
    guard definition.isPrimaryKey else { return false }
    if type == .uuid || type.kind == .blob { return true }
    let words = Naming.words(of: name).map { $0.lowercased() }
    if let last = words.last, ["guid", "uuid"].contains(last) { return true }
    guard holdsWholeNumbers else { return false }
    return ["id", "pk", "pid", "oid", "key", "uid", "rowid"].contains(words.last ?? "")
      || words.count == 1 && name.hasSuffix("id")
  }

  /// Whether its values are made up by programs and say nothing to people: hashes, UUIDs, numbers of rows elsewhere.
  ///
  /// By its rows; where they were not read, nothing is held against a column.
  var isMachineMade: Bool {
    guard let evidence, evidence.filledCount > 0 else { return false }
    if type == .uuid || evidence.isMachineMade { return true }
    if definition.isExportedIndex { return true }
    let words = Naming.words(of: name).map { $0.lowercased() }
    guard let last = words.last else { return false }
    // Of programs, too, where they write it in their own way: `iMessage;-;+4917…`.
    if evidence.textCount * 2 > evidence.filledCount {
      return PropertyNameHints(words).isMachine(isReadable: evidence.isReadable)
    }
    guard evidence.textCount == 0, holdsWholeNumbers else { return false }
    // `yearID`; but a `customerid` may be as small as a year.
    let isYear = words.contains { Self.yearWords.contains($0) || Self.yearlyWords.contains($0) }
    if evidence.areYears, isYear { return false }
    if ["guid", "hash", "id", "oid", "pk", "rowid", "uid", "usn", "uuid"].contains(last) {
      return true
    }
    // `rid`, `objid`: names in one piece.
    return words.count == 1 && last.hasSuffix("id") && !Self.wordsInID.contains(last)
  }

  /// Whether it may number rows: `NUMBER PRIMARY KEY` too, where no row shows a fraction.
  private var holdsWholeNumbers: Bool {
    switch knownType {
    case .integer, .any: true
    case .number, .decimal: evidence.map { $0.filledCount > 0 && $0.places == 0 } == true
    default: false
    }
  }

  /// Whether its whole numbers are names and not amounts: years, codes, numbers of things.
  var isNumbering: Bool {
    let words = Naming.words(of: name).map { $0.lowercased() }
    guard let last = words.last else { return false }
    // Codes are codes however the column is declared, as long as no row shows a fraction.
    if holdsWholeNumbers, Self.isCode(words, last) { return true }
    guard knownType == .integer else { return false }
    let evidence = evidence
    if words.contains(where: Self.yearWords.contains) {
      return evidence?.areYears != false || evidence?.filledCount == 0
    }
    if evidence?.areYears == true, Self.yearlyWords.contains(last) { return true }
    return isMachineMade
  }

  private static func isCode(_ words: [String], _ last: String) -> Bool {
    if numberingWords.contains(last) { return true }
    let ends = [PropertyNameHints(words).words.first ?? last, last]
    if ends.contains(where: areaWords.contains) { return true }
    // `Rechnungsnr`, `refcode`, `kundennummer`: names in one piece.
    return last.count > 3
      && (codeEnds.contains { last.hasSuffix($0) }
        || last.hasSuffix("no") && !wordsInNo.contains(last))
  }

  private static let yearWords: Set<String> = ["year", "yr", "jahr"]
  /// Words in names of attributes that are years when all their values are.
  private static let yearlyWords: Set<String> = [
    "began", "begin", "born", "built", "debut", "died", "ended", "established", "founded", "from",
    "published", "released", "season", "since", "to", "until", "vintage",
  ]
  private static let numberingWords: Set<String> = [
    "asin", "blz", "cap", "cep", "cnpj", "code", "cp", "cpf", "dni", "duns", "ean", "fax", "fips",
    "gid", "gtin", "guid", "handy", "iccid", "id", "ids", "imei", "imsi", "inode", "isin", "issn",
    "kdnr", "lcid", "mobile", "nip", "no", "nr", "oid", "pid", "pin", "port", "postalcode", "ref",
    "rev", "revision", "rowid", "rgb", "serial", "siren", "siret", "sku", "srid", "ssn", "tel",
    "telefon", "telephone", "ticket", "uid", "upc", "wkn", "zip",
  ]
  private static let codeEnds = [
    "code", "codigo", "isbn", "leitzahl", "nr", "number", "nummer", "numero", "phone", "plz",
  ]
  /// Words that end like `empno` and are none.
  private static let wordsInNo: Set<String> = [
    "albino", "casino", "cappuccino", "domino", "inferno", "kimono", "latino", "merino", "piano",
    "techno", "volcano",
  ]
  /// Words with which names of postal codes begin or end: `zip4`, `codePostal`.
  private static let areaWords: Set<String> = ["plz", "postal", "postcode", "zip", "zipcode"]

  private static let wordsInID: Set<String> = [
    "aid", "avoid", "bid", "grid", "hybrid", "invalid", "kid", "liquid", "paid", "prepaid", "raid",
    "rapid", "solid", "unpaid", "valid", "void",
  ]

  /// Whether it only records when or in which version a row was written: `last_update`, `created_at`, `version`.
  public var isBookkeeping: Bool {
    Naming.isBookkeeping(name)
  }
}

extension Attribute.Definition {
  /// Whether it holds the numbers of the rows of a table that a program exported: pandas calls them so.
  var isExportedIndex: Bool { columnName.hasPrefix("Unnamed: 0") }
}
