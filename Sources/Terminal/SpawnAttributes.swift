package import Glibc

/// The `posix_spawn` attributes for child processes with default signal handling and no blocked signals, as a shell starts
/// them.
package enum SpawnAttributes {
  /// Hands the attributes, with `flags` beside those for signals, to `body`.
  package static func with<Result>(
    flags: Int32 = 0,
    _ body: (UnsafePointer<posix_spawnattr_t>) throws -> Result
  ) rethrows -> Result {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let all = flags | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(all))
    return try body(&attributes)
  }
}
