import Diagnostics
import Glibc
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Testing

/// Files that nobody meant to write, and those that somebody wrote to do harm.
struct BadInputTests {
  private func load(_ text: String) -> (model: RuleModel, diagnostics: [Diagnostic]) {
    RuleModel.load(text, vocabulary: vocabulary)
  }

  private func format(_ text: String) -> String? {
    RuleFormatter.format(SourceText(name: "rules", text: text)).text
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `Every kind of line break ends a line and a comment`(lineBreak: String) {
    let lines = ["/// Said.", "rows = 1 // one", "/* a", " b */", "title = 'x'", "titel = 'y'"]
    let text = lines.joined(separator: lineBreak)
    let (model, faults) = load(text)
    #expect(model.rules.map(\.line) == [2, 5] && faults.map(\.place) == ["unknown-key 6:1"])
    #expect(model.rules.map(\.documentation) == ["Said.", "a\nb"])
    #expect(format(text)?.split(separator: "\n").count == 6)
    #expect(faults.first?.rendered.contains("\n  titel = 'y'\n") == true)
  }

  @Test func `A mistake in a block costs one rule, and no rule stands outside of its block`() {
    let (model, faults) = load(
      """
      when task = 'x' {
        title = = 'bad'
        debug => title = 'kept'
        when rows = 1 {
          = 'bad'
          task = 'y' => color = 'red'
        }
      }
      note = 'z'
      """
    )
    #expect(faults.map(\.place) == ["syntax 2:11", "syntax 4:18"])
    #expect(model.rules.map { "\($0.line) \($0.specificity)" } == ["3 2", "6 3", "9 0"])
  }

  @Test(arguments: ["\u{202E}", "\u{200B}", "\u{2066}", "\u{FE0F}", "\u{3164}", "\u{AD}"])
  func `What cannot be seen is no part of a name`(character: String) {
    let (model, faults) = load("ti\(character)tle = 'x'\nrows = 1")
    #expect(model.rules.map(\.line) == [2] && faults.count == 1)
    let point = character.unicodeScalars.first?.codePoint ?? ""
    let fault = faults.first
    #expect(fault?.place == "syntax 1:3" || fault?.place == "syntax 1:2")
    #expect(fault?.message.contains(point) == true, "\(fault?.message ?? "")")
    #expect(fault?.rendered.unicodeScalars.contains { $0.turnsDirection } == false)
    #expect(fault?.json.text().unicodeScalars.contains { $0.turnsDirection } == false)
  }

  @Test func `A character that turns the direction of text is told of wherever it stands`() {
    let text = "title = 'a\u{202E}b' // \u{2067}\nnote = 'فارسی' // é \u{2028}"
    let (model, faults) = load(text)
    #expect(model.rules.count == 2)
    #expect(faults.map(\.place) == ["turned-text 1:11", "turned-text 1:18"])
    #expect(faults.allSatisfy { $0.severity == .warning })
    #expect(faults.first?.suggestion?.contains("\\u{202E}") == true)
    #expect(model.rules.first?.value.description == "'a\\u{202E}b'")
  }

  @Test func `A key in other capitals is suggested`() {
    let faults = load("TITLE = 'x'\nTask = 'a' => rows = 1\nentity.Name = 'x' => rows = 2")
      .diagnostics
    #expect(faults.map(\.id) == ["unknown-key", "unknown-key", "unknown-key"])
    #expect(
      faults.map(\.suggestion) == [
        "did you mean `title`?", "did you mean `task`?", "did you mean `entity.name`?",
      ]
    )
  }

  @Test func `A letter that only looks like one of a key is named`() {
    let faults = load("t\u{456}tle = 'x'\nrow\u{455}s = 1\n名前 = 'x'\nqéü = 1").diagnostics
    #expect(faults.map(\.id) == Array(repeating: "unknown-key", count: 4))
    #expect(faults.first?.suggestion == "did you mean `title`?")
    let far = load("\u{435}\u{43D}\u{442}\u{456}ty.name = 'x' => rows = 2").diagnostics
    #expect(far.first?.suggestion?.hasPrefix("`\u{435}` is U+0435, not a Latin letter") == true)
    #expect(faults.suffix(2).allSatisfy { $0.suggestion == "`d2t keys` lists every key" })
  }

