/// The type of a key path that names no key, such as `\.titel`: nothing takes a path of it, so it does not compile.
///
/// The compiler points at the path. `d2t keys` lists all names. A key of your own follows the word of its namespace, which one
/// line adds: `extension AddedNamespaces { static var shop: ShopKeys { .shared } }`.
@dynamicMemberLookup
public struct NoSuchKeyOrAddedNamespace: Sendable {
  package init() {}

  /// Any name that follows: nothing takes such a path either.
  public subscript(dynamicMember name: String) -> NoSuchKeyOrAddedNamespace { self }
}

/// The type of a key path behind a key that names nothing there, such as `\.entity.nmae`: nothing takes a path of it.
@dynamicMemberLookup
public struct NoSuchMember: Sendable {
  package init() {}

  /// Any name that follows: nothing takes such a path either.
  public subscript(dynamicMember name: String) -> NoSuchMember { self }
}

/// The root of invalid key paths with `?` after the first name, such as `\.title?.size`.
///
/// Only unavailable initializers take such paths, so that the compiler refuses them with a helpful message.
@dynamicMemberLookup
public struct AnyOptionalKeyName: Sendable {
  /// A root, which nothing needs.
  public init() {}

  /// The type after `?` in key paths such as `\.title?.size`, so that the compiler can refuse them with a helpful message.
  @dynamicMemberLookup
  public struct Behind: Sendable {
    /// Any name.
    public subscript(dynamicMember name: String) -> NoSuchMember { NoSuchMember() }
  }

  /// Any name.
  public subscript(dynamicMember name: String) -> Behind? { nil }
}

extension Environment where V == Never {
  /// Does not compile: no key has the name, or it is of another type than the property.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "no key of this type has this name; 'd2t keys' lists them, AddedNamespaces has yours"
  )
  public init(_ path: KeyPath<NoSuchKeyOrAddedNamespace, NoSuchKeyOrAddedNamespace>) {
    preconditionFailure("the compiler refuses every call")
  }

  /// Does not compile: no key has the name, or nothing behind it has.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "no key or property of a key has this name; 'd2t keys' lists them"
  )
  public init(_ path: KeyPath<AnyOptionalKeyName, NoSuchMember?>) {
    preconditionFailure("the compiler refuses every call")
  }
}
