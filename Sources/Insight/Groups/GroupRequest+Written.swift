import Diagnostics

/// The fault of a text that is no request for groups.
package struct GroupRequestFault: Error, Hashable {
  /// The part that is wrong and what would be right, as a sentence without a full stop.
  package let message: String
  /// The place of the part in the text, in UTF-8 bytes; `nil` for a name in its order.
  package var place: Int?
}

// `yearMonth(closedAt), owner.name across stage sum(value) count -sum(value) limit 10`
extension GroupRequest {
  /// Words that are no keys unless they stand in parentheses.
  private static let words = ["across", "by", "count", "limit"]

  /// Reads a request: keys between commas, `across` a key, aggregates, `-` or `+` an order, `limit` a number.
  package init(written text: String) throws(GroupRequestFault) {
    self.init()
    var parts = try WrittenPart.parts(of: text)[...]
    // A key stands at the beginning, behind a comma, or behind something that is no key.
    var takesKey = true
    while let part = parts.popFirst() {
      let startsKey = takesKey || part.followsComma
      takesKey = true
      if part.text == "across" || part.text == "by" || part.text == "limit" {
        guard let next = parts.popFirst(), !next.followsComma else {
          let example = part.text == "limit" ? "limit 10" : "\(part.text) state"
          throw part.fault("nothing stands after '\(part.text)'; write \(example)")
        }
        try take(next, after: part)
        takesKey = part.text != "by"
      } else if let aggregate = WrittenAggregate(part.text) {
        aggregates.append(aggregate)
      } else if let sign = part.text.first, sign == "-" || sign == "+" {
        try takeOrder(part, sign)
      } else if startsKey {
        keys.append(part.unwrapped)
        takesKey = false
      } else {
        throw part.faultOfNoKey
      }
    }
    guard !isEmpty else {
      throw GroupRequestFault(
        message: "nothing is asked for; write a key or an aggregate: state, or count",
        place: 0
      )
    }
  }

  private mutating func take(_ part: WrittenPart, after word: WrittenPart)
    throws(GroupRequestFault)
  {
    switch word.text {
    case "across":
      guard across == nil else {
        throw word.fault("only one key runs across; leave out all 'across' but one")
      }
      across = part.unwrapped
    case "by": keys.append(part.unwrapped)
    default:
      guard let number = Int(part.text), number > 0 else {
        throw part.fault("limit takes a whole number from 1, not '\(part.text)'")
      }
      limit = number
    }
  }

  private mutating func takeOrder(_ part: WrittenPart, _ sign: Character)
    throws(GroupRequestFault)
  {
    let name = WrittenPart(text: String(part.text.dropFirst()), place: part.place).unwrapped
    guard !name.isEmpty else {
      throw part.fault(
        "nothing stands after '\(sign)'; write \(sign)count, and put an expression with blanks in parentheses"
      )
    }
    let isSigned = name.first == "-" || name.first == "+"
    order.append(sign == "-" ? "-" + name : isSigned ? "+" + name : name)
  }

  /// The request as ``init(written:)`` reads it again.
  package var written: String {
    var parts = keys.isEmpty ? [] : [keys.map(Self.wrapped).joined(separator: ", ")]
    parts += across.map { ["across " + Self.wrapped($0)] } ?? []
    parts += aggregates.map(\.name)
    parts += order.map(Self.parts(ofOrder:)).map { name, isDescending in
      (isDescending ? "-" : "+") + Self.wrappedName(name)
    }
    parts += limit.map { ["limit \($0)"] } ?? []
    return parts.joined(separator: " ")
  }

  /// The expression of a key, in parentheses where it would be read as something else.
  private static func wrapped(_ text: String) -> String {
    let isKey =
      !words.contains(text) && text.first != "-" && text.first != "+"
      && WrittenAggregate(text) == nil
    return isKey ? wrappedName(text) : "(\(text))"
  }

  /// The text, in parentheses where it would be read as several parts.
  private static func wrappedName(_ text: String) -> String {
    let parts = (try? WrittenPart.parts(of: text)) ?? []
    let isOne = parts.count == 1 && parts[0].text == text && parts[0].unwrapped == text
    return isOne ? text : "(\(text))"
  }

  /// The parts of a link to the groups: `by=state`, `across=year(day)`, `count`, `sum=total`.
  package var linkParts: [String] {
    (keys.isEmpty ? [] : ["by=" + keys.joined(separator: ",")])
      + (across.map { ["across=\($0)"] } ?? [])
      + aggregates.map { aggregate in
        aggregate.function.optionName + (aggregate.operand.map { "=\($0)" } ?? "")
      }
  }
}

/// A part of a written request between blanks and commas outside quotes and parentheses.
private struct WrittenPart {
  let text: String
  /// The first byte in UTF-8.
  let place: Int
  /// Whether a comma stands before it.
  var followsComma = false

  func fault(_ message: String) -> GroupRequestFault {
    GroupRequestFault(message: message, place: place)
  }

  /// The refusal of a part that stands where a key needs a comma before it.
  var faultOfNoKey: GroupRequestFault {
    let function = text.prefix { $0 != "(" }
    if WrittenAggregate.functions.contains(where: { $0.optionName == function }) {
      return fault("'\(text)' summarizes nothing; write a property: \(function)(price)")
    }
    let near = nearestName(to: String(function), in: WrittenAggregate.functions.map(\.optionName))
    if let near, text.hasSuffix(")") {
      return fault(
        "'\(text)' is no aggregate; did you mean '\(near)\(text.dropFirst(function.count))'?"
      )
    }
    return fault(
      "'\(text)' is no aggregate; put a comma before a key, and an expression with blanks in parentheses"
    )
  }

  /// The text without parentheses around all of it.
  var unwrapped: String {
    guard text.first == "(", text.last == ")" else { return text }
    var scan = TextScan()
    for character in text.dropLast() {
      scan.take(character)
      if scan.depth == 0 { return text }
    }
    return String(text.dropFirst().dropLast())
  }

  static func parts(of text: String) throws(GroupRequestFault) -> [WrittenPart] {
    var (parts, part): ([WrittenPart], String) = ([], "")
    var scan = TextScan()
    var (place, start, followsComma) = (0, 0, false)
    func finish() {
      guard !part.isEmpty else { return }
      parts.append(WrittenPart(text: part, place: start, followsComma: followsComma))
      (part, followsComma) = ("", false)
    }
    for character in text {
      if scan.isOutside, character == " " || character == "," {
        finish()
        followsComma = followsComma || character == ","
      } else {
        if part.isEmpty { start = place }
        part.append(character)
        scan.take(character)
      }
      place += character.utf8.count
    }
    guard scan.isOutside else {
      let open = scan.quote.map { "the quote \($0)" } ?? "a parenthesis"
      throw GroupRequestFault(message: "\(open) is not closed in '\(part)'", place: start)
    }
    finish()
    return parts
  }
}
