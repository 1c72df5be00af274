import CommandLineTool
import Pages
import SceneSupport
import SQLite
import TestSupport
import Testing

/// `d2t get` and `y` give the value, not its display.
@MainActor
struct ExactValueTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws { try Connection(path: path, mode: .create).execute(ReadingValues.script) }

  @Test(arguments: ReadingValues.all)
  func `K2: get prints the value with all its digits`(
    name: String,
    value: String
  ) async throws {
    let rules = folder.write(Array("*true* => locale = 'de'".utf8), to: "my.rules")
    #expect(try await run("get", "Reading#1", name, "--rules", rules).output == value + "\n")
    #expect(try await run("get", "Reading#2", name).output == "\n")
  }

  @Test func `K2: a reference whose key rules hide is told by its label`() async throws {
    let hiding = "propertyKey in ['id', 'placeId'] => isPropertyVisible = false"
    let rules = ["--rules", folder.write(Array(hiding.utf8), to: "my.rules")]
    #expect(try await run(all: ["get", "Reading#1", "place"] + rules).output == "Here\n")
    for format in ["json", "jsonl", "csv"] {
      let words = ["list", "Reading#1", "--columns", "place", "--format", format] + rules
      let listed = try await run(all: words).output
      #expect(listed.contains("Here") && !listed.contains("7"), "\(listed)")
    }
  }

  @Test func `K2: --display prints what the screen shows`() async throws {
    #expect(try await run("get", "Reading#1", "place", "--display").output == "Here\n")
    #expect(try await run("get", "Reading#1", "count", "--display").output != "1234567890123\n")
    #expect(try await run("get", "Reading#1", "bytes", "--display").output != "x'00FF'\n")
    let whole = try await run("get", "Reading#1")
    #expect(whole.output.contains("1234567.000000125"), "\(whole.output)")
    #expect(try await run("get", "Reading#1", "--display").output.contains("Here"))
  }
}
