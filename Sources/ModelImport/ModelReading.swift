package import Diagnostics
package import EntityModel

/// A model, as far as it could be read, and what is to be said of it.
package typealias ModelReading = (model: ModelDeclaration?, diagnostics: [Diagnostic])
