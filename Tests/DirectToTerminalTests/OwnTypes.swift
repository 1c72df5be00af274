import DirectToTerminal
import Editing
import EntityModel
import FoundationEssentials
import Testing

/// A text out of a few, each with a name of its own.
enum Rating: String, CaseIterable, PropertyValue {
  case general = "G"
  case parental = "PG"
  case restricted = "R"
}

/// Any of many texts.
struct Clock: LosslessStringConvertible, PropertyValue {
  let minutes: Int

  init?(_ text: String) {
    let parts = text.split(separator: ":").map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour),
      (0..<60).contains(minute), text.hasSuffix(minute < 10 ? ":0\(minute)" : ":\(minute)")
    else { return nil }
    minutes = hour * 60 + minute
  }

  var description: String {
    "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }
}

/// A whole number that has a name.
enum Urgency: Int, CaseIterable, PropertyValue {
  case low = 1
  case normal, high
}

/// Several values in one, as JSON.
struct Opening: Codable, PropertyValue, CustomStringConvertible {
  static let storage = PropertyStorage<Opening>.json
  var from: Int
  var to: Int

  var description: String { "from \(from) to \(to)" }

  init(from: Int, to: Int) { (self.from, self.to) = (from, to) }

  init?(typed text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 4, words[0] == "from", words[2] == "to", let from = Int(words[1]),
      let to = Int(words[3])
    else { return nil }
    self.init(from: from, to: to)
  }
}

/// An exact number with what is counted behind it.
struct Francs: RawRepresentable, PropertyValue, CustomStringConvertible {
  let rawValue: Decimal

  init(rawValue: Decimal) { self.rawValue = rawValue }

  init?(typed text: String) {
    guard text.hasSuffix(" Fr."), let amount = Decimal(string: String(text.dropLast(4))) else {
      return nil
    }
    self.init(rawValue: amount)
  }

  var description: String { "\(rawValue) Fr." }
}

/// A binary number.
struct Kilos: RawRepresentable, PropertyValue, CustomStringConvertible {
  let rawValue: Double

  var description: String { "\(rawValue) kg" }
}

/// Some bytes.
struct Tint: RawRepresentable, PropertyValue, CustomStringConvertible {
  static let storage = PropertyStorage<Tint>.blob
  let rawValue: [UInt8]

  init?(rawValue: [UInt8]) {
    guard rawValue.count == 3 else { return nil }
    self.rawValue = rawValue
  }

  init?(typed text: String) {
    let digits = Array(text.dropFirst())
    guard text.first == "#", digits.count == 6 else { return nil }
    let bytes = stride(from: 0, to: 6, by: 2).compactMap {
      UInt8(String(digits[$0..<$0 + 2]), radix: 16)
    }
    self.init(rawValue: bytes)
  }

