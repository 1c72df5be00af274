package import Qualifiers

/// The type of a column, inferred from its declaration, its name and a few of its values.
///
/// Some databases, such as SQLite, accept any declaration. It is first read with the meaning it has in other database systems
/// (`VARCHAR(30)`, `DECIMAL(10,2)`, `TINYINT(1)`, `UNIQUEIDENTIFIER`). Then the words in it decide: `INT`, `CHAR`, `TEXT`,
/// `BLOB`, `REAL`.
package struct ColumnType: Sendable, Hashable {
  /// The type of the values.
  package var type: AttributeType
  /// How it is stored.
  package var storage: StorageFormat
  /// Longest text, when declared.
  package var width: Int?
  /// Digits behind the point, when declared.
  package var scale: Int?
  /// The only values allowed, when the declaration says so.
  package var choices: [Value]
  /// Whether values of the column decided.
  package var isFound = false
  /// Whether all moments looked at were midnight.
  package var isWholeDay = false
  /// Whether 0 and -1 stand for no moment.
  package var zeroIsNever = false
  /// The parts of a time that most texts of the column omit.
  package var omissions: TimeOmissions = []
  /// The open question that sample values can answer; `nil` when declaration and name are enough.
  var question: Question?

  /// A question about a column's type that only sample values can answer, such as the format of its dates.
  enum Question: Sendable, Hashable {
    /// The form of dates in the file.
    case dateFormat
    /// Whether numbers or text are dates, as the name suggests: that of a clock may count from when a device was started.
    case maybeDate(isClock: Bool)
    /// Whether texts are days or moments as ISO 8601 writes them, of which the name says nothing: as few as `few` may be.
    case maybeMoment(few: Int)
    /// Whether all values are 0 and 1.
    case bool
    /// Whether all values of a column for bytes are texts or numbers, or of one for UUIDs bytes.
    case storedKind
    /// Anything.
    case anything
    /// Anything, perhaps dates, as the name suggests.
    case anythingOrDate
  }

  /// A type of which everything is known.
  package init(
    _ type: AttributeType,
    storage: StorageFormat = .native,
    width: Int? = nil,
    scale: Int? = nil,
    choices: [Value] = []
  ) {
    (self.type, self.storage, self.width, self.scale) = (type, storage, width, scale?.asPlaces)
    self.choices = choices
  }

  /// Infers the type from the declaration and the name of a column.
  package init(declared declaration: String, columnName: String) {
    self = ColumnType(declared: declaration).refined(byName: columnName)
  }

  /// Infers the type from the declaration of a column.
  package init(declared declaration: String) { self = Self.declared(TypeDeclaration(declaration)) }

  /// Makes texts of moments that are written with their offset from UTC.
  mutating func keepOffsetsAsText() {
    if storage.hasOffset { keepMomentsAsText() }
  }

  /// Makes days and moments the texts that they are.
  mutating func keepMomentsAsText() {
    guard type.kind.isTime else { return }
    (type, storage, isWholeDay, omissions) = (.string, .native, false, [])
  }

  /// Whether a few values of the column would tell more.
  package var needsSample: Bool { question != nil }

  /// Whether declaration and name leave open what it holds, as they do not where a text may be a moment.
  package var isOpen: Bool {
    if case .maybeMoment = question { return false }
    return needsSample
  }

  private static func declared(_ declaration: TypeDeclaration) -> ColumnType {
    if declaration.base.isEmpty { return ColumnType(.any, asking: .anything) }
    if let type = special(declaration) { return type }
    let name = declaration.base
    // `INTEGER_OR_TEXT`: a declaration that says both means both.
    let kinds = [["int", "real", "floa", "doub", "num"], ["text", "char", "string"], ["blob"]]
    guard kinds.count(where: { $0.contains(where: name.contains(word:)) }) < 2 else {
      return ColumnType(.any)
    }
    if name.contains(word: "int"), !name.contains(word: "point") {
      return ColumnType(.integer)
    }
    if ["char", "text", "clob", "string"].contains(where: name.contains(word:)) {
      return ColumnType(.string, width: declaration.length)
    }
    if ["blob", "binary", "bytea", "image"].contains(where: name.contains(word:)) {
      return ColumnType(.blob, asking: .storedKind)
    }
    if ["real", "floa", "doub"].contains(where: name.contains(word:)) {
      return ColumnType(.number, scale: declaration.scale)
    }
    return ColumnType(.any, asking: .anything)
  }

  private init(_ type: AttributeType, asking: Question) {
    self.init(type)
    question = asking
  }

  private init(declared type: AttributeType) {
    self.init(type, storage: type.traits.storage)
    question = type.traits.question
  }

  /// Declarations that name a type of their own, ahead of the words that are part of others.
  private static func special(_ declaration: TypeDeclaration) -> ColumnType? {
    if let type = AttributeType.declared(as: declaration.base) { return ColumnType(declared: type) }
    switch declaration.base {
    case "tinyint" where declaration.length == 1: return ColumnType(declared: .bool)
    case let name where name.hasPrefix("datetime") || name.hasPrefix("timestamp"):
      return ColumnType(declared: .timestamp)
    case "decimal", "dec", "numeric", "number", "money", "smallmoney", "currency":
      return exact(declaration)
    case "enum": return ColumnType(.string, choices: declaration.quoted.map(Value.string))
    case "geometry", "point", "linestring", "polygon", "multipoint", "multilinestring",
      "multipolygon", "geometrycollection":
      return ColumnType(.blob, asking: .anything)
    case "interval", "hstore", "set", "inet", "cidr", "macaddr": return ColumnType(.string)
    case let name where name.hasPrefix("varchar") || name.hasPrefix("nvarchar"):
      // NVARCHAR(MAX) and widths beyond a screenful are prose.
      let isLong = declaration.arguments == ["max"] || (declaration.length ?? 0) > 1000
      return isLong ? ColumnType(.text, width: declaration.length) : nil
    default: return nil
    }
  }

  /// `NUMERIC(10)` and `NUMERIC(10,0)` are whole numbers; without arguments anything exact is.
  private static func exact(_ declaration: TypeDeclaration) -> ColumnType {
    let isMoney = ["money", "smallmoney", "currency"].contains(declaration.base)
    if isMoney { return ColumnType(.decimal, scale: declaration.scale ?? 2) }
    if declaration.length != nil, (declaration.scale ?? 0) == 0 { return ColumnType(.integer) }
    return ColumnType(.decimal, scale: declaration.scale)
  }
}

