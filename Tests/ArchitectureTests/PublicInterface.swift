import Glibc

/// The public interface of the package as an application sees it, one line for each declaration.
enum PublicInterface {
  /// The file that lists it.
  static let path = "docs/api.txt"

  /// The modules that `import DirectToTerminal` brings, the one for tests of applications, and what these speak of in public.
  static func modules() throws -> Set<String> {
    let sources = try SourceTree.sources.get()
    let targets = Set(sources.map(\.target))
    var modules: Set<String> = []
    var waiting = ["DirectToTerminal", "DirectToTerminalTesting"]
    while let module = waiting.popLast() {
      guard targets.contains(module), modules.insert(module).inserted else { continue }
      for file in sources where file.target == module {
        waiting += file.imports.filter { file.code[$0.line - 1].contains("public import") }
          .map(\.module)
      }
    }
    return modules
  }

  /// The text of the file: its fingerprint, and the declarations in the order of their names.
  static func text() throws -> String {
    let modules = try modules()
    var lines: [String] = []
    for file in try SourceTree.sources.get() where modules.contains(file.target) {
      var reader = Reader(file.code, in: file.target)
      lines += reader.declarations()
    }
    let listed = lines.sorted().joined(separator: "\n")
    return "interface \(fingerprint(of: listed))\n\n\(listed)\n"
  }

  /// Eight digits that are others for every other text: FNV-1a.
  static func fingerprint(of text: String) -> String {
    let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// The declarations of one file that are public: by their own word, or as cases and requirements of what is.
  struct Reader {
    private let code: [String]
    private let module: String
    private var scopes: [Scope] = []
    private var depth = 0

    /// A declaration whose members stand in braces.
    private struct Scope {
      let name: String
      let depth: Int
      /// Whether it is a public protocol, whose members are all public without the word.
      ///
      /// The cases of a public enum are too.
      let isProtocol: Bool
      let isEnum: Bool
    }

    init(_ code: [String], in module: String) {
      (self.code, self.module) = (code, module)
    }

    mutating func declarations() -> [String] {
      var found: [String] = []
      for index in code.indices {
        let words = code[index].split { !($0.isLetter || $0.isNumber || $0 == "_") }
        let inner = scopes.last
        let isMember =
          inner.map { scope in
            scope.depth == depth
              && (scope.isProtocol || scope.isEnum && words.first.map(Self.cases.contains) ?? false)
          } ?? false
        let isListed =
          words.first.map(Self.beginners.contains) ?? false
          && (words.prefix(4).contains("public") || isMember)
        if isListed, !words.contains("import") {
          found.append(
            "\(module) \(scopes.map(\.name).joined(separator: ".")): \(signature(at: index))"
          )
        }
        open(words, at: index)
      }
      return found.map { $0.replacing(" : ", with: ": ") }
    }

    /// Counts the braces of a line, and enters the type or extension that it declares.
    private mutating func open(_ words: [Substring], at index: Int) {
      let kind = words.firstIndex(where: Self.scopeKinds.contains)
      var name: String?
      if let kind, kind + 1 < words.count, words[..<kind].allSatisfy(Self.modifiers.contains) {
        name = words[kind] == "extension" ? extended(at: index) : String(words[kind + 1])
      }
      let isPublic = words.contains("public")
      func scope(_ name: String, at depth: Int) -> Scope {
        Scope(
          name: name,
          depth: depth,
          isProtocol: isPublic && words.contains("protocol"),
          isEnum: isPublic && words.contains("enum")
        )
      }
      for character in code[index] {
        if character == "{" {
          depth += 1
          if let named = name {
            scopes.append(scope(named, at: depth))
            name = nil
          }
        } else if character == "}" {
          if scopes.last?.depth == depth { scopes.removeLast() }
          depth -= 1
        }
      }
      if let named = name {
        // The brace stands in a line below.
        scopes.append(scope(named, at: depth + 1))
      }
    }

    /// Returns the type that an extension extends, with its conditions.
    private func extended(at index: Int) -> String {
      let text = signature(at: index)
      return text.firstRange(of: "extension ").map { String(text[$0.upperBound...]) } ?? text
    }

    /// The declaration that begins in a line, up to its body or value, in one line.
    private func signature(at start: Int) -> String {
      var text = ""
      var nesting = 0
      scan: for index in start..<code.count {
        for character in code[index] {
          switch character {
          case "(", "[": nesting += 1
          case ")", "]": nesting -= 1
          case "{" where nesting == 0: break scan
          default: break
          }
          text.append(character)
        }
        text.append(" ")
        let next = index + 1 < code.count ? code[index + 1].drop(while: { $0 == " " }) : ""
        let goesOn = ["->", "where", "async", "throws", ":", ",", "&"].contains(
          where: next.hasPrefix
        )
        if nesting == 0, !goesOn { break }
      }
      let isProperty = text.split(separator: " ").prefix(5).contains { $0 == "let" || $0 == "var" }
      let value = isProperty ? text.firstRange(of: " = ") : nil
      let plain = value.map { String(text[..<$0.lowerBound]) } ?? text
      return plain.split(separator: " ").filter { $0 != "public" }.joined(separator: " ")
        .replacing("( ", with: "(").replacing(" )", with: ")")
    }

    private static let cases: Set<Substring> = ["case", "indirect"]
    private static let scopeKinds: Set<Substring> = [
      "actor", "class", "enum", "extension", "protocol", "struct",
    ]
    private static let modifiers: Set<Substring> = [
      "MainActor", "convenience", "dynamicMemberLookup", "fileprivate", "final", "indirect",
      "internal", "nonisolated", "package", "preconcurrency", "private", "propertyWrapper",
      "public", "resultBuilder",
    ]
    private static let beginners = modifiers.union(scopeKinds).union([
      "associatedtype", "case", "func", "init", "infix", "inlinable", "let", "mutating", "prefix",
      "set", "static", "subscript", "typealias", "var", "weak", "ViewBuilder", "RuleBuilder",
      "discardableResult",
    ])
  }
}
