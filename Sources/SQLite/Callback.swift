/// A closure that SQLite calls through a pointer.
final class Callback<Body> {
  let body: Body

  init(_ body: Body) { self.body = body }

  /// The context pointer for SQLite, unretained: keep the callback for as long as SQLite may call it.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The context pointer for SQLite, retained until SQLite calls ``release(_:)``.
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
