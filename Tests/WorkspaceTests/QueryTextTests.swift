import Qualifiers
import Testing
import Workspace

/// Tests how texts in the fields of a query page become conditions.
@MainActor
struct QueryTextTests {
  /// A question in words.
  private func told(_ asked: QueryText) -> String {
    switch asked {
    case .not(let inner): "not(\(told(inner)))"
    case .any(let parts): "any(\(parts.map(told).joined(separator: "; ")))"
    case .value(let text): "value \(text)"
    case .comparison(let comparison, let text): "\(comparison.rawValue) \(text)"
    case .range(let low, let high): "from \(low) to \(high)"
    case .ends(let text, let atStart, let atEnd):
      "\(atStart ? "begins" : "")\(atStart && atEnd ? " and " : "")\(atEnd ? "ends" : "") with \(text)"
    case .matches(let pattern): "matches \(pattern)"
    case .empty: "empty"
    case .null: "null"
    }
  }

  @Test(arguments: [
    ("am", "value am"), ("  am ", "value am"), ("=amber", "= amber"), (">= 90", ">= 90"),
    ("<90", "< 90"), ("!am", "not(value am)"), ("! =am", "not(= am)"), ("^am", "begins with am"),
    ("e$", "ends with e"), ("^am$", "begins and ends with am"), ("/^[AB]/", "matches ^[AB]"),
    ("!/a/", "not(matches a)"), ("=", "empty"), ("!=", "not(empty)"), ("∅", "null"),
    ("!∅", "not(null)"), ("a..b", "from a to b"), ("..b", "from  to b"), ("a..", "from a to "),
    ("1...5", "from 1. to 5"), ("..", "value .."), ("a,b", "any(value a; value b)"),
    ("=a,b", "any(= a; = b)"), ("!a,b", "not(any(value a; value b))"),
    ("∅,a", "any(null; value a)"), ("\"a, b\"", "value a, b"), ("='a, b',c", "any(= a, b; = c)"),
    (">'=1'", "> =1"), ("a,,b", "any(value a; value b)"), ("$", "ends with $"), ("//", "value //"),
    ("/a,b/", "matches a,b"), ("1..2,5", "any(from 1 to 2; value 5)"),
  ])
  func `A text is a question of one kind or several`(text: String, question: String) throws {
    #expect(try told(QueryText(text)) == question)
  }

  @Test(arguments: ["!", "! ", ">", "<= ", ",", " , ,", "!>", "/(/"])
  func `A sign without anything beside it, or a faulty pattern, is refused`(text: String) {
    #expect(throws: PromptRefusal.self) { try QueryText(text) }
  }

  @Test func `A separator that belongs to a value parts nothing`() throws {
    let isOne = { (text: String) in text == "1,5" }
    #expect(try told(QueryText("1,5", separators: [","], unless: isOne)) == "value 1,5")
    #expect(try told(QueryText(">1,5", separators: [","], unless: isOne)) == "> 1,5")
    #expect(try told(QueryText("1,5..2", separators: [";"])) == "from 1,5 to 2")
    #expect(try told(QueryText("1,5; 2", separators: [";", ","])) == "any(value 1,5; value 2)")
  }
}
