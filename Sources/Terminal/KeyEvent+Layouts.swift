extension KeyEvent {
  /// The key that stands at the same place of a keyboard with Latin letters; nil for those of ASCII and unknown ones.
  ///
  /// Commands work without switching from another alphabet: `о` is where `j` is.
  package var onLatinKeyboard: KeyEvent? {
    guard case .character(let character) = key, let latin = Self.latin[character] else {
      return nil
    }
    return KeyEvent(.character(latin), modifiers)
  }

  private static let latin: [Character: Character] = {
    var keys: [Character: Character] = [:]
    for (letters, places) in layouts {
      for (letter, place) in zip(letters, places) where !letter.isASCII { keys[letter] = place }
    }
    return keys
  }()

  private static let layouts: [(letters: String, places: String)] = [
    // Russian, with what Ukrainian and Belarusian have in other places.
    ("йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"),
    ("ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ№", "QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>~#"),
    ("іїєґўІЇЄҐЎ", "s]'\\oS}\"|O"),
    ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
    ("ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ", "ERTYUIOPASDFGHJKLZXCVBNM"),
    ("קראטוןםפשדגכעיחלךףזסבהנמצתץ", "ertyuiopasdfghjkl;'zxcvbnm,."),
  ]
}
