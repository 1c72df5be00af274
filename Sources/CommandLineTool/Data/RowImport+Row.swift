extension RowImport {
  /// Where a row stands in its file.
  enum Place {
    case line(Int), object(Int)

    var text: String {
      switch self {
      case .line(let number): "line \(number)"
      case .object(let number): "object \(number)"
      }
    }
  }

  /// A row as it was read: columns with what stands in them; what is left out gets its default.
  struct Row {
    let place: Place
    var cells: [(column: Int, input: FieldInput)] = []
    /// About how long its texts are.
    var length: Int
  }
}
