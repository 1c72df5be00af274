import DirectToTerminal
import DirectToTerminalTesting
import Testing

@testable import Hello

@MainActor
struct HelloTests {
  @Test func `The demo opens under the title of the application`() async throws {
    let hello = try await ApplicationTester(HelloApp.application)
    #expect(hello.lines[0].contains("Hello, world"), "\(hello.text)")
    try await hello.send("q")
    #expect(hello.isFinished)
    await hello.close()
  }

  @Test func `Every subcommand is there, and all of them call themselves hello`() async {
    let help = await ApplicationTester.run(HelloApp.application, ["--help"])
    #expect(help.code == 0 && help.output.contains("usage: hello [COMMAND] [DATABASE]"))
    #expect(help.output.contains("rules check"))
    let version = await ApplicationTester.run(HelloApp.application, ["--version"])
    #expect(version.output == "hello 1.0\n")
    let manual = await ApplicationTester.run(HelloApp.application, ["help", "--format", "man"])
    #expect(manual.output.hasPrefix(".TH HELLO 1"))
    for text in [help.output, manual.output] { #expect(!text.contains("d2t list"), "\(text)") }
    for shell in ["bash", "zsh", "fish"] {
      let completion = await ApplicationTester.run(
        HelloApp.application,
        ["help", "--format", shell]
      )
      #expect(completion.output.contains("hello") && !completion.output.contains("_d2t"))
    }
    let wrong = await ApplicationTester.run(HelloApp.application, ["--rulse"])
    #expect(wrong.code == 2)
    #expect(wrong.messages.hasPrefix("hello: unknown option '--rulse'"), "\(wrong.messages)")
    #expect(wrong.messages.hasSuffix("Try 'hello --help'.\n"))
  }

  @Test func `Data and rules are printed`() async {
    let films = await ApplicationTester.run(
      HelloApp.application,
      ["list", "Movie", "--limit", "2"]
    )
    #expect(films.output.split(separator: "\n").count >= 3, "\(films)")
    let why = await ApplicationTester.run(HelloApp.application, ["rules", "explain", "title"])
    #expect(why.output.contains("Hello, world") && why.output.contains("HelloApp.swift:6"))
    let check = await ApplicationTester.run(HelloApp.application, ["rules", "check", "--strict"])
    #expect(check.code == 0, "\(check)")
  }
}
