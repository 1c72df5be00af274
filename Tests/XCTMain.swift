import Testing

/// The entry point of the tests.
///
/// SwiftPM writes the same one where it looks for XCTest classes in the compiler's index; there are none here, and writing
/// the index takes a seventh of the build.
@main
struct Runner {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
