import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleFiles
import StandardKeys
import Widgets
import Workspace

/// The commands for binary data: hex view, external viewer, saving to a file and, in a form, loading from one.
struct BlobCommands: InterfacePart {
  let ui: UserInterface

  /// The commands in the scope of a property, in a form those of its field; none where it holds no binary data, or may not be
  /// seen.
  func all(in scope: EnvironmentValues, form: FormModel? = nil) -> [Command] {
    guard let attribute = scope[ModelKeys.shared.attribute] else { return [] }
    let value = form?.value(of: attribute) ?? scope[ModelKeys.shared.propertyValue]
    var isBytes = false
    if case .data = value { isBytes = true }
    guard isBytes || attribute.type.kind == .blob, !scope.holdsPassword,
      Permissions(work: work, scope: scope).visibilityRefusal == nil
    else { return [] }
    let title = scope[ModelKeys.shared.displayNameForProperty]
    let reason = value.isNull ? "\(title) is empty" : nil
    let reading = [
      Command(form == nil ? .readText : .readDraft, title: "bytes", disabledReason: reason) {
        context in
        show(in: scope, form, context)
      },
      Command(.saveToFile, disabledReason: reason) { context in
        withBytes(in: scope, form) { save($0, in: scope, context) }
      },
      Command(.showOutside, disabledReason: reason) { context in
        if let refusal = viewer(in: scope).refusal { return context.say(refusal, .warning) }
        withBytes(in: scope, form) { showOutside($0, in: scope, context) }
      },
    ]
    guard let form else { return reading }
    return reading + [
      Command(.loadFromFile) { context in load(into: attribute, of: form, context) }
    ]
  }

  /// Hands all bytes of the property to `body`, as they are edited.
  private func withBytes(
    in scope: EnvironmentValues,
    _ form: FormModel?,
    _ body: @escaping ([UInt8]) -> Void
  ) {
    guard let (record, path) = place(in: scope, form) else { return }
    let title = scope[ModelKeys.shared.displayNameForProperty]
    work.reader.withWhole(record, at: path, called: title) { whole in
      switch whole.value(forPath: path.components[...]) ?? .null {
      case .data(let bytes): body(bytes)
      case .null: break
      case let other: body(Array(other.description.utf8))
      }
    }
  }

  /// The object whose property it is, and the way from there.
  private func place(in scope: EnvironmentValues, _ form: FormModel?) -> (Record, PropertyPath)? {
    guard let record = form?.object.snapshot ?? scope[ObjectKeys.shared.object] else { return nil }
    let name = scope[ModelKeys.shared.attribute]?.name ?? ""
    return (
      record,
      form == nil ? PropertyPath(scope[ModelKeys.shared.propertyKey]) : PropertyPath(name)
    )
  }

  /// Shows the bytes in rows; of what was not read to its end only the parts that one looks at are read.
  private func show(in scope: EnvironmentValues, _ form: FormModel?, _ context: CommandContext) {
    let title = scope[ModelKeys.shared.displayNameForProperty]
    let numbers = scope[MiscKeys.shared.locale].numbers
    func show(_ bytes: [UInt8], _ rows: HexRows) {
      let note = BytesKind.text(bytes, size: rows.count, numbers)
      let cursor = ListCursor()
      self.ui.show(
        Announcement(title, details: [note], showing: .bytes(rows, note: note, cursor)),
        by: .bytes,
        in: scope,
        context
      )
    }
    guard let (record, path) = place(in: scope, form), let id = record.id,
      record.isTruncated(path.components), let size = record.size(ofBytesAt: path.components),
      case .data(let start)? = record.value(forPath: path.components[...])
    else { return withBytes(in: scope, form) { show($0, HexRows($0)) } }
    let rows = HexRows(count: size, work.loads) { range in
      let found = await work.readFaults.value(orSay: "\(title) cannot be read") {
        () async throws(StoreError) in
        try await work.store.bytes(of: id, at: path, from: range.lowerBound, atMost: range.count)
      }
      if case .some(.none) = found {
        work.readFaults.say("\(title) cannot be read: it no longer exists")
      }
      return found ?? nil
    }
    show(start, rows)
  }

  // MARK: Files

  private var home: String? { work.surroundings.variables["HOME"] }

  private func ask(
    _ label: String,
    text: String = "",
    endings: [String] = [],
    _ context: CommandContext,
    then use: @escaping (BlobFile) throws(PromptRefusal) -> Void
  ) {
    let completion = PathCompletion(home: home)
    context.prompt(label, text: text, completions: completion.completions) {
      text throws(PromptRefusal) in
      try use(try file(named: text, endings: endings))
    }
  }

  /// The file of a path as typed, which is no part of the open database; with `endings` one of another kind is refused.
  func file(named text: String, endings: [String] = []) throws(PromptRefusal) -> BlobFile {
    let name = text.split(separator: "/").last ?? ""
    if !endings.isEmpty, let point = name.lastIndex(of: "."), point > name.startIndex,
      !endings.contains(name[point...].lowercased())
    {
      throw PromptRefusal(
        "‘\(name)’ cannot be written here; end the name with \(endings.joined(separator: ", "))"
      )
    }
    let file = try BlobFile(named: text, home: home)
    if let part = work.store.part(at: file.path) {
      throw PromptRefusal("‘\(file.path)’ \(part)")
    }
    return file
  }

