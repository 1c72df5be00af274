/// The kind of binary data, detected by its first bytes: `PNG 256×256`, `polygon`, `zlib`.
package nonisolated struct BytesKind {
  /// How people call it; `nil` when the bytes do not tell.
  package let name: String?

  /// The kind of data that begins with `bytes`; `isWhole` where that is all of it.
  package init(_ bytes: [UInt8], isWhole: Bool) {
    name =
      GeometryKind(bytes, isWhole: isWhole)?.description ?? Self.marked(bytes)
      ?? Self.container(bytes) ?? Self.text(bytes, isWhole: isWhole)
  }

  /// `<PNG 256×256 1.2 kB>`, `<blob 12 B>`; with `nil` the size is only known to be more than that of `bytes`.
  package static func text(_ bytes: [UInt8], size: Int?, _ style: NumberStyle = .plain) -> String {
    let isWhole = size == bytes.count
    let name = Self(bytes, isWhole: isWhole).name ?? "blob"
    let text = ByteText.size(size ?? bytes.count, style)
    return "<\(name) \(size == nil ? "over " : "")\(text)>"
  }

  // MARK: Marks

  private static let marks: [(mark: [UInt8], name: String)] = [
    ([0xFF, 0xD8, 0xFF], "JPEG"), (Array("BM".utf8), "BMP"),
    (Array("II*\0".utf8), "TIFF"), (Array("MM\0*".utf8), "TIFF"), ([0, 0, 1, 0], "icon"),
    (Array("%PDF-".utf8), "PDF"), ([0x50, 0x4B, 3, 4], "ZIP"), ([0x1F, 0x8B, 8], "gzip"),
    (Array("BZh".utf8), "bzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "7z"),
    (Array("SQLite format 3\0".utf8), "SQLite"), (Array("bplist0".utf8), "property list"),
    ([4, 0x0B] + Array("streamtyped".utf8), "typedstream"), (Array("ID3".utf8), "MP3"),
    (Array("OggS".utf8), "Ogg"), (Array("fLaC".utf8), "FLAC"),
    ([0x1A, 0x45, 0xDF, 0xA3], "Matroska"), ([0x7F, 0x45, 0x4C, 0x46], "ELF"),
    ([0xAC, 0xED, 0, 5], "Java object"), (Array("wOFF".utf8), "WOFF"), (Array("wOF2".utf8), "WOFF"),
    (Array("OTTO".utf8), "OpenType"),
  ]

  private static func marked(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      return "PNG" + size(number(bytes, at: 16, count: 4), number(bytes, at: 20, count: 4))
    }
    if bytes.starts(with: Array("GIF8".utf8)) {
      let width = number(bytes, at: 6, count: 2, isLittle: true)
      return "GIF" + size(width, number(bytes, at: 8, count: 2, isLittle: true))
    }
    // Two letters alone are the beginning of many things: a bitmap says its size, and has zeros behind it.
    return marks.first { mark, name in
      bytes.starts(with: mark) && (name != "BMP" || number(bytes, at: 6, count: 4) == 0)
    }?.name
  }

  /// Formats that say behind a first word which they are.
  private static func container(_ bytes: [UInt8]) -> String? {
    func word(_ start: Int) -> String {
      String(decoding: bytes.dropFirst(start).prefix(4), as: UTF8.self)
    }
    if word(0) == "RIFF" {
      return switch word(8) {
      case "WEBP": "WebP"
      case "WAVE": "WAV"
      case "AVI ": "AVI"
      default: nil
      }
    }
    if word(4) == "ftyp" {
      return switch word(8) {
      case "heic", "heix", "mif1": "HEIC"
      case "avif": "AVIF"
      case "M4A ": "M4A"
      case "qt  ": "QuickTime"
      default: "MP4"
      }
    }
    // The first two bytes together are a multiple of 31.
    let isZlib =
      bytes.count >= 6 && bytes[0] == 0x78 && (0x7800 + Int(bytes[1])) % 31 == 0
      && [0x01, 0x5E, 0x9C, 0xDA].contains(bytes[1])
    return isZlib ? "zlib" : nil
  }

  private static func size(_ width: Int?, _ height: Int?) -> String {
    guard let width, let height, width > 0, height > 0 else { return "" }
    return " \(width)×\(height)"
  }

  fileprivate static func number(
    _ bytes: [UInt8],
    at start: Int,
    count: Int,
    isLittle: Bool = false
  ) -> Int? {
    guard bytes.count >= start + count else { return nil }
    let digits = bytes[start..<(start + count)]
    return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: Text

  private static func text(_ bytes: [UInt8], isWhole: Bool) -> String? {
    guard bytes.count >= 2 else { return nil }
    // What was cut may end within a character.
    var bytes = bytes[...]
    if !isWhole, let start = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) {
      bytes = bytes[..<start]
    }
    guard let text = String(validating: bytes, as: UTF8.self),
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0.isLineSpace })
    else { return nil }
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
    if text.hasPrefix("<?xml") { return "XML" }
    return first == "{" || first == "[" ? "JSON" : "text"
  }
}

