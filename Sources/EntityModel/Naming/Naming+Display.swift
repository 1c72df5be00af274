extension Naming {
  /// Returns the display name of a property: `rentalRate` is “Rental rate”, `customerID` is “Customer ID”.
  ///
  /// The words of a dotted path are joined in order: `address.phone` is “Address phone”.
  package static func displayName(forProperty name: String) -> String {
    let words = name.split(separator: ".").flatMap { displayWords(of: String($0)) }
    guard let first = words.first else { return name }
    return ([capitalized(first)] + words.dropFirst()).joined(separator: " ")
  }

  /// Returns the display name of a column: `IPouts` is “IP outs”, `teamIDlahman45` “Team ID lahman 45”, `2B` stays.
  static func displayName(forColumn name: String) -> String {
    let isShort = name.utf8.count <= 5 && name.utf8.allSatisfy { $0 < 0x80 }
    // Nothing but capitals and digits, where others are spelled with small letters, is an abbreviation.
    if isShort, words(of: name).count <= 2, name.unicodeScalars.allSatisfy(isCapitalOrDigit) {
      return name
    }
    return displayName(forProperty: separatingAcronyms(of: withoutTypePrefix(name)))
  }

  /// `strPath` as `Path`: letters in front that say of which type a variable is, which say nothing to people.
  private static func withoutTypePrefix(_ name: String) -> String {
    let prefix = name.prefix(3)
    let rest = name.dropFirst(3)
    guard ["bln", "dbl", "dtm", "lng", "sng", "str"].contains(prefix),
      let first = rest.unicodeScalars.first, isUpper(first), rest.contains(where: \.isLowercase)
    else { return name }
    return String(rest)
  }

  private static func isCapitalOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    isUpper(scalar) || ("0"..."9").contains(scalar)
  }

  /// `teamIDlahman45` as `teamID_lahman45`: an acronym in front of a word in small letters, which is not its own.
  private static func separatingAcronyms(of name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    var result = String.UnicodeScalarView()
    var start = 0
    for (index, scalar) in scalars.enumerated() {
      if !isUpper(scalar) {
        if index - start > 1, scalars[index...].prefix(while: isLower).count > 2 {
          var run = String.UnicodeScalarView()
          for capital in scalars[start..<index] { run.append(capital) }
          if acronyms.contains(String(run).lowercased()) { result.append("_") }
        }
        start = index + 1
      }
      result.append(scalar)
    }
    return String(result)
  }

  /// The first word of all of three or more names, as long as each has another behind it: `Moz` of `MozPlaces`.
  static func sharedPrefix(of names: [String]) -> String {
    guard names.count > 2, let first = names.first.flatMap({ words(of: $0).first }) else {
      return ""
    }
    let isShared = names.allSatisfy { name in
      let words = words(of: name)
      return words.count > 1 && words[0] == first && name.hasPrefix(first)
        && words[1].first?.isNumber == false
    }
    return isShared ? first : ""
  }

  /// A name without the word that all of its kind begin with, where that is a word of it and another follows: `mozAnnos`
  /// without `moz` is `Annos`.
  static func withoutSharedPrefix(_ name: String, _ prefix: String) -> String {
    guard !prefix.isEmpty, name.hasPrefix(prefix) else { return name }
    let own = name.dropFirst(prefix.count)
    return own.first?.isLowercase == false ? String(own) : name
  }

  /// The words with which all of three or more names begin, each with others behind them.
  static func sharedWords(of names: [String]) -> String {
    guard names.count > 2, let first = names.first else { return "" }
    let count = names.dropFirst().reduce(first.utf8.count) { count, name in
      zip(first.utf8.prefix(count), name.utf8).prefix { $0 == $1 }.count
    }
    guard count > 1 else { return "" }
    let ends = Array(first.utf8.prefix(count + 1)).indices.dropFirst(2).reversed()
    let end = ends.first { end in
      names.allSatisfy { name in
        let rest = name.utf8.dropFirst(end)
        return rest.first.map { $0 &- UInt8(ascii: "A") < 26 } == true
      } && beginsWord(at: end, of: first)
    }
    return end.map { String(decoding: first.utf8.prefix($0), as: UTF8.self) } ?? ""
  }

  /// Whether a word of a name begins at a byte: `dataURL` has none at its `R`.
  private static func beginsWord(at end: Int, of name: String) -> Bool {
    var length = 0
    for word in words(of: name) where length < end { length += word.utf8.count }
    return length == end
  }

  /// A text for people without the words of a property's name that its neighbours begin with, too.
  static func withoutSharedWords(_ text: String, _ shared: String) -> String {
    guard !shared.isEmpty else { return text }
    let prefix = displayName(forProperty: shared).lowercased() + " "
    guard text.lowercased().hasPrefix(prefix), text.count > prefix.count else { return text }
    return capitalized(String(text.dropFirst(prefix.count)))
  }

  /// Returns the display name of an entity: `FilmActor` is “Film Actor”.
  package static func displayName(forEntity name: String) -> String {
    let words = displayWords(of: name)
    return words.isEmpty ? name : words.map(capitalized).joined(separator: " ")
  }

  /// The words in small letters, acronyms in capitals, numbers behind longer words set apart.
  private static func displayWords(of name: String) -> [String] {
    var words: [String] = []
    for word in self.words(of: name) {
      let small = word.lowercased()
      if words.last == "e", small == "mail" {
        words[words.count - 1] = "e-mail"
      } else if acronyms.contains(small) {
        words.append(word.uppercased())
      } else if isAcronym(word) {
        words.append(word.last == "s" ? word.dropLast().uppercased() + "s" : word.uppercased())
      } else {
        words += separatingNumber(of: small)
      }
    }
    return words
  }

  /// The plural of a known one, or written as one: two or more capitals, with or without the `s` of a plural.
  private static func isAcronym(_ word: String) -> Bool {
    let stem = word.last == "s" ? word.dropLast() : word[...]
    if acronyms.contains(stem.lowercased()), word.last == "s" { return true }
    return stem.count > 1 && stem.unicodeScalars.allSatisfy(isUpper)
  }

  /// `address2` as `address` and `2`; `mp3`, `sha256` and `utf8` stay.
  private static func separatingNumber(of word: String) -> [String] {
    let stem = word.prefix { !$0.isNumber }
    let number = word[stem.endIndex...]
    let splits =
      stem.count >= 4 && (1...2).contains(number.count) && number.allSatisfy(\.isNumber)
    return splits ? [String(stem), String(number)] : [word]
  }

  /// Words that are written in capitals when people read them.
  static let acronyms: Set<String> = [
    "api", "bic", "cpu", "css", "csv", "dns", "dvd", "ean", "faq", "gps", "gui", "guid", "html",
    "http", "https", "iban", "id", "ip", "isbn", "iso", "issn", "json", "kpi", "mime", "mms", "oid",
    "os", "pdf", "pin", "pk", "sku", "sms", "sql", "ssl", "ssn", "tv", "ui", "upc", "uri", "url",
    "usb", "utc", "uuid", "vat", "vin", "xml",
  ]
}
