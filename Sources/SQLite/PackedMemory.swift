/// A manually allocated buffer that one holder fills; `frozen()` consumes it and makes it immutable.
///
/// ``RowPacker`` fills them with the cells of a row batch.
struct WritableMemory<Element: BitwiseCopyable & Sendable>: ~Copyable {
  let start: UnsafeMutablePointer<Element>

  /// Memory for so many elements; none of them is there yet.
  init(capacity: Int) { start = .allocate(capacity: capacity) }

  /// Memory with a copy of the first elements of another and room for as many as wanted.
  init(_ other: borrowing Self, count: Int, capacity: Int) {
    start = .allocate(capacity: capacity)
    start.initialize(from: other.start, count: count)
  }

  deinit { start.deallocate() }

  /// Converts this memory to read-only memory without copying it.
  consuming func frozen() -> FrozenMemory<Element> {
    let memory = FrozenMemory(taking: start)
    discard self
    return memory
  }
}

/// Memory to which nothing is written any more.
@usableFromInline
// Proof: the only way to make it, `WritableMemory.frozen()`, consumes the memory that could be written, so that no pointer
// that writes is left; `start` only reads elements that are Sendable; and being ~Copyable it is freed once, by its owner,
// after the last borrow. The compiler checks all of that but the pointer itself, which is Sendable for no element.
struct FrozenMemory<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let start: UnsafePointer<Element>

  fileprivate init(taking memory: UnsafeMutablePointer<Element>) {
    start = UnsafePointer(memory)
  }

  deinit { start.deallocate() }

  @inlinable @inline(__always)
  subscript(index: Int) -> Element { start[index] }
}
