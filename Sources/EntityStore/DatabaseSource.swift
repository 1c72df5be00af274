/// The source of a database to open: the path of a file, a URL, or an SQL script that creates it in memory.
package struct DatabaseSource: Sendable, Hashable {
  /// The scheme of its URL; `nil` for the kind of database that needs none.
  package let scheme: String?
  /// The address of the database for its kind, often a file path.
  ///
  /// For a database made by a script it is the title.
  package let address: String
  /// The statements that make it in memory; it is written nowhere then.
  package let script: String?

  /// A database file.
  package static func file(_ path: String) -> Self {
    Self(scheme: nil, address: path, script: nil)
  }

  /// A database in memory, made by running a script.
  ///
  /// The title stands for the file's name.
  package static func script(_ script: String, title: String) -> Self {
    Self(scheme: nil, address: title, script: script)
  }

  /// A database of the kind that has the scheme.
  package static func url(_ scheme: String, _ address: String) -> Self {
    Self(scheme: scheme, address: address, script: nil)
  }

  /// The name for people: the file's without its folder and ending.
  package var title: String {
    guard script == nil else { return address }
    let name = address.split(separator: "/").last.map(String.init) ?? address
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The path or URL; `nil` for a database that a script makes.
  package var url: String? { script == nil ? (scheme.map { $0 + ":" } ?? "") + address : nil }

  /// The scheme that a name begins with, `sqlite` in `sqlite:shop.db`; `nil` for a path.
  package static func scheme(of name: String) -> String? {
    guard let colon = name.firstIndex(of: ":") else { return nil }
    let scheme = name[..<colon]
    guard scheme.count > 1, scheme.first?.isLetter == true,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "-") })
    else { return nil }
    return scheme.lowercased()
  }
}
