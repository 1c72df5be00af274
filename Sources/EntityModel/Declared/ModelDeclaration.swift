package import Diagnostics

/// A parsed model file of any format; ``ModelOverlay`` applies it to the model reflected from the database.
///
/// Values that are `nil` stay as they were reflected.
package struct ModelDeclaration: Sendable {
  /// Says in which tables and columns entities lie: over the model that was found in a database, or, without one, in tables
  /// of their own.
  ///
  /// Gives the declaration with what was missing, and what does not fit the database.
  package typealias Mapping =
    @Sendable (ModelDeclaration, _ reflected: Model?) -> (
      model: ModelDeclaration, diagnostics: [Diagnostic]
    )

  /// The name of the model.
  package var name: String
  /// The mapping of entities to tables, applied first; `nil` when the format names tables itself.
  package var mapping: Mapping?
  /// Whether it means to say all: what it leaves out is hidden, not shown as the database has it.
  package var isComplete: Bool
  /// In their order.
  package var entities: [EntityDeclaration] = []
  /// Warnings about contents that a declaration cannot represent, for conversion to another format.
  package var losses: [Diagnostic] = []

  /// A model without entities yet.
  package init(name: String, isComplete: Bool, mapping: Mapping? = nil) {
    (self.name, self.isComplete, self.mapping) = (name, isComplete, mapping)
  }
}

/// The place of a declaration in a model file, for diagnostics about it: the source text and a range.
package struct DeclarationPlace: Sendable {
  /// The text.
  package var source: SourceText
  /// The range in the text.
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

/// The declaration of an entity in a model file: its own values, attributes, relationships and fetches.
@dynamicMemberLookup
package struct EntityDeclaration: Sendable {
  /// The declared values of the entity itself.
  package var said: PropertyDeclaration<Entity.Definition>
  /// Whether the entity has no objects, and only defines attributes that others refer to.
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

  /// Accesses a declared value of the entity itself.
  package subscript<InitialValueRules>(
    dynamicMember path: WritableKeyPath<PropertyDeclaration<Entity.Definition>, InitialValueRules>
  ) -> InitialValueRules {
    get { said[keyPath: path] }
    set { said[keyPath: path] = newValue }
  }
}
