import Pages
import Glibc
import Workspace

/// A text file read piece by piece as UTF-8; `-` is standard input.
nonisolated final class InputFile {
  private let path: String
  private let descriptor: Int32
  /// Whether the program is to end; asked when a signal ends waiting for more.
  private let isInterrupted: () -> Bool
  private var room = [UInt8](repeating: 0, count: pieceLength)
  private var decoder: UTF16Decoder?
  private var isAtStart = true
  /// A copy of all bytes read so far from a source that cannot be read twice.
  private var copy: UnsafeMutablePointer<FILE>?
  /// Whether the next bytes are in the copy; the source goes on behind its end.
  private var isReadingCopy = false
  private static let pieceLength = 1 << 16

  /// ``rewind()`` may be called where it `isReadTwice`.
  ///
  /// - Throws: ``UsageError`` when the file cannot be opened.
  init(
    _ path: String,
    isReadTwice: Bool = false,
    isInterrupted: @escaping () -> Bool
  ) throws(UsageError) {
    self.path = path
    self.isInterrupted = isInterrupted
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault }
    guard isReadTwice, lseek(descriptor, 0, SEEK_CUR) != 0 else { return }
    copy = tmpfile()
    if copy == nil { throw fault }
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
    if let copy { fclose(copy) }
  }

  private var fault: UsageError {
    UsageError("\(path) cannot be read: \(String(cString: strerror(errno)))")
  }

  /// The share of the file that is read; `nil` where its length is not known.
  var share: Double? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, copy == nil,
      status.st_size > 0
    else { return nil }
    return Double(lseek(descriptor, 0, SEEK_CUR)) / Double(status.st_size)
  }

  /// Lets the file be read from its beginning once more.
  func rewind() throws(UsageError) {
    (isAtStart, decoder) = (true, nil)
    if let copy {
      isReadingCopy = true
      Glibc.rewind(copy)
    } else {
      guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw fault }
    }
  }

  /// The next piece, without the mark of an encoding; `nil` at the end of the file, and when the program is to end.
  func next() throws(UsageError) -> [UInt8]? {
    while var piece = try nextBytes() {
      if isAtStart {
        isAtStart = false
        if piece.starts(with: [0xEF, 0xBB, 0xBF]) { piece.removeFirst(3) }
        decoder = UTF16Decoder(marked: piece)
        if decoder != nil { piece.removeFirst(2) }
      }
      guard decoder != nil else { return piece }
      guard let text = decoder?.decoded(piece) else { throw malformed }
      if !text.isEmpty { return text }
    }
    if decoder?.isWhole == false { throw malformed }
    return nil
  }

  private var malformed: UsageError {
    UsageError("\(path) is damaged UTF-16; convert it to UTF-8")
  }

  /// The next bytes, four at least where the file has them.
  private func nextBytes() throws(UsageError) -> [UInt8]? {
    if let copied = try copiedBytes() { return copied }
    var filled = 0
    while filled < 4 {
      if isInterrupted() { return nil }
      let count = room.withUnsafeMutableBytes { bytes in
        read(descriptor, bytes.baseAddress?.advanced(by: filled), bytes.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw fault }
      if count == 0 { break }
      filled += count
    }
    guard filled > 0 else { return nil }
    let bytes = Array(room[..<filled])
    if let copy, fwrite(bytes, 1, bytes.count, copy) != bytes.count {
      throw UsageError("\(path) cannot be copied for a second reading: no space left")
    }
    return bytes
  }

  /// The next bytes of those that were read before the file was rewound; `nil` behind their end.
  private func copiedBytes() throws(UsageError) -> [UInt8]? {
    guard isReadingCopy, let copy, !isInterrupted() else { return nil }
    let count = fread(&room, 1, room.count, copy)
    guard count == 0 else { return Array(room[..<count]) }
    // The rest of the source is added to the copy.
    guard ferror(copy) == 0, fseek(copy, 0, SEEK_END) == 0 else { throw fault }
    isReadingCopy = false
    return nil
  }
}

/// A decoder that converts an imported UTF-16 file to UTF-8 piece by piece, if the file begins with a byte order mark.
nonisolated private struct UTF16Decoder {
  private let isLittleEndian: Bool
  /// The bytes of a character of which the rest is missing.
  private var rest: [UInt8] = []

  /// `nil` for a text that does not begin with the mark of UTF-16.
  init?(marked text: [UInt8]) {
    guard text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) else { return nil }
    isLittleEndian = text[0] == 0xFF
  }

  /// Whether no character is missing its rest.
  var isWhole: Bool { rest.isEmpty }

  /// The characters that end in a piece; `nil` where the bytes are none.
  mutating func decoded(_ piece: [UInt8]) -> [UInt8]? {
    let bytes = rest + piece
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
    }
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    rest = Array(bytes[(units.count * 2)...])
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }
}
