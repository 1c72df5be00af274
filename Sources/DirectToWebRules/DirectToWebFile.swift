package import Diagnostics
package import PropertyLists

/// A rule file of Direct to Web: the rules of a `.d2wmodel`, and what is wrong with them.
package struct DirectToWebFile: Sendable {
  /// The whole list.
  package let document: PropertyListDocument
  /// Every rule that has a key and an assignment, in the order of the file.
  package private(set) var rules: [DirectToWebRule] = []
  /// Rules that are not as they should be.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Whether a file of that name holds rules of Direct to Web as a property list.
  package static func isNamed(_ name: String) -> Bool {
    name.lowercased().hasSuffix(".d2wmodel")
  }

  /// The text in which the places of a file's rules are given; of a binary list the same list as XML.
  ///
  /// - Throws: The fault that keeps the bytes from being a property list.
  package static func source(
    of bytes: [UInt8],
    name: String
  ) throws(MalformedDocument) -> SourceText {
    try PropertyListDocument(reading: bytes, name: name).source
  }

  /// Reads a text.
  ///
  /// - Throws: The fault that keeps it from being a property list.
  package init(reading source: SourceText) throws(MalformedDocument) {
    try self.init(PropertyListDocument(reading: source))
  }

  /// Reads the rules of a property list.
  package init(_ document: PropertyListDocument) {
    self.document = document
    guard let nodes = ruleNodes() else { return }
    for node in nodes { read(node) }
  }

  private mutating func ruleNodes() -> [PropertyList]? {
    if let nodes = document.root.array { return nodes }
    guard let dictionary = document.root.dictionary else {
      report(
        "a rule file of Direct to Web is a dictionary with `rules`, not \(document.root.kind)",
        at: document.root.span
      )
      return nil
    }
    guard let rules = dictionary["rules"] else {
      if !dictionary.entries.isEmpty {
        report(
          "not a Direct to Web rule file: the dictionary has no `rules`",
          at: dictionary.entries[0].keySpan
        )
      }
      return nil
    }
    guard let nodes = rules.array else {
      report("`rules` must be an array of rules, not \(rules.kind)", at: rules.span)
      return nil
    }
    return nodes
  }

  private mutating func read(_ node: PropertyList) {
    guard let dictionary = node.dictionary else {
      return report("a rule is a dictionary, not \(node.kind)", at: node.span)
    }
    guard let assignment = dictionary["rhs"], assignment.dictionary != nil else {
      return report(
        "this rule has no assignment (`rhs`) and does nothing",
        at: dictionary["rhs"]?.span ?? node.span,
        .warning
      )
    }
    guard let key = (assignment["keyPath"] ?? assignment["key"])?.text else {
      return report(
        "this rule's assignment has no `keyPath` and does nothing",
        at: assignment.span,
        .warning
      )
    }
    if key.isEmpty {
      report(
        "this rule's assignment has an empty `keyPath` and does nothing",
        at: assignment.span,
        .warning
      )
    }
    let (condition, isEnabled) = Self.enabling(dictionary["lhs"])
    rules.append(
      DirectToWebRule(
        author: author(dictionary["author"], of: key),
        key: key,
        className: className(of: assignment, in: node),
        isEnabled: isEnabled,
        documentation: dictionary["documentation"]?.string,
        condition: condition,
        value: assignment["value"],
        assignmentSpan: assignment.span,
        node: node
      )
    )
    checkClass(of: node)
    for entry in dictionary.repetitions {
      report(
        "`\(entry.key)` occurs twice in this rule; the last is used",
        at: entry.keySpan,
        .warning
      )
    }
  }

  /// Wonder replaces a class that is missing by `Assignment` and keeps its name elsewhere.
  private func className(of assignment: PropertyList, in node: PropertyList) -> String {
    let kept = node["assignmentClassName"] ?? assignment["assignmentClassName"]
    return (kept ?? assignment["class"])?.string ?? Self.plainClass
  }

  private mutating func checkClass(of node: PropertyList) {
    guard let name = node["class"]?.string, DirectToWebRule.lastName(of: name) != "Rule",
      DirectToWebRule.lastName(of: name) != "ERD2WRule"
    else { return }
    report(
      "the class of a rule is `\(Self.ruleClass)`, not `\(name)`; it is read as a rule",
      at: node["class"]?.span ?? node.span
    )
  }

  private mutating func author(_ author: PropertyList?, of key: String) -> Int {
    guard let author else { return 0 }
    let written = author.text ?? ""
    if let number = Int(written.filter { !$0.isWhitespace }) { return number }
    if let number = Double(written), let whole = Int(exactly: number.rounded()) { return whole }
    report(
      "the author of a rule is a whole number, not `\(written.prefix(40))`; 0 is used",
      at: author.span,
      .warning
    )
    return 0
  }

  private mutating func report(
    _ message: String,
    at span: SourceSpan,
    _ severity: Diagnostic.Severity = .error
  ) {
    diagnostics.append(
      Diagnostic(severity, id: "syntax", message, source: document.source, span: span)
    )
  }

  static let ruleClass = "com.webobjects.directtoweb.Rule"
  static let plainClass = "com.webobjects.directtoweb.Assignment"

  /// The condition without `RuleIsDisabled = 'YES'`, and whether that was not there.
  static func enabling(_ condition: PropertyList?) -> (condition: PropertyList?, isEnabled: Bool) {
    guard let condition else { return (nil, true) }
    if isDisabling(condition) { return (nil, false) }
    guard DirectToWebQualifiers.kind(of: condition) == "AndQualifier",
      let parts = condition["qualifiers"]?.array, let place = parts.firstIndex(where: isDisabling)
    else { return (condition, true) }
    var rest = parts
    rest.remove(at: place)
    if rest.count == 1 { return (rest[0], false) }
    guard !rest.isEmpty else { return (nil, false) }
    return (condition.replacing("qualifiers", by: PropertyList(.array(rest))), false)
  }

  private static func isDisabling(_ qualifier: PropertyList) -> Bool {
    DirectToWebQualifiers.kind(of: qualifier) == "KeyValueQualifier"
      && qualifier["key"]?.string == "RuleIsDisabled" && qualifier["value"]?.boolean == true
  }
}

extension PropertyList {
  /// The dictionary with another value for `key`, which it has.
  fileprivate func replacing(_ key: String, by value: PropertyList) -> PropertyList {
    guard let dictionary else { return self }
    let entries = dictionary.entries.map { entry in
      entry.key == key
        ? PropertyListDictionary.Entry(key, value, keySpan: entry.keySpan) : entry
    }
    return PropertyList(.dictionary(PropertyListDictionary(entries)), span: span)
  }
}
