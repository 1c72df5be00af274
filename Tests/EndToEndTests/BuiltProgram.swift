import Glibc

/// The programs of this package, as built along with the tests.
enum BuiltProgram {
  /// The program that people use.
  static let d2t = folder + "/d2t"
  /// A program that traps while it draws.
  static let trapInDrawing = folder + "/TrapInDrawing"

  /// The folder in which the running test program stands.
  private static let folder: String = {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count)
    let text = String(
      decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    return text.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }()
}