  /// Asks for a file and writes the bytes into it; one that is there only after asking again.
  private func save(_ bytes: [UInt8], in scope: EnvironmentValues, _ context: CommandContext) {
    let name = BytesKind(bytes, isWhole: true).fileName(for: scope[ModelKeys.shared.propertyKey])
    save(as: name, context) { _ in bytes }
  }

  /// Asks for a file with one of the endings, by a name to begin with, and writes what `content` has for it.
  func save(
    as name: String,
    endings: [String] = [],
    _ context: CommandContext,
    content: @escaping (BlobFile) -> [UInt8]
  ) {
    ask("save to: ", text: name, endings: endings, context) { file throws(PromptRefusal) in
      try save(content(file), to: file, context)
    }
  }

  /// Writes bytes into a file that was named, over one that is there only after asking.
  func save(_ bytes: [UInt8], to file: BlobFile, _ context: CommandContext) throws(PromptRefusal) {
    guard let size = try file.size() else { return write(bytes, to: file, context) }
    let question = "‘\(file.path)’ exists already (\(ByteText.size(size))). Overwrite it?"
    let asked = Announcement(asking: question, verb: "overwrite it") {
      write(bytes, to: file, $0, overwriting: true)
    }
    ui.ask(asked, context)
  }

  private func write(
    _ bytes: [UInt8],
    to file: BlobFile,
    _ context: CommandContext,
    overwriting isOverwriting: Bool = false
  ) {
    work.loads.run {
      do throws(PromptRefusal) {
        try await file.write(bytes, overwriting: isOverwriting)
        context.say("\(ByteText.size(bytes.count)) written to ‘\(file.path)’", .success)
      } catch { context.say(error.sentence, .error) }
    }
  }

  /// Asks for a file whose bytes take the place of those in the field.
  private func load(into attribute: Attribute, of form: FormModel, _ context: CommandContext) {
    ask("load from: ", context) { file throws(PromptRefusal) in
      guard try file.size() != nil else {
        throw PromptRefusal("there is no file ‘\(file.path)’")
      }
      work.loads.act {
        do throws(PromptRefusal) {
          let bytes = try await file.bytes(atMost: Self.longest)
          guard ui.navigator.shows(form) else {
            throw PromptRefusal(
              "‘\(file.path)’ is not loaded: its field no longer exists"
            )
          }
          form.set(.data(bytes), for: attribute)
          context.say(
            "\(BytesKind.text(bytes, size: bytes.count)) from ‘\(file.path)’; not saved yet"
          )
        } catch { context.say(error.sentence, .error) }
      }
    }
  }

  /// No database keeps a value of more bytes: SQLITE_MAX_LENGTH.
  private static let longest = 1_000_000_000

  // MARK: Other programs

  /// The words of the program that rules name for showing bytes, or why there is none.
  private func viewer(in scope: EnvironmentValues) -> (words: [String], refusal: String?) {
    let key = MiscKeys.shared.blobViewer
    let words = scope[key]?.split(separator: " ").map(String.init) ?? []
    guard !words.isEmpty else { return ([], "no viewer set; add a rule: blobViewer = 'chafa -'") }
    // Rules that come with a database would start whatever they like.
    let rule = work.resolver.explain(key, in: scope).rule
    guard let rule, rule.layer >= .site else {
      return ([], "only rules of the site or your own may set blobViewer")
    }
    return (words, nil)
  }

  private func showOutside(
    _ bytes: [UInt8],
    in scope: EnvironmentValues,
    _ context: CommandContext
  ) {
    let words = viewer(in: scope).words
    do throws(PromptRefusal) {
      let name = BytesKind(bytes, isWhole: true).fileName(for: "value")
      let file = try ScratchFile(named: name, bytes, in: work.surroundings)
      defer { if let reason = file.remove() { context.say(reason, .warning) } }
      let program = ChildProgram(words: words.map { $0 == "{}" ? file.path : $0 }, input: file.path)
      var failure: String?
      ui.screen.onYieldScreen {
        do throws(PromptRefusal) {
          let code = try program.run()
          if code != 0 { failure = "‘\(words[0])’ ended with \(code)" }
          ChildProgram.waitForEnter()
        } catch { failure = error.sentence }
      }
      context.host.setNeedsDisplay()
      if let failure { context.say(failure, .error) }
    } catch { context.say(error.sentence, .error) }
  }
}

nonisolated extension BytesKind {
  /// Returns the name of a file for data of this kind: `cover.png`.
  fileprivate func fileName(for property: String) -> String {
    let word = name?.prefix { $0 != " " }.lowercased() ?? ""
    return "\(property).\(Self.endings[word] ?? (Self.ownEndings.contains(word) ? word : "bin"))"
  }

  private static let endings = [
    "jpeg": "jpg", "gzip": "gz", "bzip2": "bz2", "zstd": "zst", "text": "txt", "ogg": "ogg",
    "matroska": "mkv", "quicktime": "mov", "icon": "ico", "opentype": "otf", "property": "plist",
  ]
  private static let ownEndings: Set<String> = [
    "png", "gif", "bmp", "tiff", "pdf", "zip", "xz", "7z", "sqlite", "mp3", "mp4", "m4a", "flac",
    "webp", "wav", "avi", "heic", "avif", "woff", "xml", "json",
  ]
}
