package import EntityStore
import Glibc
package import RuleFiles

/// The rule files in which the columns and the order of lists stay for the next start, one for each list and user.
///
/// A file is replaced as a whole: of two programs that write at once the later one counts. What cannot be written is kept
/// for this session only.
package final class KeptLists {
  /// The folder of the files, which is made with the first.
  package let folder: String
  /// The texts that were written last, by path.
  private var written: [String: String?] = [:]

  /// The files for a database; `nil` where a database or the state of programs has no place.
  package init?(of store: EntityStore, in surroundings: HostEnvironment) {
    guard let mark = store.mark, let state = StateDirectory.path(surroundings.variables) else {
      return nil
    }
    folder = "\(state)/lists/\(mark)"
  }

  /// The path of the file for a list of a user.
  package func path(of entityName: String, for user: String) -> String {
    // Names of entities and users hold any character, and are of any length.
    let letters = entityName.unicodeScalars.prefix(40).map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic ? Character(scalar) : "_"
    }
    let hash = "\(entityName)\0\(user)".utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "\(folder)/\(String(letters))-\(String(hash, radix: 36)).rules"
  }

  /// Whether there is a file for a list.
  package func exists(at path: String) -> Bool { access(path, F_OK) == 0 }

  /// Writes a file, or removes it where there is nothing to keep.
  package func write(_ text: String?, to path: String) {
    if let known = written[path], known == text { return }
    written[path] = .some(text)
    guard let text else {
      unlink(path)
      return
    }
    StateDirectory.make(at: folder)
    let draft = "\(path).\(getpid())"
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(draft, flags, 0o600)
    guard descriptor >= 0 else { return }
    var lines = LineAppender { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    var isWhole = true
    do throws(LineAppender.Fault) { try lines.append(Array(text.utf8)) } catch { isWhole = false }
    isWhole = close(descriptor) == 0 && isWhole
    if !isWhole || rename(draft, path) != 0 { unlink(draft) }
  }
}
