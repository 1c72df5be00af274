extension Invocation {
  /// The treatment of marks by the import.
  var markReading: MarkReading { isTyped ? .read : keepsMarks ? .kept : .refused }
}
