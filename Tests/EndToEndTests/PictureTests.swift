import TestSupport
import Testing

/// The pictures of README.md, which `scripts/docs` writes.
struct PictureTests {
  /// The arguments and the file of each picture.
  private static func pictures() throws -> [(arguments: [String], file: String)] {
    try TemporaryFolder.text(at: Story.root + "/README.md").split(separator: "\n").compactMap {
      line in
      guard line.hasPrefix("<!-- d2t "), line.hasSuffix(" -->") else { return nil }
      let words = line.dropFirst(9).dropLast(4).split(separator: " ").map(String.init)
      let parts = words.split(separator: ">")
      return parts.count == 2 ? (Array(parts[0]), parts[1].joined()) : nil
    }
  }

  @Test func `Each picture is the one that the program prints; scripts/docs writes it anew`() throws
  {
    let readme = try TemporaryFolder.text(at: Story.root + "/README.md")
    let pictures = try Self.pictures()
    #expect(pictures.count == 3)
    for picture in pictures {
      let run = try ProgramRun(picture.arguments, in: TemporaryFolder())
      #expect(run.code == 0 && run.output.hasPrefix("<svg "), "\(run.messages)")
      #expect(try TemporaryFolder.text(at: "\(Story.root)/\(picture.file)") == run.output)
      #expect(readme.contains("](\(picture.file))"), "\(picture.file) is not shown")
    }
  }
}
