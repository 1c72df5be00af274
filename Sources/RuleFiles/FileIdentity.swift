import CResources
import Glibc

/// The identity of a file, independent of its path: device, inode and creation time.
package nonisolated struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t
  /// When it was made: another file may get the number of one that is gone.
  private let birth: Int64
  /// Whether it is a folder.
  package let isFolder: Bool

  /// The file that `path` leads to, through links; `nil` when there is none.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
    birth = d2t_file_birth(path)
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether two paths lead to one file, or would if it were there: the same name in the same folder.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    switch (Self(first), Self(second)) {
    case (let first?, let second?): return first == second
    case (nil, nil):
      let (first, second) = (DirectoryEntryPath(first), DirectoryEntryPath(second))
      guard first.name == second.name, let folder = Self(first.folder) else { return false }
      return folder == Self(second.folder)
    default: return false
    }
  }

  /// A text for use in file names, constant for as long as the file exists.
  package var text: String { "\(device)-\(number)-\(birth)" }
}