nonisolated extension Unicode.Scalar {
  /// A tab or the end of a line.
  fileprivate var isLineSpace: Bool { self == "\t" || self == "\n" || self == "\r" }
}

/// A geometry as GeoPackage, SpatiaLite, PostGIS and the OGC write it: `point`, `multipolygon Z`.
package nonisolated struct GeometryKind: CustomStringConvertible {
  package let description: String

  private static let names = [
    "geometry", "point", "line", "polygon", "multipoint", "multiline", "multipolygon", "geometries",
  ]

  package init?(_ bytes: [UInt8], isWhole: Bool) {
    if bytes.starts(with: [0x47, 0x50]), bytes.count >= 13, bytes[2] == 0 {
      let envelopes = [0, 32, 48, 48, 64]
      let envelope = Int(bytes[3] >> 1 & 7)
      guard envelope < envelopes.count else { return nil }
      self.init(wellKnown: bytes, at: 8 + envelopes[envelope])
    } else if bytes.count >= 43, bytes[0] == 0, bytes[1] < 2, bytes[38] == 0x7C,
      !isWhole || bytes.last == 0xFE
    {
      self.init(wellKnown: [bytes[1]] + bytes[39..<43], at: 0)
    } else if isWhole, [21, 25, 29, 33, 37, 41].contains(bytes.count) || bytes.count >= 45 {
      // A point has nothing but its coordinates; other kinds begin with how many parts they have.
      self.init(wellKnown: bytes, at: 0)
      // Without a mark of its own a geometry of no kind is anything that begins with zeros.
      let isPoint = description.hasPrefix("point")
      guard isPoint == (bytes.count < 45), !description.hasPrefix("geometry") else { return nil }
    } else {
      return nil
    }
  }

  /// Reads the order of bytes and the number of the kind.
  private init?(wellKnown bytes: [UInt8], at start: Int) {
    guard bytes.count >= start + 5, bytes[start] < 2,
      let code = BytesKind.number(bytes, at: start + 1, count: 4, isLittle: bytes[start] == 1)
    else { return nil }
    let (plain, flags) = (code & 0x0FFF_FFFF, code >> 28)
    let (thousands, kind) = (plain / 1000, plain % 1000)
    guard kind < Self.names.count, thousands < 4, kind > 0 || thousands == 0 else { return nil }
    let hasZ = flags & 8 != 0 || thousands == 1 || thousands == 3
    let hasM = flags & 4 != 0 || thousands >= 2
    let dimensions = (hasZ ? "Z" : "") + (hasM ? "M" : "")
    description = Self.names[kind] + (dimensions.isEmpty ? "" : " " + dimensions)
  }
}
