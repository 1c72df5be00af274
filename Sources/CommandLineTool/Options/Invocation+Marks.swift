extension Invocation {
  /// The treatment of marks by the import.
  var markReading: StorageClassTagParsing { isTyped ? .read : keepsMarks ? .kept : .refused }
}
