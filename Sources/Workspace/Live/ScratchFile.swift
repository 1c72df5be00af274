import FoundationEssentials
import Glibc
package import RuleFiles

/// A temporary file in a private folder, for opening a text or blob in another program such as an editor.
package nonisolated struct ScratchFile {
  package let path: String
  private let folder: String

  /// A file with these bytes where temporary files go.
  ///
  /// - Throws: Why there is none.
  package init(named name: String, _ bytes: [UInt8], in surroundings: HostEnvironment)
    throws(PromptRefusal)
  {
    let place = surroundings.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(place)/d2t-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      let reason = String(cString: strerror(errno))
      throw PromptRefusal("no file can be made in ‘\(place)’: \(reason)")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/" + name
    do throws(PromptRefusal) { try BlobFile.create(path, bytes, mode: 0o600) } catch {
      rmdir(folder)
      throw error
    }
  }

  /// Takes its folder away, with the copies that editors leave beside it.
  /// - Returns: Why it stays.
  package func remove() -> String? {
    do {
      try FileManager.default.removeItem(atPath: folder)
      return nil
    } catch {
      return "‘\(folder)’ cannot be removed: \(error)"
    }
  }
}
