/// A mode of an import for values with a storage class mark, such as `text:1` or `null:`: decode, reject or keep as text.
///
/// `export --typed` writes such marks; `--typed` and `--keep-marks` choose the mode.
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
