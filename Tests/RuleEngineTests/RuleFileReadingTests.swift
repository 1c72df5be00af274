import Diagnostics
import Glibc
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Testing

struct RuleFileReadingTests {
  private let files: [String: String] = [
    "a/main.rules": "include 'part.rules'\ntitle = 'main'\ninclude '../b/other.rules'",
    "a/part.rules": "title = 'part'", "b/other.rules": "include '../a/part.rules'\nrows = 3",
    "x.rules": "include 'y.rules'\nrows = 1", "y.rules": "include 'x.rules'\ntitle = 'y'",
    "heads.rules":
      "when rows-1g { title = 'x' } when 2h = 1 { title = 'y' } rows = 1 => title = 'z'",
    "self.rules": "include './self.rules'", "lost.rules": "include 'nowhere.rules'\nrows = 1",
    "in.rules": "when task = 'x' { include 'a.rules'\n rows = 3 }",
  ]

  private func load(_ name: String) -> (model: RuleModel, diagnostics: [Diagnostic]) {
    let files = files
    return RuleModel.load(
      layers: [(.application, [SourceText(name: name, text: files[name] ?? "")])],
      vocabulary: vocabulary
    ) { path, faults in
      if let text = files[path] { return SourceText(name: path, text: text) }
      return RuleFileReader().read(path, &faults)
    }
  }

  @Test func `A mistake in the head of a block costs nothing behind its brace`() {
    let (model, diagnostics) = load("heads.rules")
    #expect(
      diagnostics.map(\.message).filter { $0.contains("neither a number nor a name") }.count == 2
    )
    #expect(model.rules.map(\.value.description).joined().contains("z"))
    #expect(model.rules.count == 1)
  }

  @Test func `Included rules stand where the include stands, and each file once`() {
    let (model, diagnostics) = load("a/main.rules")
    #expect(diagnostics.map(\.message) == [])
    #expect(
      model.rules.map { "\($0.file):\($0.line)" } == [
        "a/part.rules:1", "a/main.rules:2", "b/other.rules:2",
      ]
    )
    #expect(EnvironmentValues(resolver: RuleResolver(model: model)).title == "part")
  }

  @Test func `Files that include each other are one fault that names the chain`() {
    let (model, diagnostics) = load("x.rules")
    #expect(
      diagnostics.map(\.message) == [
        "these files include each other: x.rules -> y.rules -> x.rules"
      ]
    )
    #expect(model.rules.count == 2)
    #expect(load("self.rules").diagnostics.map(\.id) == ["include-cycle"])
  }

  @Test func `A missing file and a misplaced include are faults`() {
    let lost = load("lost.rules")
    #expect(lost.diagnostics.map(\.place) == ["include 1:1"] && lost.model.rules.count == 1)
    let inner = load("in.rules")
    #expect(inner.diagnostics.map(\.place) == ["syntax 1:19"])
    #expect(inner.model.rules.count == 1)
  }

  @Test(arguments: [
    ("rows = 1", ""), ("\u{FEFF}rows = 1\r\n", ""), ("ro\u{0}ws", "not-text"),
    ("\u{FF}", ""),
  ])
  func `Files are read from disk`(text: String, fault: String) throws {
    try withFile(Array(text.utf8)) { path in
      var faults: [Diagnostic] = []
      let source = RuleFileReader().read(path, &faults)
      #expect(faults.map(\.id) == (fault.isEmpty ? [] : [fault]))
      #expect((source == nil) == !fault.isEmpty)
    }
  }

  @Test func `What is no rule file is refused with a sentence`() throws {
    var faults: [Diagnostic] = []
    #expect(RuleFileReader().read("/", &faults) == nil)
    #expect(RuleFileReader().read("/nowhere/at/all", &faults) == nil)
    #expect(RuleFileReader().read("/dev/null", &faults) == nil)
    try withFile([0x74, 0xC3, 0x28]) { #expect(RuleFileReader().read($0, &faults) == nil) }
    #expect(faults.map(\.id) == ["is-directory", "no-file", "no-file", "not-utf8"])
    #expect(faults.first?.source?.name == "/")
  }

  private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    var template = Array("/tmp/d2t-rules-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    let path = template.withUnsafeBufferPointer {
      String(decoding: $0.dropLast().map(UInt8.init), as: UTF8.self)
    }
    defer { unlink(path) }
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    try body(path)
  }
}
