import Testing

struct ImportsTests {
  @Test func `Every module in Sources stands in the table and the other way round`() throws {
    #expect(try SourceTree.names(in: "Sources") == ImportTable.modules.keys.sorted())
  }

  @Test func `The table has no cycles`() {
    var left = ImportTable.modules
    while !left.isEmpty {
      let ready = left.filter { $0.value.allSatisfy { left[$0] == nil } }.keys
      guard !ready.isEmpty else {
        Issue.record("these modules import each other in a circle: \(left.keys.sorted())")
        return
      }
      for name in ready { left[name] = nil }
    }
  }

  @Test(arguments: ImportTable.modules.keys.sorted())
  func `A module imports only what the table allows`(module: String) throws {
    let allowed = try #require(ImportTable.allowed(in: module))
    for file in try SourceTree.sources.get() where file.target == module {
      for (name, line) in file.imports where !allowed.contains(name) {
        Issue.record("\(file):\(line): \(module) must not import \(name); see ImportTable.swift")
      }
    }
  }

  @Test func `Tests import what their module may, and what the table grants them`() throws {
    for file in try SourceTree.tests.get() {
      guard let allowed = ImportTable.allowed(inTests: file.target) else {
        Issue.record(
          "\(file): no module is called as this test target; name it in ImportTable.swift"
        )
        continue
      }
      for (name, line) in file.imports where !allowed.contains(name) {
        Issue.record("\(file):\(line): \(file.target) must not import \(name)")
      }
    }
  }

  @Test func `What is internal to a module its own tests look at, or the line says why others do`()
    throws
  {
    for file in try SourceTree.tests.get() {
      for (index, line) in file.code.enumerated() where line.hasPrefix("@testable import ") {
        let words = line.split(separator: " ")
        guard file.target != "\(words[2])Tests", !file.lines[index].contains(" // ") else {
          continue
        }
        Issue.record(
          "\(file):\(index + 1): \(file.target) looks into \(words[2]): say why behind it"
        )
      }
    }
  }

  @Test func `Examples import what applications outside can`() throws {
    let own = Set(try SourceTree.names(in: "Examples/Sources"))
    let outside: Set<String> = ["DirectToTerminal", "DirectToTerminalTesting"]
    let allowed = own.union(outside).union(ImportTable.toolchain).union(ImportTable.testToolchain)
    let files = try SourceTree.examples.get()
    #expect(!files.isEmpty)
    for file in files {
      for (name, line) in file.imports where !allowed.contains(name) {
        Issue.record("\(file):\(line): an application has no \(name)")
      }
    }
  }

  @Test func `Nothing but the import of applications re-exports others`() throws {
    for file in try SourceTree.sources.get() where file.target != "DirectToTerminal" {
      for (index, line) in file.code.enumerated() where line.contains("@_exported") {
        Issue.record("\(file):\(index + 1): '@_exported' hides who depends on whom")
      }
    }
  }

  @Test(arguments: [
    ("import Foo", "Foo"),
    ("public import Foo", "Foo"),
    ("@testable import Foo", "Foo"),
    ("@preconcurrency package import Foo.Bar", "Foo"),
    ("import struct Foo.Bar", "Foo"),
    ("@_spi(Private) internal import class Foo.Bar // why", "Foo"),
  ])
  func `All spellings of an import are read`(line: String, module: String) {
    #expect(SourceFile(path: "Sources/A/a.swift", text: line).imports.map(\.module) == [module])
  }

  @Test(arguments: [
    "// import Foo", "let text = \"import Foo\"", "/* import\nimport Foo */", "important()",
  ])
  func `What only looks like an import is not read`(text: String) {
    #expect(SourceFile(path: "Sources/A/a.swift", text: text).imports.isEmpty)
  }
}
