import Glibc
import Workspace

/// What the command line asks for.
struct Options {
  /// The benchmarks to run, in the order of ``Benchmark/all``.
  var chosen = Benchmark.all
  /// Only names and summaries are wanted.
  var lists = false
  /// The folder in which the databases are made and kept.
  var folder = Options.absolute(".build/benchmarks")
  /// The program under test.
  var program = ".build/release/d2t"
  /// Rows of the big table.
  var rows = 10_000_000
  /// What the names of the operations to measure have in common; `nil` for all.
  var operation: String?
  /// Set when this process is one that a benchmark started in order to measure it.
  var child: (task: ChildTask, arguments: [String])?

  init(_ arguments: ArraySlice<String>) throws {
    var names: [String] = []
    var left = arguments
    while let argument = left.popFirst() {
      switch argument {
      case "--list": lists = true
      case "--folder": folder = Self.absolute(try Self.value(of: argument, &left))
      case "--program": program = try Self.value(of: argument, &left)
      case "--operation": operation = try Self.value(of: argument, &left)
      case "--rows": rows = try Self.count(of: argument, &left)
      case "--child":
        let name = try Self.value(of: argument, &left)
        guard let task = ChildTask(rawValue: name) else { throw UsageError("no task '\(name)'") }
        child = (task, Array(left))
        return
      case let option where option.hasPrefix("-"):
        throw UsageError("unknown option '\(option)'; \(Self.usage)")
      default: names.append(argument)
      }
    }
    guard !names.isEmpty else { return }
    for name in names where !Benchmark.all.contains(where: { $0.name == name }) {
      throw UsageError("no benchmark is called '\(name)'; --list names them all")
    }
    chosen = Benchmark.all.filter { names.contains($0.name) }
  }

  private static let usage =
    "usage: Benchmarks [--list] [--folder DIR] [--program FILE] [--rows COUNT] [--operation TEXT] [NAME]…"

  /// `path` from the root on: a journal is kept at no other place.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }

  private static func value(of option: String, _ left: inout ArraySlice<String>) throws -> String {
    guard let value = left.popFirst() else { throw UsageError("\(option) needs a value; \(usage)") }
    return value
  }

  private static func count(of option: String, _ left: inout ArraySlice<String>) throws -> Int {
    let text = try value(of: option, &left)
    guard let count = Int(text), (1000...100_000_000).contains(count) else {
      throw UsageError("\(option) takes a number from 1000 to 100000000, not '\(text)'")
    }
    return count
  }
}

/// A sentence for the user; nothing was measured.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Writes a line to standard error.
func say(_ text: String) {
  _ = (text + "\n").withCString { write(2, $0, strlen($0)) }
}
