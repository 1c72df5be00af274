package import Diagnostics

/// What a model file says, as far as it says it: what is `nil` is left as it was found in the database.
///
/// All formats are read into this; ``ModelOverlay`` lays it over what reflection found.
package struct ModelDeclaration: Sendable {
  /// Says in which tables and columns entities lie: over the model that was found in a database, or, without one, in tables
  /// of their own.
  ///
  /// It gives the declaration with what was missing, and what does not fit the database.
  package typealias Mapping =
    @Sendable (ModelDeclaration, _ reflected: Model?) -> (
      model: ModelDeclaration, diagnostics: [Diagnostic]
    )

  /// What the model is called.
  package var name: String
  /// What is done before anything else, when the format says nothing of tables.
  package var mapping: Mapping?
  /// Whether it means to say all: what it leaves out is hidden, not shown as the database has it.
  package var isComplete: Bool
  /// In their order.
  package var entities: [EntityDeclaration] = []
  /// What the file says and the declaration cannot: told when the model is written in another format.
  package var losses: [Diagnostic] = []

  /// A model without entities yet.
  package init(name: String, isComplete: Bool, mapping: Mapping? = nil) {
    (self.name, self.isComplete, self.mapping) = (name, isComplete, mapping)
  }
}

/// A place in a model file.
package struct DeclarationPlace: Sendable {
  /// The text.
  package var source: SourceText
  /// Where in it.
  package var span: SourceSpan

  /// A place.
  package init(_ source: SourceText, _ span: SourceSpan) {
    (self.source, self.span) = (source, span)
  }

  /// A fault here.
  package func fault(
    _ id: String,
    _ message: String,
    severity: Diagnostic.Severity = .error,
    suggestion: String? = nil
  ) -> Diagnostic {
    Diagnostic(severity, id: id, message, source: source, span: span, suggestion: suggestion)
  }
}

/// What a model file says of an entity: of itself, as ``PropertyDeclaration``, and of its properties.
@dynamicMemberLookup
package struct EntityDeclaration: Sendable {
  /// What is said of the entity itself.
  package var said: PropertyDeclaration<Entity.Definition>
  /// It only holds attributes to which others refer, and no objects.
  package var isPrototype = false
  /// Names of the properties to show; `nil` for all.
  package var shownProperties: [String]?
  package var attributes: [AttributeDeclaration] = []
  package var relationships: [RelationshipDeclaration] = []
  package var fetches: [NamedFetch] = []

  package init(name: String, place: DeclarationPlace) {
    self.init(PropertyDeclaration(name: name, place: place))
  }

  init(_ said: PropertyDeclaration<Entity.Definition>) { self.said = said }

  /// What is said of the entity itself.
  package subscript<Said>(
    dynamicMember path: WritableKeyPath<PropertyDeclaration<Entity.Definition>, Said>
  ) -> Said {
    get { said[keyPath: path] }
    set { said[keyPath: path] = newValue }
  }
}
