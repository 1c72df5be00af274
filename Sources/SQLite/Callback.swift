/// A closure that SQLite calls through a pointer.
final class Callback<Body> {
  let body: Body

  init(_ body: Body) { self.body = body }

  /// What SQLite is handed; the callback must be kept for as long as SQLite may call it.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// What SQLite is handed where it keeps the callback itself, until it calls ``release(_:)``.
  var keptPointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// Calls the closure behind a pointer.
  ///
  /// Counting references to it would be a good part of a call.
  static func at<Result>(_ pointer: UnsafeMutableRawPointer, _ call: (Body) -> Result) -> Result {
    Unmanaged<Callback>.fromOpaque(pointer)._withUnsafeGuaranteedRef { call($0.body) }
  }

  /// Lets go of what SQLite has kept.
  static func release(_ pointer: UnsafeMutableRawPointer?) {
    if let pointer { Unmanaged<Callback>.fromOpaque(pointer).release() }
  }
}