  var description: String {
    "#" + rawValue.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension Properties {
  var rating: Property<Rating> { Property("rating") }
  var kind: Property<Urgency> { Property("kind") }
}

/// A type of one's own with what stands in a column of it, for a test that all types pass.
struct OwnType: Sendable, CustomTestStringConvertible {
  /// The name of the type; its attribute is called `kind`.
  let name: String
  /// The declared type of the column.
  let column: String
  /// The SQL literals of three rows, in sort order.
  let stored: [String]
  /// The displayed texts of the three rows.
  let shown: [String]
  /// A stored value that is invalid for the type: its SQL literal and its displayed text.
  let bad: (stored: String, shown: String)
  /// The input that replaces the first value: text to type or keys to press, and the resulting SQL literal.
  let entered: (typed: String?, keys: String?, stored: String)
  /// A text that is no value, and what is said of it.
  let refused: (text: String, sentence: String)
  /// Whether a search in lists looks at it: not at bytes.
  var isSearched = true
  let add: @MainActor @Sendable (inout Catalog) -> Void

  var testDescription: String { name }

  static let all = [
    OwnType(
      name: "rating",
      column: "TEXT",
      stored: ["'G'", "'PG'", "'R'"],
      shown: ["G", "PG", "R"],
      bad: ("'X-17'", "X-17"),
      entered: (nil, "P", "'PG'"),
      refused: ("NC-99", "one of G, PG, R")
    ) { $0.add(PropertyType(Rating.self, "rating", category: "Opinion")) },
    OwnType(
      name: "clock",
      column: "VARCHAR(9)",
      stored: ["'10:15'", "'11:30'", "'9:05'"],
      shown: ["10:15", "11:30", "9:05"],
      bad: ("'noon'", "noon"),
      entered: ("12:45", nil, "'12:45'"),
      refused: ("25:99", "a time like 9:30")
    ) { $0.add(PropertyType(Clock.self, "clock", noun: "a time like 9:30")) },
    OwnType(
      name: "urgency",
      column: "INTEGER",
      stored: ["1", "2", "3"],
      shown: ["low", "normal", "high"],
      bad: ("77", "77"),
      entered: (nil, "n", "2"),
      refused: ("urgent", "one of low, normal, high")
    ) { $0.add(PropertyType(Urgency.self, "urgency")) },
    OwnType(
      name: "opening",
      column: "TEXT",
      stored: [#"'{"from":10,"to":12}'"#, #"'{"from":13,"to":17}'"#, #"'{"from":8,"to":9}'"#],
      shown: ["from 10 to 12", "from 13 to 17", "from 8 to 9"],
      bad: (#"'{"from":9'"#, #"{"from":9"#),
      entered: ("from 7 to 20", nil, #"'{"from":7,"to":20}'"#),
      refused: ("always", "a value of the type 'opening'")
    ) {
      $0.add(PropertyType(Opening.self, "opening", reading: { Opening(typed: $0) }))
    },
    OwnType(
      name: "francs",
      column: "DECIMAL(10,2)",
      stored: ["2.5", "10", "12.25"],
      shown: ["2.5 Fr.", "10 Fr.", "12.25 Fr."],
      bad: ("'much'", "much"),
      entered: ("99.75 Fr.", nil, "99.75"),
      refused: ("1 Euro", "a value of the type 'francs'")
    ) { $0.add(PropertyType(Francs.self, "francs", reading: { Francs(typed: $0) })) },
    OwnType(
      name: "kilos",
      column: "REAL",
      stored: ["0.5", "2.0", "1500.25"],
      shown: ["0.5 kg", "2.0 kg", "1500.25 kg"],
      bad: ("'heavy'", "heavy"),
      entered: ("7.125", nil, "7.125"),
      refused: ("1 pound", "a value of the type 'kilos'")
    ) {
      $0.add(
        PropertyType(
          Kilos.self,
          "kilos",
          reading: { text in
            text.hasSuffix(" kg") ? Double(text.dropLast(3)).map { Kilos(rawValue: $0) } : nil
          }
        )
      )
    },
    OwnType(
      name: "tint",
      column: "BLOB",
      stored: ["X'0000FF'", "X'00FF00'", "X'FF8000'"],
      shown: ["#0000ff", "#00ff00", "#ff8000"],
      bad: ("X'FFFF'", "FFFF"),
      entered: ("#123456", nil, "X'123456'"),
      refused: ("red", "a value of the type 'tint'"),
      isSearched: false
    ) { $0.add(PropertyType(Tint.self, "tint", reading: { Tint(typed: $0) })) },
  ]

  /// The program's catalog with the type.
  @MainActor var catalog: Catalog {
    var catalog = Catalog.builtIn
    add(&catalog)
    return catalog
  }

  /// Three rows with values and one with what is none.
  var script: String {
    let rows = (stored + [bad.stored]).enumerated().map { "(\($0 + 1), 'row \($0 + 1)', \($1))" }
    return """
      CREATE TABLE thing(id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind \(column));
      INSERT INTO thing VALUES \(rows.joined(separator: ", "));
      """
  }

  /// The model that says of which type the column is.
  var model: String {
    #"{"entities": [{"name": "Thing", "table": "thing", "attributes": [{"name": "kind", "type": "\#(name)"}]}]}"#
  }
}

extension Application {
  /// The program with what a catalog has.
  @MainActor static func adding(_ catalog: Catalog) -> Application {
    var application = Application.d2t
    application.catalog = catalog
    return application
  }
}
