import SceneSupport
import TestSupport
import Testing

@testable import Pages

/// A new password beside others that look hashed.
@MainActor
struct PlainPasswordTests {
  private static func script(_ passwords: [String]) -> String {
    let rows = passwords.enumerated().map { "(\($0 + 1), 'u\($0)', '\($1)')" }
    return """
      CREATE TABLE auth_user(id INTEGER PRIMARY KEY, username TEXT NOT NULL, password VARCHAR(128) NOT NULL);
      INSERT INTO auth_user VALUES \(rows.joined(separator: ", "));
      """
  }

  private static let hashes = [
    "pbkdf2_sha256$600000$Zx1$0aFQbZ3cV9uM1XbOq0i0bKjzqj9Pz3eGk2i6p1wq7T4=",
    "pbkdf2_sha256$600000$Qy7$9dJhY2mV1uR5XbTq8i1bLkzsj4Pc6eHn3i5p0wr2T8=",
  ]
  private static let note = "saved as typed; other rows seem to hold hashes (see passwordHash)"

  private func typed(
    _ password: String,
    beside passwords: [String],
    rules: String = ""
  ) async throws -> Scene {
    let scene = try await Scene(
      Self.script(passwords),
      rules: rules,
      "--task create --entity AuthUser",
      width: 120
    )
    try await scene.go(to: "password")
    #expect(!scene.text.contains(Self.note))
    try await scene.retype(password)
    return scene
  }

  @Test func `33/3-11: a password that is saved as typed among hashes is told of at its field`()
    async throws
  {
    let told = try await typed("pw", beside: Self.hashes)
    #expect(told.text.contains(Self.note), "\(told.text)")
    // It is a note, and nothing is in the way.
    try await told.go(to: "username")
    try await told.retype("ada")
    try await told.send("ctrl-s")
    #expect(told.text.contains("saved"), "\(told.text)")
    for other in [
      try await typed("pw", beside: ["geheim", "secret"]),
      try await typed("pw", beside: Self.hashes, rules: "*true* => passwordHash = 'sha256'"),
      try await typed(Self.hashes[0], beside: Self.hashes),
    ] {
      #expect(!other.text.contains(Self.note), "\(other.text)")
    }
  }
}