  @Test func `Of a file that is not there no line is shown`() {
    var faults: [Diagnostic] = []
    #expect(RuleFileReader().read("/nowhere/a.rules", &faults) == nil)
    #expect(
      faults.map(\.rendered) == ["/nowhere/a.rules:1:1: error: there is no such file [no-file]"]
    )
  }

  @Test(arguments: ["\n", "; "])
  func `Of very many faults the first are kept and the others counted`(separator: String) {
    let text = (0..<3_000).map { "titel\($0) = 'x'" }.joined(separator: separator)
    let faults = load(text + separator + "title = 'kept'").diagnostics
    #expect(faults.count == DiagnosticList.limit + 1)
    #expect(faults.last?.id == "more-faults" && faults.last?.count == 2_000)
    #expect(faults.last?.message == "and 2000 more faults from here on")
    let text100 = faults.rendered()
    #expect(text100.split(separator: "\n").count < 500)
    #expect(text100.hasSuffix("\nand 2900 more\n"))
    let model = load(text + separator + "title = 'kept'").model
    #expect(model.rules.count == 1)
  }

  @Test func `Many mistakes of grammar are counted as well`() {
    let text = String(repeating: "title = = 'x'\n'a' lke 'b\n", count: 1_500)
    let faults = load(text).diagnostics
    #expect(faults.count == DiagnosticList.limit + 1 && faults.last?.count == 2_000)
  }

  @Test func `One line of many rules, good and bad, is read`() {
    let count = 3_000
    let good = String(repeating: "task = 'a' => rows = 1; ", count: count) + "// allow(cycle): x"
    let model = load(good).model
    #expect(model.rules.count == count && model.rules.allSatisfy { $0.line == 1 })
    let bad = load(String(repeating: "task = => rows = 1; ", count: count))
    #expect(bad.model.rules.isEmpty)
    #expect(bad.diagnostics.map(\.count).reduce(0, +) == count)
    #expect(bad.diagnostics.rendered().utf8.count < 100_000)
    let last = bad.diagnostics.last
    #expect(last?.position?.column == 20 * (DiagnosticList.limit) + 8)
  }

  @Test func `Very long comments are read and laid out`() {
    let comments = String(repeating: "// said\n", count: 20_000)
    let text = comments + "title = 'x'\n" + comments
    #expect(load(text).model.rules.first?.documentation?.utf8.count == 20_000 * 5 - 1)
    #expect(format(text) == text)
  }

  @Test func `A condition of very many paths is read`() {
    let text = (0..<5_000).map { "object.p\($0) = 1" }.joined(separator: " or ")
    let (model, faults) = load(text + " => title = 'x'")
    #expect(faults.isEmpty && model.rules.first?.condition.paths.count == 5_000)
    #expect(resolver("title = 'y'\n" + text + " => title = 'x'").model.rules.count == 2)
  }

  @Test func `Lints end on very many rules about which nothing can be told`() {
    let same = String(repeating: "task = 'a' => title = 'x'\n", count: 2_000)
    #expect(load(same).model.lint().map(\.count).reduce(0, +) >= 1_999)
    let free = (0..<1_000).map { "object.p\($0) => title = 'x\($0)'" }.joined(separator: "\n")
    #expect(!load(free).model.lint().isEmpty)
  }

  @Test(arguments: [
    ("when " + String(repeating: "debug and ", count: 2_000) + "debug { rows = 1 }", "too-big"),
    (
      "title = 'x'" + (0..<300).map { ", t\($0) = 1" }.joined(), "too-big"
    ),
    ("object" + String(repeating: ".p", count: 500) + " = 1 => rows = 1", "bad-path"),
    ("rows = " + String(repeating: "9", count: 5_000), "bad-number"),
    (
      "title = " + String(repeating: "`{", count: 20) + "note" + String(repeating: "}`", count: 20),
      "too-deep"
    ),
  ])
  func `What is too big is one fault with a sentence`(text: String, kind: String) {
    let (model, faults) = load(text + "\nnote = 'kept'")
    #expect(faults.map(\.id) == ["syntax"], "\(kind) \(faults.map(\.message))")
    #expect(model.rules.map(\.keyName) == ["note"])
    #expect(faults.allSatisfy { $0.rendered.utf8.count < 2_000 })
  }

  @Test func `Nesting as deep as it may be is read, printed, laid out and evaluated`() throws {
    let depth = 190
    for (open, close) in [
      ("not (", ")"), ("(rows = 1 or ", ")"), ("(if debug then debug else ", ")"),
    ] {
      let condition =
        String(repeating: open, count: depth / 2) + "debug"
        + String(repeating: close, count: depth / 2)
      let (model, faults) = load("\(condition) => title = 'x'")
      #expect(faults.map(\.message) == [])
      let rule = try #require(model.rules.first)
      #expect(Qualifier.parse(rule.condition.description).qualifier == rule.condition)
      #expect(format("\(condition) => title = 'x'") != nil)
      #expect(scope("\(condition) => title = 'x'").title != "y")
    }
  }

  @Test func `A number beyond all is refused where the key takes none such`() {
    let texts = ["rows = 99999999999999999999", "rows = 1e400", "99999999999999999999: rows = 1"]
    #expect(
      texts.map { load($0).diagnostics.map(\.id) } == [["wrong-type"], ["wrong-type"], ["syntax"]]
    )
    #expect(
      load("task = 'a' => title = 'x', rows = 1; -99999999999999999999").diagnostics.count == 1
    )
  }

  // MARK: Files

  private func withFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/d2t-bad-XXXXXX".utf8CString)
    let path = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer {
      for name in ["main.rules", "fifo", "sub"] {
        unlink(path + "/" + name)
        rmdir(path + "/" + name)
      }
      rmdir(path)
    }
    try body(path)
  }

  private func read(_ bytes: [UInt8]) throws -> [Diagnostic] {
    var faults: [Diagnostic] = []
    try withFolder { folder in
      let path = folder + "/main.rules"
      let file = try #require(fopen(path, "w"))
      #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
      fclose(file)
      #expect(RuleFileReader().read(path, &faults) == nil)
    }
    return faults
  }

  @Test func `What is no UTF-8 is refused with its place and how to convert it`() throws {
    let latin = try #require(try read(Array("rows = 1\ntitle = 'caf".utf8) + [0xE9, 0x27]).first)
    #expect(latin.place == "not-utf8 2:13")
    #expect(latin.message == "this is not UTF-8 text: byte 22 is 0xE9")
    #expect(latin.suggestion?.contains("iconv -f LATIN1") == true)
    let cut = try #require(try read([0x61, 0xC3]).first)
    #expect(cut.message.hasPrefix("this is not UTF-8 text: byte 2 "))
    let zero = try #require(try read(Array("rows = 1\nti\0tle".utf8)).first)
    #expect(
      zero.place == "not-text 2:3" && zero.message == "this is not text: byte 12 is zero"
    )
    let wide = "title = 'x'".utf16
    let little = wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] {
      let fault = try #require(try read(bytes).first)
      #expect(fault.id == "not-utf8" && fault.message.contains("UTF-16"))
    }
  }

  @Test func `What is included is a file and nothing else`() throws {
    try withFolder { folder in
      #expect(mkdir(folder + "/sub", 0o700) == 0 && mkfifo(folder + "/fifo", 0o600) == 0)
      let text = "include 'sub'\ninclude 'fifo'\ninclude '/dev/zero'\nrows = 1"
      let (model, faults) = RuleModel.load(
        text,
        name: folder + "/main.rules",
        vocabulary: vocabulary
      )
      #expect(faults.map(\.place) == ["include 1:1", "include 2:1", "include 3:1"])
      #expect(faults.first?.message.hasSuffix("this is a directory, not a rule file") == true)
      #expect(faults.dropFirst().allSatisfy { $0.message.hasSuffix("this is not a regular file") })
      #expect(model.rules.count == 1)
    }
  }
}