/// The parts of a declared type: `DECIMAL(10, 2) UNSIGNED` has the base `decimal` and the arguments `10` and `2`.
struct TypeDeclaration {
  /// The words before the parentheses in small letters, single spaces between them, without modifiers.
  let base: String
  /// The arguments in the parentheses, in lowercase.
  let arguments: [String]
  /// The texts in single quotes of an `ENUM('a', 'b')`.
  let quoted: [String]

  init(_ text: String) {
    let open = text.firstIndex(of: "(") ?? text.endIndex
    let inner = text[open...].dropFirst().prefix { $0 != ")" }
    let modifiers: Set<Substring> = ["unsigned", "signed", "zerofill", "null", "native"]
    base = text[..<open].lowercased().split(whereSeparator: \.isWhitespace)
      .filter { !modifiers.contains($0) }.joined(separator: " ")
    arguments = inner.lowercased().split(separator: ",").map {
      $0.filter { !$0.isWhitespace }
    }
    let pieces = inner.split(separator: "'", omittingEmptySubsequences: false)
    quoted = stride(from: 1, to: pieces.count, by: 2).map { String(pieces[$0]) }
  }

  /// The first argument as a number that can be a length.
  var length: Int? { arguments.first.flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } }
  /// The second argument as a number.
  var scale: Int? { arguments.count > 1 ? Int(arguments[1]) : nil }
}

extension String {
  /// Whether the bytes of `word` occur; many times as fast as searching by characters.
  fileprivate func contains(word: String) -> Bool {
    let (text, word) = (Array(utf8), Array(word.utf8))
    guard text.count >= word.count else { return false }
    return (0...(text.count - word.count)).contains { text[$0...].starts(with: word) }
  }
}

extension Int {
  /// The number as digits behind a point; `nil` for more than any number has, which tell nothing.
  var asPlaces: Int? { (0...38).contains(self) ? self : nil }
}
