import Pages
import EntityModel
import EntityStore
import Workspace

/// A file to be attached, as the command line names it: `archive=old.db`, or `old.db`.
struct Attachment: Sendable, Hashable {
  /// The schema name for its tables; `nil` to use the file's name.
  var name: String?
  /// The file.
  var path: String

  /// Reads `NAME=FILE` or `FILE`; what stands before the `=` is a name unless it has a slash in it.
  ///
  /// - Throws: ``UsageError`` for a name that SQLite keeps for itself, or that cannot stand before a point.
  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].contains("/") else {
      guard !text.isEmpty else {
        throw UsageError("--attach takes [NAME=]FILE; the file is missing")
      }
      path = text
      return
    }
    let name = String(parts[0])
    path = String(parts[1])
    guard !name.isEmpty else { throw UsageError("--attach \(text): the name before '=' is empty") }
    guard !path.isEmpty else {
      throw UsageError("--attach \(text): the file after '=' is missing")
    }
    guard !Self.reserved.contains(name.lowercased()) else {
      throw UsageError("--attach \(text): '\(name)' is reserved by SQLite; choose another name")
    }
    guard name == Self.identifier(name) else {
      throw UsageError(
        "--attach \(text): a name takes letters, digits and '_', and no digit first; "
          + "for a file with '=' in its name write NAME=FILE or put ./ before it"
      )
    }
    self.name = name
  }

  /// The schema names that SQLite reserves.
  private static let reserved: Set<String> = [TableName.mainSchema, "temp"]

  /// The text as a name: what is no letter or digit becomes `_`.
  private static func identifier(_ text: String) -> String {
    var name = ""
    for character in text {
      let isPart = character.isLetter || character.isNumber
      if isPart || name.last != "_" || character == "_" { name.append(isPart ? character : "_") }
    }
    return name.first?.isNumber == true ? "_" + name : name
  }

  /// The files with a name for each: where none is given, the file's own without its ending, made unique.
  ///
  /// - Throws: ``UsageError`` for a name that is given twice.
  static func files(_ attachments: [Attachment]) throws(UsageError) -> [AttachedFile] {
    var taken = reserved
    for name in attachments.compactMap(\.name) {
      guard taken.insert(name.lowercased()).inserted else {
        throw UsageError("--attach: two files have the name '\(name)'; write NAME=FILE")
      }
    }
    return attachments.map { attachment in
      if let name = attachment.name { return AttachedFile(name: name, path: attachment.path) }
      let stem = identifier(DatabaseSource.file(attachment.path).title)
      let plain = stem.contains { $0 != "_" } ? stem : "attached"
      var name = plain
      var number = 2
      while !taken.insert(name.lowercased()).inserted {
        name = "\(plain)_\(number)"
        number += 1
      }
      return AttachedFile(name: name, path: attachment.path)
    }
  }
}
