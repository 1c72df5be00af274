import EntityModel
import Testing

import EntityStore
@testable import SQLiteStore

struct ColumnCommentsTests {
  @Test(
    arguments: [
      ("a INT, -- the first\nb TEXT -- the second\n", ["a": "the first", "b": "the second"]),
      ("a INT /* one */, b TEXT /* two */", ["a": "one", "b": "two"]),
      ("a INT, /* one */ b TEXT", ["a": "one"]),
      ("a INT NOT NULL -- one\n  CHECK (a > 0), -- and more\n b", ["a": "one and more"]),
      ("-- heading\na INT,\n-- gone TEXT,\nb TEXT", [:]),
      ("a TEXT DEFAULT '-- no', b TEXT DEFAULT '/* no */'", [:]),
      ("a INT, --\nb TEXT ---- ** starred **\n", ["b": "** starred **"]),
      ("\"A b\" INT, -- named\n[b] TEXT", ["a b": "named"]),
      ("a DECIMAL(1, /* digits */ 2), b TEXT", ["a": "digits"]),
      ("a INT, b TEXT, -- two\nPRIMARY KEY (a) -- the key\n", ["b": "two"]),
      ("a INT,\n\n-- far away\n", [:]),
      ("a INT -- one\n  -- heading of two\n  , b TEXT -- two\n", ["a": "one", "b": "two"]),
    ] as [(String, [String: String])]
  )
  func `A comment on the line of a column is about it`(columns: String, expected: [String: String])
  {
    let statement = "CREATE TABLE t (\(columns))"
    let names = columns.contains("A b") ? ["A b", "b"] : ["a", "b"]
    #expect(ColumnComments(statement: statement, columnNames: names).texts.byText == expected)
  }
}

extension [FoldedName: String] {
  /// By the names as texts.
  fileprivate var byText: [String: String] {
    var result: [String: String] = [:]
    for (name, text) in self { result[name.text] = text }
    return result
  }
}
