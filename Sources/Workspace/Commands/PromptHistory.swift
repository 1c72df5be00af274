import Glibc
package import RuleFiles

/// The history of texts entered at prompts, for this session and, where there is a folder, for later ones.
package final class PromptHistory {
  /// The purpose of a prompt.
  ///
  /// Each kind has its own history, in the file `KIND.history`.
  package enum Kind: String {
    case command, search, filter
  }

  /// The folder of the history files; `nil` keeps the history in memory only.
  private var folder: String?
  private var texts: [Kind: [String]] = [:]

  /// A history kept in files of `folder`, those of earlier sessions included; without a folder only while the program runs.
  package init(folder: String? = nil) { self.folder = folder }

  /// Offers what was entered in earlier sessions, and keeps what is entered in this one for later ones, where the state of
  /// programs is kept.
  package func keep(in surroundings: HostEnvironment) {
    (folder, texts) = (StateDirectory.path(surroundings.variables), [:])
  }

  /// The most entries of a kind that are offered, and that remain when a file is shortened.
  private static let limit = 500
  /// A file of so many bytes is made shorter.
  private static let largestFile = 256 * 1024

  /// Returns the history of a kind, oldest entry first, without duplicates.
  package func entries(of kind: Kind) -> [String] {
    if let known = texts[kind] { return known }
    let read = readFile(of: kind)
    texts[kind] = read
    return read
  }

  /// Keeps what was entered at a prompt; what is there already counts as entered now.
  package func add(_ text: String, to kind: Kind) {
    guard text.contains(where: { !$0.isWhitespace }), !text.contains(where: \.isNewline) else {
      return
    }
    let known = entries(of: kind)
    guard known.last != text else { return }
    texts[kind] = Array((known.filter { $0 != text } + [text]).suffix(Self.limit))
    append(text, to: kind)
  }

  // MARK: Files

  private func path(of kind: Kind) -> String? { folder.map { "\($0)/\(kind.rawValue).history" } }

  private func readFile(of kind: Kind) -> [String] {
    guard let path = path(of: kind) else { return [] }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    lseek(descriptor, max(0, size - off_t(Self.largestFile)), SEEK_SET)
    var bytes = [UInt8](repeating: 0, count: min(max(0, Int(size)), Self.largestFile))
    var count = 0
    bytes.withUnsafeMutableBytes { buffer in
      while count < buffer.count {
        let part = read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        guard part > 0 else { break }
        count += part
      }
    }
    var lines = bytes[..<count].split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    // The first was cut.
    if size > off_t(Self.largestFile) { lines.removeFirst(min(1, lines.count)) }
    let kept = Self.latest(lines)
    if size > off_t(Self.largestFile) { replaceFile(of: kind, with: kept) }
    return kept
  }

  /// Each text once, where it stands last, and not too many.
  private static func latest(_ lines: [String]) -> [String] {
    var seen: Set<String> = []
    let newestFirst = lines.reversed().filter { seen.insert($0).inserted }
    return Array(newestFirst.prefix(limit).reversed())
  }

  private func append(_ text: String, to kind: Kind) {
    guard let folder, let path = path(of: kind) else { return }
    StateDirectory.make(at: folder)
    write("\(text)\n", to: path, O_APPEND)
  }

  private func replaceFile(of kind: Kind, with lines: [String]) {
    guard let path = path(of: kind) else { return }
    let draft = "\(path).\(getpid())"
    guard write(lines.map { "\($0)\n" }.joined(), to: draft, O_TRUNC) else { return }
    rename(draft, path)
  }

  /// Writes to a file for its owner alone.
  ///
  /// Entries that cannot be kept in the file are still offered in this session.
  @discardableResult
  private func write(_ text: String, to path: String, _ mode: Int32) -> Bool {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | mode
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lines = LineAppender { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    do throws(LineAppender.Fault) { try lines.append(Array(text.utf8)) } catch { return false }
    return true
  }
}
