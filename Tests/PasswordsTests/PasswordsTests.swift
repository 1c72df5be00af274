import Testing

@testable import Passwords

/// Passwords as databases keep them.
struct PasswordsTests {
  @Test(arguments: PasswordHash.allCases)
  func `What a password is hashed to admits that password alone`(kind: PasswordHash) throws {
    let hash = try #require(kind.hash(of: "open sésame"))
    let stored = StoredPassword(hash)
    #expect(stored.kind == .crypt)
    #expect(stored.isSame(as: "open sésame", allowing: [.crypt]))
    for wrong in ["open sesame", "", "open sésame ", hash] {
      #expect(!stored.isSame(as: wrong, allowing: [.crypt]))
    }
    #expect(kind.hash(of: "open sésame") != hash, "each has a salt of its own")
  }

  @Test func `A hash that another program has made is known`() {
    // By `openssl passwd -6`.
    let stored = StoredPassword(
      "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1"
    )
    #expect(stored.isSame(as: "Hello world!", allowing: [.crypt]))
    #expect(!stored.isSame(as: "Hello world", allowing: [.crypt]))
  }

  @Test func `A password that begins as hashes do is none`() {
    for text in [
      "$ecret", "$6$hello", "$6$salt$word", "$", "$$$$", "$zz$salt$0123456789012345678901",
    ] {
      #expect(StoredPassword(text).kind == .plain, "\(text)")
      #expect(StoredPassword(text).isSame(as: text, allowing: [.plain]))
    }
    let md5 = "$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/"
    #expect(StoredPassword(md5).kind == .crypt)
    #expect(StoredPassword(md5).isSame(as: "password", allowing: [.crypt]))
  }

  @Test(arguments: [
    "$sha1$261532$VCB50QFWVo5QG/h9Gadt$9d8jrNXa8XNELzdANu.W7Beowqg/",
    "$3$$e0fba38268d0ec66ef1cb452d5885e53",
    "$5$bOaGswluAz0xe1zi$7ewyVIP1qtvttarKtjSCmDhOwcQTi1bCFHwriG0Vd/6",
    "$md5,rounds=41719$pJ8TY2Xw$$ms.3VZKiydaPulGDll95..",
    "$7$CU..../.....BNrdUj22ceADtgXjqf8H/$BwaIyz5wg3hxATfAnH/3LmDIqcYqAUElpzWPUru3so4",
    "$2a$05$MHxlHovq4/vobt9jOXjEOeVYVHgB47xxl8z2XRG3I1tdVUCgoALMa",
  ])
  func `What other programs hash with the system admits the password, and not the hash`(
    hash: String
  ) {
    let stored = StoredPassword(hash)
    #expect(stored.isSame(as: "abc", allowing: [.crypt]))
    #expect(!stored.isSame(as: hash, allowing: [.crypt, .plain]))
  }

  @Test func `What is too long for the system is no password`() {
    #expect(PasswordHash.sha512.hash(of: String(repeating: "x", count: 511)) != nil)
    #expect(PasswordHash.sha512.hash(of: String(repeating: "x", count: 512)) == nil)
  }

  @Test func `A text with a zero byte is no password, nor is none`() {
    #expect(PasswordHash.sha512.hash(of: "open\u{0}sesame") == nil)
    #expect(PasswordHash.sha512.hash(of: "") == nil)
    #expect(!StoredPassword("").isSame(as: "", allowing: [.plain]))
  }

  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func `MD5 is that of RFC 1321`(text: String, digest: String) {
    #expect(Digest.md5(text) == digest)
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    (
      String(
        repeating: "0123456701234567012345670123456701234567012345670123456701234567",
        count: 10
      ),
      "dea356a2cddd90c7a7ecedc5ebb563934f460452"
    ),
  ])
  func `SHA-1 is that of RFC 3174`(text: String, digest: String) {
    #expect(Digest.sha1(text) == digest)
  }

  @Test func `Digests and plain texts count where they are allowed, and nowhere else`() {
    let md5 = StoredPassword("900150983CD24FB0D6963F7D28E17F72")
    let sha1 = StoredPassword("a9993e364706816aba3e25717850c26c9cd0d89d")
    let plain = StoredPassword("abc")
    #expect([md5.kind, sha1.kind, plain.kind] == [.md5, .sha1, .plain])
    for stored in [md5, sha1, plain] {
      #expect(stored.isSame(as: "abc", allowing: [stored.kind]))
      #expect(!stored.isSame(as: "abd", allowing: [stored.kind]))
      #expect(!stored.isSame(as: "abc", allowing: [.crypt]))
    }
  }

  @Test func `Texts are compared as a whole`() {
    #expect(StoredPassword.isEqual("abc", "abc"))
    #expect(!StoredPassword.isEqual("abc", "abd") && !StoredPassword.isEqual("abc", "ab"))
    #expect(!StoredPassword.isEqual("xbc", "abc") && !StoredPassword.isEqual("", "a"))
  }
}
