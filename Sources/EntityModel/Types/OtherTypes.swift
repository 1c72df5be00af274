extension AttributeType {
  /// Bytes.
  public static let blob = AttributeType("blob", .blob) {
    $0.noun = "bytes"
    $0.declaration = { _, _ in "BLOB" }
  }

  /// Values of any kind: the declaration says nothing and the data is mixed.
  public static let any = AttributeType("any", .any) {
    $0.declarations = ["any"]
    $0.declaration = { _, _ in "" }
  }
}
