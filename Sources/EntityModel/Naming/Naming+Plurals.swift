extension Naming {
  /// The English plural of a name's last word: `film` is `films`, `categoryAnalysis` is `categoryAnalyses`; a plural stays.
  package static func plural(of name: String) -> String {
    changingLastWord(of: name) { word in
      if uncountable.contains(word) || isPlural(word) || word.last?.isNumber == true { return word }
      if isParticiple(word) || acronyms.contains(word) && word.hasSuffix("s") { return word }
      if let irregular = irregularPlurals[word] { return irregular }
      if let stem = word.dropping("sis") { return stem + "ses" }
      if hissing.contains(where: word.hasSuffix) { return word + "es" }
      if let stem = word.dropping("y"), let last = stem.last, !vowels.contains(last) {
        return stem + "ies"
      }
      return word + "s"
    }
  }

  /// The English singular of a name's last word: `movies` is `movie`, `hives` is `hive`; a singular stays.
  package static func singular(of name: String) -> String {
    changingLastWord(of: name) { word in
      if let irregular = irregularSingulars[word] { return irregular }
      guard isPlural(word) else { return word }
      if let stem = word.dropping("ies") {
        return wordsInIE.contains(stem + "ie") ? stem + "ie" : stem + "y"
      }
      if let stem = word.dropping("es"), endsInSibilant(stem) { return stem }
      return String(word.dropLast())
    }
  }

  /// Whether a word in small letters has the form of a plural.
  static func isPlural(_ word: String) -> Bool {
    if irregularSingulars[word] != nil { return true }
    guard word.count > 2, word.hasSuffix("s"), !uncountable.contains(word), !acronyms.contains(word)
    else { return false }
    return !["ss", "us", "is"].contains(where: word.hasSuffix) && !singularsInS.contains(word)
  }

  /// Whether a word tells what was done with things, and does not count them: `combined`, `archived`; not `feed`.
  private static func isParticiple(_ word: String) -> Bool {
    word.count > 4 && word.hasSuffix("ed") && !word.hasSuffix("eed")
      && !nounsInED.contains(word)
  }

  /// Whether `stem` is a word whose plural needs `es`: `box`, `address`, `status`, not `hous` or `cach`.
  private static func endsInSibilant(_ stem: String) -> Bool {
    if singularsInS.contains(stem) || ["ss", "sh", "x", "zz"].contains(where: stem.hasSuffix) {
      return true
    }
    if stem.hasSuffix("ch") { return !["cach", "nich", "ach", "quich"].contains(stem) }
    return stem.hasSuffix("us") && !wordsInUSE.contains(where: stem.hasSuffix)
  }

  private static func changingLastWord(of name: String, _ change: (String) -> String) -> String {
    guard let last = words(of: name).last, name.hasSuffix(last) else { return name }
    let changed = change(last.lowercased())
    let isCapital = last.unicodeScalars.first.map(isUpper) ?? false
    if changed == last.lowercased() { return name }
    if last.count > 1, last.unicodeScalars.allSatisfy(isUpper) {
      return name.dropLast(last.count) + last + "s"
    }
    return name.dropLast(last.count) + (isCapital ? capitalized(changed) : changed)
  }

  private static let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
  private static let hissing = ["s", "x", "z", "ch", "sh"]

  /// Words that are their own plural, or that are not counted.
  private static let uncountable: Set<String> = [
    "advice", "aircraft", "cash", "data", "deer", "equipment", "feedback", "fish", "furniture",
    "hardware", "info", "information", "inventory", "metadata", "money", "music", "news",
    "offspring",
    "rice", "series", "sheep", "software", "species", "staff", "stock", "traffic", "weather",
  ]

  /// Singulars that end in a plain `s`.
  private static let singularsInS: Set<String> = [
    "alias", "atlas", "bias", "canvas", "chaos", "cosmos", "css", "dns", "gas", "gps", "lens",
    "ios",
    "pancreas", "sys", "yes",
  ]

  /// Ends of words whose plural in `uses` only adds an `s`: `house`, `clause`.
  private static let wordsInUSE = [
    "hous", "caus", "claus", "paus", "spous", "blous", "excus", "mous",
  ]

  private static let nounsInED: Set<String> = [
    "biped", "embed", "flatbed", "hundred", "kindred", "moped", "seabed", "shred", "watershed",
  ]

  private static let wordsInIE: Set<String> = [
    "birdie", "brownie", "calorie", "cookie", "die", "genie", "hoodie", "lie", "movie", "pie",
    "prairie", "rookie", "selfie", "smoothie", "tie", "zombie",
  ]

  private static let irregularPlurals = [
    "person": "people", "man": "men", "woman": "women", "child": "children", "foot": "feet",
    "tooth": "teeth", "goose": "geese", "mouse": "mice", "ox": "oxen", "datum": "data",
    "medium": "media", "criterion": "criteria", "phenomenon": "phenomena", "vertex": "vertices",
    "matrix": "matrices", "axis": "axes", "wife": "wives", "knife": "knives", "life": "lives",
    "leaf": "leaves", "half": "halves", "shelf": "shelves", "self": "selves", "thief": "thieves",
    "loaf": "loaves", "wolf": "wolves", "calf": "calves", "elf": "elves", "hero": "heroes",
    "quiz": "quizzes", "potato": "potatoes", "tomato": "tomatoes", "echo": "echoes",
    "veto": "vetoes",
  ]

  private static let irregularSingulars: [String: String] = {
    var singulars = [
      "analyses": "analysis", "theses": "thesis", "crises": "crisis", "diagnoses": "diagnosis",
      "hypotheses": "hypothesis", "parentheses": "parenthesis", "synopses": "synopsis",
      "emphases": "emphasis", "oases": "oasis",
    ]
    for (singular, plural) in irregularPlurals where !uncountable.contains(plural) {
      singulars[plural] = singular
    }
    return singulars
  }()
}

extension String {
  /// Returns the text without `suffix`; `nil` when it does not end with it.
  package func dropping(_ suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }
}
