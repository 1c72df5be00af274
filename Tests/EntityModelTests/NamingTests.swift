import Qualifiers
import Testing
import TestSupport

@testable import EntityModel

struct NamingTests {
  @Test(arguments: [
    ("film_actor", "FilmActor"), ("Artist", "Artist"), ("table with spaces", "TableWithSpaces"),
    ("Order Details", "OrderDetails"), ("CUSTOMERS", "Customers"), ("select", "Select"),
    ("emoji 😀 表", "Emoji表"), ("😀", "GrinningFace"), ("", "Unnamed"), ("2fa_codes", "_2faCodes"),
    ("MovieTag", "MovieTag"), ("_dbupdater", "Dbupdater"), ("FAQ", "FAQ"), ("quo\"te", "QuoTe"),
    ("evil\u{1b}[31m", "Evil31m"), ("line\nbreak", "LineBreak"), ("\u{200d}\u{202e}", "Unnamed"),
    ("_", "LowLine"), ("größe", "Größe"), ("עברית", "עברית"),
  ])
  func `A table's name becomes UpperCamelCase`(table: String, entity: String) {
    #expect(Naming.entityName(for: table) == entity)
  }

  @Test(arguments: [
    ("UnitPrice", "unitPrice"), ("unit_price", "unitPrice"), ("customerID", "customerID"),
    ("CustomerId", "customerId"), ("EMail", "eMail"), ("MOVIE_ID", "movieId"), ("ID", "id"),
    ("ISBN", "isbn"), ("URLPath", "urlPath"), ("itemURLs", "itemURLs"),
    ("parseHTMLText", "parseHTMLText"),
    ("item_MOVIE_ID", "itemMovieID"), ("poster_AttachmentID", "posterAttachmentID"),
    ("address2", "address2"), ("100%", "_100"), ("$price", "price"), ("", "unnamed"), ("no", "no_"),
    ("where", "where_"), ("from", "from"), ("ÄÖÜ", "äöü"), ("a.b", "aB"),
    ("first name", "firstName"),
    ("uni\u{200b}que", "unique"),
  ])
  func `A column's name becomes lowerCamelCase`(column: String, property: String) {
    #expect(Naming.propertyName(for: column) == property)
  }

  @Test(arguments: [
    ("unitPrice", "Unit price"), ("rentalRate", "Rental rate"), ("lastName", "Last name"),
    ("customerID", "Customer ID"), ("customerId", "Customer ID"), ("eMail", "E-mail"),
    ("address2", "Address 2"), ("homepageUrl", "Homepage URL"), ("mp3", "Mp3"), ("id", "ID"),
    ("customerVATCode", "Customer VAT code"), ("where_", "Where"), ("itemURLs", "Item URLs"),
    ("sms", "SMS"), ("dnsServer", "DNS server"), ("guids", "GUIDs"), ("lastSMS", "Last SMS"),
    ("address.phone", "Address phone"), ("日本語", "日本語"), ("", ""),
  ])
  func `A property is shown in sentence case`(property: String, shown: String) {
    #expect(Naming.displayName(forProperty: property) == shown)
  }

  @Test(arguments: [
    ("FilmActor", "Film Actor"), ("CustomerList", "Customer List"), ("FAQ", "FAQ"),
    ("_2faCodes", "2fa Codes"), ("Film", "Film"), ("Sms", "SMS"), ("Urls", "URLs"),
  ])
  func `An entity is shown in title case`(entity: String, shown: String) {
    #expect(Naming.displayName(forEntity: entity) == shown)
  }

  @Test(arguments: [
    ("film", "films"), ("category", "categories"), ("analysis", "analyses"), ("wife", "wives"),
    ("hive", "hives"), ("person", "people"), ("child", "children"), ("box", "boxes"),
    ("address", "addresses"), ("status", "statuses"), ("day", "days"), ("bus", "buses"),
    ("movie", "movies"), ("house", "houses"), ("database", "databases"), ("cache", "caches"),
    ("branch", "branches"), ("quiz", "quizzes"), ("hero", "heroes"), ("photo", "photos"),
    ("alias", "aliases"), ("filmActor", "filmActors"), ("FilmCategory", "FilmCategories"),
    ("index", "indexes"), ("staff", "staff"), ("series", "series"), ("inventory", "inventory"),
    ("itemURL", "itemURLs"), ("leaf", "leaves"), ("response", "responses"),
    ("purchase", "purchases"), ("ratingsCombined", "ratingsCombined"), ("archived", "archived"),
    ("sms", "sms"), ("feed", "feeds"), ("hundred", "hundreds"), ("shed", "sheds"),
  ])
  func `Singular and plural lead to each other`(singular: String, plural: String) {
    #expect(Naming.plural(of: singular) == plural)
    #expect(Naming.plural(of: plural) == plural)
    if singular != "itemURL" { #expect(Naming.singular(of: plural) == singular) }
    #expect(Naming.singular(of: singular) == singular)
  }

  @Test func `Names that differ in case alone are numbered`() {
    var taken: Set<String> = []
    let names = ["userName", "username", "UserName", "other"].map {
      Naming.unique($0, taken: &taken)
    }
    #expect(names == ["userName", "username2", "UserName3", "other"])
  }

  @Test func `A name that is spelled exactly so keeps it`() {
    let names = ModelDerivation.uniqueNames(of: [
      ("USER_NAME", "userName"), ("userName", "userName"), ("user_name2", "userName2"),
    ])
    #expect(names == ["userName2", "userName", "userName22"])
  }

  @Test(arguments: 0..<20)
  func `Whatever a column is called, a rule can name its property`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) &+ 1)
    let alphabet = Array(
      "abcXYZ019_ -.'\"$%\u{1b}\n\u{200d}\u{202e}äÉß日é\u{301}ा½²😀ʼª".unicodeScalars
    )
    for _ in 0..<200 {
      var column = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        column.append(alphabet.randomElement(using: &random) ?? "a")
      }
      let name = Naming.propertyName(for: String(column))
      let (expression, diagnostics) = Expression.parse(name)
      #expect(expression?.kind == .path(PropertyPath(components: [name])), "\(column.map(\.value))")
      #expect(diagnostics.isEmpty)
    }
  }
}

/// Tests that the fast path for ASCII names splits words like the general one, on random names.
extension NamingTests {
  /// A word of another script behind it makes a name go the slow way.
  @Test func `Plain names are cut into the same words as names of any script`() {
    var random = SeededGenerator(seed: 11)
    let letters = Array("aabcsszABCSZ019__ -.[\u{1b}")
    for _ in 0..<3_000 {
      let name = String(
        (0..<Int.random(in: 1...9, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        }
      )
      let expected = Naming.words(of: name + " é").dropLast()
      guard !expected.isEmpty else { continue }
      #expect(Naming.words(of: name) == Array(expected), "\(name)")
    }
  }
}
