import Testing

/// How calls read: what a third argument is stands before it.
struct ParameterLabelsTests {
  /// The most functions that may take three unlabelled parameters, all of one kind: `move(.left, 1, .day)`.
  private static let most = 1

  @Test func `Hardly a function has three parameters without a label`() throws {
    var found: [String] = []
    for file in try SourceTree.sources.get() {
      for index in file.code.indices where Self.unlabelled(at: index, in: file.code) > 2 {
        found.append("\(file):\(index + 1)")
      }
    }
    #expect(found.count <= Self.most, "give those behind the second a label: \(found)")
  }

  /// How many parameters without a label the function has that begins in a line; 0 where none does.
  private static func unlabelled(at start: Int, in code: [String]) -> Int {
    guard let open = parameters(of: code[start]) else { return 0 }
    var (depth, count, isFirst) = (1, 0, true)
    var last: Character = " "
    for index in start..<code.count {
      for character in index == start ? code[index][open...] : code[index][...] {
        defer { last = character }
        switch character {
        case ">" where last == "-": break
        case "(", "[", "{", "<": depth += 1
        case ")", "]", "}", ">": depth -= 1
        case ",": isFirst = isFirst || depth == 1
        case "_" where isFirst && depth == 1:
          count += 1
          isFirst = false
        case " ", "@": break
        default: isFirst = false
        }
        if depth == 0 { return count }
      }
    }
    return count
  }

  /// Returns the start of the parameter list in a line that declares a function; `nil` for other lines.
  private static func parameters(of line: String) -> String.Index? {
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    guard words.contains("func") || words.contains("init"), !line.contains(".init(") else {
      return nil
    }
    return line.firstIndex(of: "(").map { line.index(after: $0) }
  }

  @Test(arguments: [
    (["  func move(_ a: Int, _ b: (Int, Int), _ c: Int)"], 3),
    (["  init(", "    _ a: [Int: Int],", "    _ b: Int,", "    c: Int", "  ) {"], 2),
    (["  func at(_ a: (_ b: Int, _ c: Int) -> Void, _ d: Int)"], 2), (["  let a = f(_ , _, _)"], 0),
  ])
  func `Parameters are counted in lines of code`(code: [String], count: Int) {
    #expect(Self.unlabelled(at: 0, in: code) == count)
  }
}
