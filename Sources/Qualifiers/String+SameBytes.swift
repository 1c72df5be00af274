import Glibc

extension StringProtocol {
  /// Whether both are the same bytes.
  ///
  /// Texts may be long, and are looked at with each key that is typed into one: their bytes are compared where they are.
  package func hasSameBytes(as other: some StringProtocol) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { other in
        guard own.count == other.count, let start = own.baseAddress,
          let otherStart = other.baseAddress
        else { return own.count == other.count }
        return memcmp(start, otherStart, own.count) == 0
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
