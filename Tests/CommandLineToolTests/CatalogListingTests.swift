@testable import CommandLineTool
import Testing

/// Tests the output of `d2t catalog`.
@MainActor
struct CatalogListingTests {
  private func run(_ words: String...) async throws -> Program.Outcome {
    await Program(try Invocation(arguments: ["catalog"] + words)).run()
  }

  @Test(arguments: [
    (["EditChoice"], ["EditChoice", "component = 'EditChoice'", "tasks: create, edit", "choices"]),
    (["editchoice"], ["EditChoice"]), (["page"], ["pages\n", "inspect", "displayPropertyKeys"]),
    (["list styles"], ["titledSummary", "tasks: editRelationship, list, select"]),
    (["hideEmptyProperty"], ["pages\n", "inspect", "edit"]),
    (["number"], ["formatters\n", "formatter functions\n", "number('#,##0.00 CHF')", "locale"]),
    (["17"], ["0…255"]), (["isEntityReadOnly"], ["edit", "create", "delete"]),
    (["quit"], ["keyBindings = {'quit': 'q'}"]),
    (["light", "warning"], ["colours\n", "looks\n"]), (["create"], ["tasks\n", "commands\n"]),
  ])
  func `What is asked for is told of, with its keys, types and tasks`(
    words: [String],
    pieces: [String]
  ) async throws {
    let outcome = await Program(try Invocation(arguments: ["catalog"] + words)).run()
    #expect(outcome.code == 0, "\(outcome.messages)")
    for piece in pieces { #expect(outcome.output.contains(piece), "\(piece)\n\(outcome.output)") }
    #expect(!outcome.output.contains("DisplayNothing"), "\(outcome.output)")
  }

  @Test func `Without a name all is listed, a line each`() async throws {
    let outcome = try await run()
    for piece in ["EditToOne", "masterDetail", "namedToManyLink", "unit", "mono", "quitNow"] {
      #expect(outcome.output.contains("\n  \(piece) "), "\(piece)\n\(outcome.output)")
    }
    #expect(!outcome.output.contains("rule:"))
  }

  @Test func `A name that is nothing is refused with what may have been meant`() async throws {
    let outcome = try await run("EditChoise")
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.messages.contains("did you mean 'EditChoice'?"), "\(outcome.messages)")
    let other = try await run("zzzzzz")
    #expect(other.messages.contains("'d2t catalog' lists all names"), "\(other.messages)")
    let key = try await run("timeZone")
    #expect(key.code == 2 && key.messages.contains("see 'd2t keys'"), "\(key.messages)")
  }

  @Test func `S9: no example begins with the name of the program`() {
    for subcommand in Subcommand.all {
      #expect(!subcommand.example.contains("d2t d2t"), "\(subcommand.example)")
    }
  }

  @Test func `As JSON a program reads the same`() async throws {
    let outcome = try await run("EditBool", "--format", "json")
    for piece in [#""kind": "component""#, #""types": ["#, #""bool""#, #""usage""#] {
      #expect(outcome.output.contains(piece), "\(outcome.output)")
    }
  }
}
