extension Naming {
  /// The words with which all of three or more attributes begin: `lsQuarantine` of `lsQuarantineAgentName`.
  ///
  /// Others follow in each; keys and what is hidden do not count.
  static func sharedWords(of attributes: [Attribute.Definition]) -> String {
    // Of most entities the first letters differ, and no more is looked at.
    var letter: UInt8?
    for attribute in attributes where isCompared(attribute) {
      let begin = attribute.name.utf8.first
      guard letter == nil || letter == begin else { return "" }
      letter = begin
    }
    return sharedWords(of: attributes.filter(isCompared).map(\.name))
  }

  private static func isCompared(_ attribute: Attribute.Definition) -> Bool {
    !attribute.isHidden && !attribute.isPrimaryKey && !attribute.isForeignKey
  }
}
