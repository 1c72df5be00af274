import Qualifiers

/// How names in a schema become names that people and rules can use.
///
/// All functions are pure: the same schema always gets the same names.
package enum Naming {
  /// UpperCamelCase of a table's name: `film_actor` is `FilmActor`; `Artist` stays.
  package static func entityName(for tableName: String) -> String {
    let name = camelCase(words(of: tableName), of: tableName).map(capitalized).joined()
    return startable(name.isEmpty ? "Unnamed" : name)
  }

  /// lowerCamelCase of a column's name: `unit_price` is `unitPrice`; `customerID` stays.
  package static func propertyName(for columnName: String) -> String {
    propertyName(of: camelCase(words(of: columnName), of: columnName))
  }

  /// lowerCamelCase of words in the case that they keep inside a name.
  static func propertyName(of words: [String]) -> String {
    guard let first = words.first else { return "unnamed" }
    let name = first.lowercased() + words.dropFirst().map(capitalized).joined()
    // A word of the rule language could not stand where a property does; `super` is one of rules only.
    let isWord = Keyword(word: name).map { $0 != .super } ?? false
    return startable(isWord ? name + "_" : name)
  }

  /// `name`, or `name2`, `name3`, … when it is taken; letter case does not tell names apart.
  package static func unique(_ name: String, taken: inout Set<String>) -> String {
    if taken.insert(name.lowercased()).inserted { return name }
    var number = 2
    while !taken.insert("\(name)\(number)".lowercased()).inserted {
      // Of thousands of one name it is not counted which is next.
      number = number < 1_000 ? number + 1 : max(number + 1, taken.count)
    }
    return "\(name)\(number)"
  }

  /// The words of a name, cut at separators and at changes of case; their letters stay as they are.
  ///
  /// A name without any letter or digit gives the Unicode names of its characters, so that a
  /// table called `😀` is `GrinningFace`.
  package static func words(of name: String) -> [String] {
    // Names of letters, digits and underscores are all that most schemas have, and have thousands.
    if let words = name.utf8.withContiguousStorageIfAvailable(asciiWords) ?? nil { return words }
    let scalars = Array(name.unicodeScalars)
    let words = split(scalars)
    if !words.isEmpty { return words }
    return scalars.filter(isVisible).prefix(4)
      .compactMap(\.properties.name).flatMap { split(Array($0.lowercased().unicodeScalars)) }
  }

  /// The words of a name that is nothing but ASCII; `nil` when it is something else, or has no word.
  private static func asciiWords(_ name: UnsafeBufferPointer<UInt8>) -> [String]? {
    guard name.allSatisfy({ $0 < 0x80 }) else { return nil }
    var words: [String] = []
    var start = 0
    func endWord(at end: Int) {
      guard start < end else { return }
      words.append(String(decoding: name[start..<end], as: UTF8.self))
    }
    for index in name.indices {
      if !name[index].isLetterOrDigit {
        endWord(at: index)
        start = index + 1
      } else if index > start, name[index].isCapital, startsWord(at: index, of: name) {
        endWord(at: index)
        start = index
      }
    }
    endWord(at: name.count)
    return words.isEmpty ? nil : words
  }

  private static func startsWord(at index: Int, of name: UnsafeBufferPointer<UInt8>) -> Bool {
    func isSmall(_ index: Int) -> Bool { index < name.count && name[index].isSmall }
    guard name[index - 1].isCapital else { return true }
    return isSmall(index + 1) && !(name[index + 1] == UInt8(ascii: "s") && !isSmall(index + 2))
  }

  private static func split(_ all: [Unicode.Scalar]) -> [String] {
    // What cannot be seen (joiners, marks of direction) neither counts nor cuts.
    let isPlain = all.allSatisfy { $0.isASCII || isVisible($0) }
    let scalars = isPlain ? all : all.filter { $0.properties.isWhitespace || isVisible($0) }
    var words: [String] = []
    var start = 0
    func endWord(at end: Int) {
      guard start < end else { return }
      var word: [UInt8] = []
      for scalar in scalars[start..<end] {
        if scalar.isASCII {
          word.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
          word.append(contentsOf: Array(String(scalar).utf8))
        }
      }
      words.append(String(decoding: word, as: UTF8.self))
    }
    for (index, scalar) in scalars.enumerated() {
      // A combining mark needs a letter before it.
      if !isNamePart(scalar) || (index == start && isMark(scalar)) {
        endWord(at: index)
        start = index + 1
      } else if index > start, isUpper(scalar), startsWord(at: index, of: scalars) {
        endWord(at: index)
        start = index
      }
    }
    endWord(at: scalars.count)
    return words
  }

  /// Whether the upper-case letter at `index` begins a word: behind a small letter or digit, or as the last of a
  /// run of capitals that goes on in small letters (`HTMLText`); the plural `URLs` stays one word.
  private static func startsWord(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    guard isUpper(scalars[index - 1]) else { return true }
    guard index + 1 < scalars.count, isLower(scalars[index + 1]) else { return false }
    let isPlural =
      scalars[index + 1] == "s"
      && (index + 2 >= scalars.count || !isLower(scalars[index + 2]))
    return !isPlural
  }

  /// The words as they stand inside a camel-case name.
  ///
  /// A name all in capitals says nothing about its words' case, nor do long capital words between underscores.
  private static func camelCase(_ words: [String], of name: String) -> [String] {
    let isShouted = !name.unicodeScalars.contains(where: isLower)
    let isSeparated = name.unicodeScalars.contains { !isNamePart($0) }
    return words.map { word in
      let isCapital = !word.unicodeScalars.contains(where: isLower)
      if isCapital, isShouted || (isSeparated && word.unicodeScalars.count > 3) {
        let isAcronym = words.count == 1 && acronyms.contains(word.lowercased())
        return isAcronym ? word : word.lowercased()
      }
      return word
    }
  }

  /// `text` with its first letter in upper case.
  static func capitalized(_ text: String) -> String {
    guard let first = text.first else { return text }
    return first.uppercased() + String(text.dropFirst())
  }

  /// `name`, led by an underscore where it would begin with a digit.
  private static func startable(_ name: String) -> String {
    guard let first = name.unicodeScalars.first, first.properties.numericType != nil else {
      return name
    }
    return first.properties.isAlphabetic ? name : "_" + name
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
      && !scalar.properties.isVariationSelector
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isASCIILetter(scalar) || ("0"..."9").contains(scalar) }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: return !scalar.properties.isVariationSelector
    case .decimalNumber: return true
    default: return scalar.properties.isAlphabetic
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  private static func isASCIILetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? ("A"..."Z").contains(scalar) : scalar.properties.isUppercase
  }

  static func isLower(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? ("a"..."z").contains(scalar) : scalar.properties.isLowercase
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { self &- UInt8(ascii: "A") < 26 }
  fileprivate var isSmall: Bool { self &- UInt8(ascii: "a") < 26 }
  fileprivate var isLetterOrDigit: Bool {
    (self | 0x20) &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10
  }
}
