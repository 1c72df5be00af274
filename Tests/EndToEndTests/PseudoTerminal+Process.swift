import Glibc
import Terminal

extension PseudoTerminal {
  /// Starts a program in a session of its own, whose terminal is the first one it opens.
  static func spawn(
    _ program: String,
    _ arguments: [String],
    terminal: String,
    environment: [String: String]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let startsSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which does not import
    var argv = ([program] + arguments).map { strdup($0) }
    argv.append(nil)
    var envp = merged(environment).map { strdup($0) }
    envp.append(nil)
    defer { for pointer in argv + envp { free(pointer) } }
    var identifier: pid_t = 0
    let code = SpawnAttributes.with(flags: startsSession) {
      posix_spawn(&identifier, program, &actions, $0, argv, envp)
    }
    guard code == 0 else { throw Failure(description: "\(program) does not start: error \(code)") }
    return identifier
  }

  private static func merged(_ environment: [String: String]) -> [String] {
    // Not `environ`, which Swift 6 takes for unsynchronised state.
    let variables = contents(of: "/proc/self/environ").split(separator: "\0").filter {
      environment[String($0.prefix { $0 != "=" })] == nil
    }
    return variables.map(String.init) + environment.map { "\($0)=\($1)" }
  }

  /// How often the program's main thread has gone to sleep.
  var sleepCount: Int {
    let status = PseudoTerminal.contents(of: "/proc/\(processIdentifier)/status")
    for line in status.split(separator: "\n") where line.hasPrefix("voluntary_ctxt_switches:") {
      return Int(line.split(separator: "\t").last ?? "") ?? -1
    }
    return -1
  }

  /// Whether the program has read all its input and all its threads sleep, the main one until something happens.
  var isIdle: Bool {
    guard hasReadInput, isMainThreadWaiting else { return false }
    let tasks = "/proc/\(processIdentifier)/task"
    return PseudoTerminal.entries(of: tasks).allSatisfy { task in
      let state = PseudoTerminal.contents(of: "\(tasks)/\(task)/stat")
      // The state follows the name, which may hold anything but ends with the last parenthesis.
      guard let end = state.lastIndex(of: ")") else { return false }
      return state[end...].dropFirst(2).first == "S"
    }
  }

  /// Whether the main thread waits for input: in `read`, or in `poll` for long.
  private var isMainThreadWaiting: Bool {
    let call = PseudoTerminal.contents(of: "/proc/\(processIdentifier)/syscall").split(
      separator: " "
    )
    // Where the kernel does not tell, sleeping threads must do.
    guard let name = call.first.flatMap({ Int($0) }) else { return call.first != "running\n" }
    #if arch(x86_64)
    switch name {
    case 0, 61, 270: return true
    case 7, 232, 281:
      let argument = name == 7 ? 3 : 4
      guard call.count > argument, let time = UInt64(call[argument].dropFirst(2), radix: 16)
      else { return false }
      return time & 0xFFFF_FFFF >= 100
    default: return false
    }
    #else
    return true
    #endif
  }

  private static func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.first != "." { names.append(name) }
    }
    return names
  }

  private static func contents(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var contents: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = read(descriptor, &bytes, bytes.count), count > 0 {
      contents.append(contentsOf: bytes[..<count])
    }
    return String(decoding: contents, as: UTF8.self)
  }
}

extension KeyEvent {
  /// The bytes that an xterm sends for the key.
  var bytes: String {
    let escape = "\u{1B}"
    if modifiers.contains(.alt) {
      return escape + KeyEvent(key, modifiers.subtracting(.alt)).bytes
    }
    let final: String
    switch key {
    case .character(let character):
      guard modifiers.contains(.control), let value = character.asciiValue else {
        return String(character)
      }
      return String(Unicode.Scalar(value & 0x1F))
    case .enter: return "\r"
    case .escape: return escape
    case .tab: return "\t"
    case .backTab: return escape + "[Z"
    case .backspace: return "\u{7F}"
    case .up: final = "A"
    case .down: final = "B"
    case .right: final = "C"
    case .left: final = "D"
    case .end: final = "F"
    case .home: final = "H"
    case .insert: return escape + "[2~"
    case .delete: return escape + "[3~"
    case .pageUp: return escape + "[5~"
    case .pageDown: return escape + "[6~"
    case .function(let number):
      let codes = ["OP", "OQ", "OR", "OS", "[15~", "[17~", "[18~", "[19~", "[20~", "[21~", "[23~"]
      return escape + (number - 1 < codes.count ? codes[number - 1] : "[24~")
    }
    if modifiers.isEmpty { return escape + "O" + final }
    let code =
      1 + (modifiers.contains(.shift) ? 1 : 0) + (modifiers.contains(.control) ? 4 : 0)
    return escape + "[1;\(code)" + final
  }
}
