package import Qualifiers

extension EntityStore {
  /// A part of the blob at a path of the row with an identity: so many bytes from one on, or as many as there are; `nil` when
  /// there is no row, or no blob.
  package func bytes(
    of id: RecordID,
    at path: PropertyPath,
    from firstByte: Int,
    atMost count: Int
  ) async throws(StoreError) -> [UInt8]? {
    var part = FetchSpecification(
      entityName: id.entityName,
      paths: [path],
      maximumByteCount: count
    )
    part.firstByte = firstByte
    let fetch = try await narrowed(part)
    let record = try await worker.perform(nil, within: nil) { adaptor throws(StoreError) in
      try adaptor.record(id, fetch)
    }
    guard case .data(let bytes)? = record?.value(forPath: path.components[...]) else { return nil }
    return bytes
  }
}
