import Dispatch
import Glibc

/// A source of file change hints from the Linux kernel (inotify); nothing runs while nothing changes.
///
/// Folders are watched for names that come and go, so that it does not matter how a program saves: over the old text, by
/// renaming, by removing and making anew, or by turning a link elsewhere. The files themselves are watched for their text; the
/// folder of a busy database wakes no reader at each of its pages.
@MainActor
final class InotifyWatch: ChangeSource {
  var onHint: (ChangeHint) -> Void = { _ in }

  /// The file names that count as changes in one watched folder: certain names, and all rule files if `takesRuleFiles` is set.
  private struct Interest {
    var names: Set<String> = []
    var takesRuleFiles = false

    func covers(_ name: String) -> Bool {
      names.contains(name) || takesRuleFiles && WatchedPaths.isRuleFile(name)
    }
  }

  private let descriptor: Int32
  private let source: any DispatchSourceRead
  /// The names to report, by inotify watch descriptor.
  private var interests: [Int32: Interest] = [:]

  private static let nameEvents =
    IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE
  private static let ownEvents = IN_MOVE_SELF | IN_DELETE_SELF
  private static let textEvents = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB
  /// Events with which a change ends; the file that another one takes the place of loses a name last.
  private static let lastEvents = IN_CLOSE_WRITE | IN_MOVED_TO | IN_ATTRIB
  /// Events that say more than what became of one name.
  private static let sweepingEvents = ownEvents | IN_Q_OVERFLOW | IN_UNMOUNT

  /// A watch over nothing yet; `nil` when the kernel has none to give.
  init?() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setCancelHandler { [descriptor] in close(descriptor) }
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.readEvents() }
    }
    source.activate()
  }

  isolated deinit { source.cancel() }

  func follow(_ places: WatchedPaths) -> Bool {
    var wanted: [String: (mask: Int32, interest: Interest)] = [:]
    func add(_ trace: PathResolution) {
      for folder in trace.folders {
        wanted[folder, default: (0, Interest())].mask |= Self.ownEvents
      }
      for lookup in trace.lookups {
        wanted[lookup.folder, default: (0, Interest())].mask |= Self.nameEvents
        wanted[lookup.folder]?.interest.names.insert(lookup.name)
      }
    }
    for path in places.files {
      let trace = PathResolution(path)
      add(trace)
      if let end = trace.end { wanted[end, default: (0, Interest())].mask |= Self.textEvents }
    }
    for path in places.folders {
      let trace = PathResolution(path)
      add(trace)
      guard let end = trace.end else { continue }
      wanted[end, default: (0, Interest())].mask |= Self.nameEvents
      wanted[end]?.interest.takesRuleFiles = true
    }
    return watch(wanted)
  }

  private func watch(_ wanted: [String: (mask: Int32, interest: Interest)]) -> Bool {
    var watched: [Int32: Interest] = [:]
    var isComplete = true
    for (path, (mask, interest)) in wanted {
      let number = inotify_add_watch(descriptor, path, UInt32(bitPattern: mask | IN_MASK_ADD))
      guard number >= 0 else {
        // What has gone in this moment, or may not be read, is no reason to give up.
        if errno == ENOSPC || errno == ENOMEM { isComplete = false }
        continue
      }
      watched[number, default: Interest()].names.formUnion(interest.names)
      if interest.takesRuleFiles { watched[number]?.takesRuleFiles = true }
    }
    for number in interests.keys where watched[number] == nil {
      inotify_rm_watch(descriptor, number)
    }
    interests = watched
    return isComplete
  }

  private func readEvents() {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = read(descriptor, &bytes, bytes.count), count > 0 {
      bytes[..<count].withUnsafeBytes { take($0) }
    }
  }

  /// Takes the events of one reading: number, mask, cookie, length of the name, name.
  private func take(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    while start + 16 <= bytes.count {
      let number = bytes.loadUnaligned(fromByteOffset: start, as: Int32.self)
      let mask = bytes.loadUnaligned(fromByteOffset: start + 4, as: Int32.self)
      let length = Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
      let name = bytes[(start + 16)..<min(start + 16 + length, bytes.count)].prefix { $0 != 0 }
      start += 16 + length
      note(mask, of: number, name: String(decoding: name, as: UTF8.self))
    }
  }

  private func note(_ mask: Int32, of number: Int32, name: String) {
    if mask & Self.sweepingEvents != 0 { return onHint(.underWay) }
    // Without a name the event is about the watched thing itself: the text of a file.
    guard let interest = interests[number], mask & IN_IGNORED == 0,
      name.isEmpty || interest.covers(name)
    else { return }
    onHint(mask & Self.lastEvents != 0 ? .finished : .underWay)
  }
}
