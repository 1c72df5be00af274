import Glibc
import TestSupport
import Testing

/// Tests that the compiler reports each mistake in an application once, on its own line.
struct WrongProgramTests {
  /// Each mistake stands in a line of its own, with what the message about it says behind it.
  private static let wrongRules = #"""
    \.titel <= "x"  // NoSuchKeyOrAddedNamespace
    \.task == "list" => \.titel <= "x"  // NoSuchKeyOrAddedNamespace
    \.titel == "x" => \.title <= "x"  // NoSuchKeyOrAddedNamespace
    \.title <= \.titel  // NoSuchKeyOrAddedNamespace
    ["edit", "create"] ~= \.taks => \.title <= "x"  // NoSuchKeyOrAddedNamespace
    !\.isObjectEdtable => \.title <= "x"  // NoSuchKeyOrAddedNamespace
    when(\.isObjectEdtable) { \.title <= "x" }  // NoSuchKeyOrAddedNamespace
    \.task == "x" && \.entity.nmae == "y" => \.title <= "x"  // NoSuchMember
    \.till.fee <= 3  // NoSuchKeyOrAddedNamespace
    \.shop.discont <= 3  // NoSuchKeyOrAddedNamespace
    \.title <= 5  // the key takes values of another type
    \.task == "list" => [\.page <= "a", \.titel <= "b"]  // NoSuchKeyOrAddedNamespace
    when(\.task == .list) { \.page <= "a"; \.titel <= "b"; \.title <= "c" }  // NoSuchKeyOrAddedNamespace
    priority(.low) { \.shop.discount <= 3; \.shop.discount <= "x" }  // the key takes values of another
    """#

  private static let program =
    #"""
    import DirectToTerminal

    struct ShopKeys: KeyNamespace {
      static let shared = Self()
      let discount = Key(0, "Percent taken off.")
    }
    struct TillKeys: KeyNamespace {
      static let shared = Self()
      let fee = Key(0, "A fee.")
    }
    extension AddedNamespaces { static var shop: ShopKeys { .shared } }

    struct Shelf: View {
      @Environment(\.titel) private var title  // no key of this type has this name
      @Environment(\.till.fee) private var fee  // no key of this type has this name
      @Environment(\.entity?.nmae) private var name  // no key or property of a key has this name
      @Environment(\.shop.discount) private var discount

      var body: some View {
        Text("x").environment(\.titel, "x")  // no key of this type has this name
      }
    }

    func read(_ values: EnvironmentValues) {
      _ = values.titel  // has no member 'titel'
      _ = values.till  // has no member 'till'
    }

    @MainActor func value() -> RootValue { RootValue(\.titel, "x") }  // no key of this type has this name

    """#
    + wrongRules.split(separator: "\n").enumerated().map { number, line in
      "@MainActor func rules\(number)() -> Rules { Rules { "
        + line.replacing("  // ", with: " } }  // ")
    }.joined(separator: "\n")

  @Test func `P4: A wrong key of a program outside is one error that says so, at its place`() throws
  {
    // So many ways are tried for one expression at most; with a million it takes ten seconds.
    let errors = try Self.errors(of: Self.program, limit: 15_000)
    for (index, line) in Self.program.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      let parts = line.split(separator: "  // ").map(String.init)
      let own = errors.filter { $0.line == index + 1 }
      if parts.count == 2 {
        // Behind a key the compiler says first that no overload fits, and of a list that it is no assignment.
        let told = own.filter { $0.message.contains(parts[1]) }
        #expect(told.count == 1 && own.count <= 2, "\(line): \(own.map(\.message))")
      } else {
        #expect(own.map(\.message) == [], "\(line)")
      }
    }
  }

  private struct Fault {
    let line: Int
    let message: String
  }

  /// The errors of the compiler, that tries at most so many ways for one expression.
  private static func errors(of program: String, limit: Int) throws -> [Fault] {
    let folder = TemporaryFolder()
    let file = folder.write(Array(program.utf8), to: "Program.swift")
    let own = realpath("/proc/self/exe", nil)
    defer { free(own) }
    let build = own.map { String(cString: $0) }?.split(separator: "/").dropLast() ?? []
    let folderOfBuild = "/" + build.joined(separator: "/")
    let sources = "\(#filePath)".split(separator: "/Tests/")[0] + "/Sources"
    let maps =
      ["\(folderOfBuild)/CResources.build"]
      + ["CCrypt", "CNCurses", "CSQLite"].map { "\(sources)/\($0)" }
    let command =
      ["swiftc -typecheck -swift-version 6 -diagnostic-style llvm"]
      + ["-I '\(folderOfBuild)/Modules' -Xfrontend -solver-scope-threshold=\(limit)"]
      + maps.map { "-Xcc '-fmodule-map-file=\($0)/module.modulemap'" } + ["'\(file)' 2>&1"]
    let stream = try #require(popen(command.joined(separator: " "), "r"))
    defer { pclose(stream) }
    var output = ""
    var bytes = [CChar](repeating: 0, count: 4_096)
    while fgets(&bytes, Int32(bytes.count), stream) != nil {
      output += String(
        decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
        as: UTF8.self
      )
    }
    return output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ": error: ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return nil }
      let place = parts[0].split(separator: ":")
      return Fault(line: place.count == 3 ? Int(place[1]) ?? 0 : 0, message: parts[1])
    }
  }
}
