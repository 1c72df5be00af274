/// The treatment of marks between commas by an import: `text:1`, `null:`.
nonisolated enum StorageClassTagParsing {
  /// They say the storage class of a value.
  case read
  /// A value that looks exported with a mark is a fault.
  case refused
  /// They are texts as any other.
  case kept

  /// The advice for a file with marks that nobody has asked to read.
  static let advice =
    "the file has marks of 'export --typed'; use --typed, or --keep-marks for texts"
}
