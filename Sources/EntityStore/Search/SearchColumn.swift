package import Qualifiers

/// A list column as a text search sees it: the properties it reads and how they become text.
package struct SearchColumn: Sendable {
  /// The source of the text that a search looks at in a list column: an attribute's value, or a related object's label.
  package enum Content: Sendable {
    case value(PropertyPath, Writing)
    case label(parts: [PropertyPath], ofFirst: Int, keys: [PropertyPath], LabelText)
  }

  /// The text of the values that name an object, and of those that refer to it; `nil` for no object.
  package typealias LabelText = @Sendable (_ parts: [Value], _ keys: [Value]) -> String?

  package let content: Content

  /// A column with the value of an attribute.
  package static func value(at path: PropertyPath, _ writing: Writing) -> Self {
    Self(content: .value(path, writing))
  }

  /// A column that names the object at the end of a to-one relationship.
  ///
  /// The first of `alternatives` with a value to read counts. Texts among its parts are joined by blanks,
  /// those that end in blanks without them; `text` says the same of all parts, and what stands there for an object without a name.
  package static func label(
    _ alternatives: [[PropertyPath]],
    keys: [PropertyPath],
    text: @escaping LabelText
  ) -> Self {
    Self(
      content: .label(
        parts: alternatives.flatMap(\.self),
        ofFirst: alternatives.first?.count ?? 0,
        keys: keys,
        text
      )
    )
  }

  /// The properties that the column reads of a row.
  package var paths: [PropertyPath] {
    switch content {
    case .value(let path, _): [path]
    case .label(let parts, _, let keys, _): parts + keys
    }
  }
}

extension SearchColumn {
  /// The conversion of an attribute's stored values to the text shown in a list column, for text search.
  ///
  /// Made from the attribute's formatter. A search uses `digits` and `keepsText` to exclude rows without formatting each value.
  package struct Writing: Sendable {
    /// The relation between a number or date and its text, which lets a search exclude rows without formatting them.
    package enum Digits: Sendable, Hashable {
      /// Nothing is known of the text.
      case unknown
      /// The text has no other characters than these.
      case changed(alphabet: String)
      /// Nor has it digits in another order than the value; behind them may stand so many zeros.
      case kept(alphabet: String, zeros: Int)
    }

    /// The text of a value that is not null.
    package let text: @Sendable (Value) -> String
    /// Whether texts are shown as they are, up to their case.
    package let keepsText: Bool
    /// The relation between numbers or dates and their text.
    package let digits: Digits

    /// The way of a formatter; without arguments nothing is known of it, and every value is written to be looked at.
    package init(
      keepsText: Bool = false,
      digits: Digits = .unknown,
      text: @escaping @Sendable (Value) -> String
    ) {
      (self.text, self.keepsText, self.digits) = (text, keepsText, digits)
    }
  }
}
