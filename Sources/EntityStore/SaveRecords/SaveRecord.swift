package import EntityModel
package import FoundationEssentials
package import Qualifiers

/// A row before and after it was changed; several changes of it are one.
package struct ChangedRow<Image: Sendable>: Sendable {
  /// The row as it was; `nil` for a new one.
  package let before: Image?
  /// The row as it is; `nil` for one that is gone.
  package var after: Image?
  /// The cause of the change: the save itself, a trigger or a cascade.
  ///
  /// With several causes the save takes precedence.
  package var cause: SaveRecord.Cause
  /// The number that the database gives a row that is new or gone, where its key does not tell that: what keeps rows by
  /// their numbers finds it again by this.
  package let rowNumber: Int64?

  /// A changed row; only one that came and went in the same save has no image.
  @inlinable
  package init(before: Image?, after: Image?, cause: SaveRecord.Cause, rowNumber: Int64? = nil) {
    (self.before, self.after, self.cause, self.rowNumber) = (before, after, cause, rowNumber)
  }

  /// The row as it was, or a new one as it is.
  @inlinable package var known: Image {
    guard let known = before ?? after else { preconditionFailure("a changed row has an image") }
    return known
  }

  /// The row as it is, or one that is gone as it was.
  @inlinable package var latest: Image { after ?? known }

  /// The kind of change of a row that has an image.
  package var write: Entity.Write { before == nil ? .insert : after == nil ? .delete : .update }

  /// The way back.
  package var inverted: Self {
    Self(before: after, after: before, cause: cause, rowNumber: rowNumber)
  }

  /// Returns the changed row with each image transformed by `form`.
  package func map<Other, Failure>(
    _ form: (Image) throws(Failure) -> Other
  ) throws(Failure) -> ChangedRow<Other> {
    var (old, new): (Other?, Other?)
    if let before { old = try form(before) }
    if let after { new = try form(after) }
    return ChangedRow<Other>(before: old, after: new, cause: cause, rowNumber: rowNumber)
  }
}

extension ChangedRow: Equatable where Image: Equatable {}

/// The undo record of one committed save: each changed row before and after.
package struct SaveRecord: Sendable {
  /// The cause of a row's change.
  package enum Cause: String, Sendable, Hashable, Codable {
    /// A change of the save.
    case direct
    /// A trigger of the database.
    case trigger
    /// A reference or a delete rule, of the database or of the model.
    case cascade
  }

  /// A row as it was and as it is, with all that is stored in it.
  package typealias Row = ChangedRow<Record>
  /// A row as the record keeps it.
  package typealias Entry = ChangedRow<Image>

  /// A missing row that references point to: the entity, the referenced attributes and their values.
  ///
  /// A save record keeps those whose references the save removed, so that undo may restore the dangling references.
  package struct DanglingTarget: Sendable, Hashable {
    package let entityName: String
    /// The attributes that are referred to, and what references say of them.
    package let keys: [String]
    package let values: [Value]

    package init(entityName: String, keys: [String], values: [Value]) {
      (self.entityName, self.keys, self.values) = (entityName, keys, values)
    }

    /// Creates the target of a reference from the values of its row; `nil` where one of them is null or missing.
    package init?(of relationship: Relationship, by value: (String) -> Value?) {
      guard let destination = relationship.destination else { return nil }
      let joins = relationship.definition.joins
      let values = joins.compactMap { value($0.source) }
      guard values.count == joins.count, !values.contains(where: \.isNull) else { return nil }
      self.init(entityName: destination.name, keys: joins.map(\.destination), values: values)
    }
  }

  /// The values of one row, as a range of the record's encoded bytes.
  package struct Image: Sendable {
    // A record of many rows has two of them for each. No database has rows of more bytes, or so many tables.
    private let start: Int
    private let length: UInt32
    private let baseLength: UInt32
    private let layoutNumber: UInt32

    /// The place of its layout among those of the record.
    package var layout: Int { Int(layoutNumber) }
    package var bytes: Range<Int> { start..<start + Int(length) }
    /// The bytes of the row before the save; `nil` without them.
    ///
    /// An unchanged value is encoded only as a mark that refers to those bytes.
    package var base: Range<Int>? { baseLength == 0 ? nil : start - Int(baseLength)..<start }

    package init(layout: Int, bytes: Range<Int>) { self.init(layout, bytes, baseLength: 0) }

    /// A row that is coded over what it was before, which stands right before it.
    package init(layout: Int, bytes: Range<Int>, over base: Range<Int>) {
      precondition(base.upperBound == bytes.lowerBound)
      self.init(layout, bytes, baseLength: base.count)
    }

    private init(_ layout: Int, _ bytes: Range<Int>, baseLength: Int) {
      (start, length) = (bytes.lowerBound, UInt32(bytes.count))
      (self.baseLength, layoutNumber) = (UInt32(baseLength), UInt32(layout))
    }

    /// Returns the image with another layout number.
    func moved(to layout: Int) -> Image {
      Image(layout, bytes, baseLength: Int(baseLength))
    }
  }

  package let layouts: [RecordLayout]
  /// The encoded rows before and after the save, in the format of the save log.
  package let bytes: Data
  /// The rows in the order in which they were first touched; none of them is as it was.
  package let entries: [Entry]
  /// Tables of which rows were changed that are not among ``rows``; then the save cannot be undone.
  package let unrecorded: Set<TableName>
  /// Virtual tables that triggers keep by what is in ``rows``: they do so again when the save is undone.
  package let derived: Set<TableName>
  /// The missing rows that references pointed to before the save, where the save removed those references.
  ///
  /// Undo restores the dangling references.
  package let absent: [DanglingTarget]

  /// A record of rows that are coded.
  package init(
    _ entries: [Entry],
    coded bytes: Data,
    layouts: [RecordLayout],
    unrecorded: Set<TableName>,
    derived: Set<TableName>,
    absent: [DanglingTarget] = []
  ) {
    (self.layouts, self.bytes, self.entries) = (layouts, bytes, entries)
    (self.unrecorded, self.derived, self.absent) = (unrecorded, derived, absent)
  }

  /// A record of rows; a row with a value that no database stores is none.
  package init(
    rows: [Row],
    unrecorded: Set<TableName> = [],
    derived: Set<TableName> = [],
    absent: [DanglingTarget] = []
  ) {
    var writer = RecordWriter()
    var layouts: [RecordLayout] = []
    var places: [ObjectIdentifier: Int] = [:]
    var lost = unrecorded
    func image(_ record: Record) throws(RecordWriter.UnstorableValue) -> Image {
      let layout = places[ObjectIdentifier(record.layout)] ?? layouts.count
      if layout == layouts.count { layouts.append(record.layout) }
      places[ObjectIdentifier(record.layout)] = layout
      let start = writer.count
      try writer.write(record)
      return Image(layout: layout, bytes: start..<writer.count)
    }
    let entries = rows.compactMap { row -> Entry? in
      do throws(RecordWriter.UnstorableValue) { return try row.map(image) } catch {
        lost.insert(row.known.entity.definition.table)
        return nil
      }
    }
    self.init(
      entries,
      coded: writer.data,
      layouts: layouts,
      unrecorded: lost,
      derived: derived,
      absent: absent
    )
  }

  /// The rows as records, made anew each time.
  package var rows: [Row] { entries.map(row) }

  /// The row of an entry.
  package func row(_ entry: Entry) -> Row { entry.map(record) }

  /// Hears of a save before it is committed, and keeps it from that by an error; what it answers is written along, asked
  /// about by no guard and in no record.
  package typealias CommitObserver = @Sendable (SaveResult) throws(StoreError) -> [Change]
}

extension SaveRecord {
  /// The record without the layouts of tables in which all is as it was: undoing the save does not need them to be there.
  package var withoutIdleLayouts: SaveRecord {
    var isUsed = [Bool](repeating: false, count: layouts.count)
    for entry in entries {
      if let before = entry.before { isUsed[before.layout] = true }
      if let after = entry.after { isUsed[after.layout] = true }
    }
    guard isUsed.contains(false) else { return self }
    let used = layouts.indices.filter { isUsed[$0] }
    var places = [Int](repeating: 0, count: layouts.count)
    for (place, layout) in used.enumerated() { places[layout] = place }
    let moved = entries.map { $0.map { $0.moved(to: places[$0.layout]) } }
    return copy(moved, layouts: used.map { layouts[$0] })
  }

  private func copy(_ entries: [Entry], layouts: [RecordLayout]) -> SaveRecord {
    SaveRecord(
      entries,
      coded: bytes,
      layouts: layouts,
      unrecorded: unrecorded,
      derived: derived,
      absent: absent
    )
  }

  /// The record of the undo, which can itself be undone.
  package var inverted: SaveRecord {
    copy(entries.reversed().map(\.inverted), layouts: layouts)
  }

  /// The row changes of the save.
  ///
  /// The token of a new row is its index.
  package var changes: [Change] { rows.enumerated().map { $1.change(token: $0) } }

  /// The result that a save of ``changes`` reports.
  package var result: SaveResult {
    var result = SaveResult(inserted: [:], changedIDs: [:])
    for (token, entry) in entries.enumerated() {
      guard let after = entry.after.flatMap(id) else { continue }
      if let before = entry.before.flatMap(id) {
        if before != after { result.changedIDs[before] = after }
      } else {
        result.inserted[token] = after
      }
    }
    return result
  }
}

extension SaveRecord: Equatable {
  /// Whether both say the same of the same rows.
  package static func == (left: Self, right: Self) -> Bool { left.encoded() == right.encoded() }
}

extension SaveRecord.Row {
  /// The identity of the row before, or of a new row now.
  package var id: RecordID {
    before?.id ?? after?.id ?? RecordID(entityName: known.entity.name, values: [])
  }

  /// The attributes that have another value than before, or that a new row has.
  package var changedValues: [String: Value] {
    guard let after else { return [:] }
    var values: [String: Value] = [:]
    for (position, path) in after.layout.paths.enumerated() {
      let value = after.value(at: position)
      if before?.value(at: position) != value { values[path.first] = value }
    }
    return values
  }

  /// Returns the row's change as an insert, update or delete.
  fileprivate func change(token: Int) -> Change {
    switch write {
    case .insert:
      .insert(entityName: id.entityName, values: changedValues, references: [:], token: token)
    case .update: .update(id, values: changedValues, original: [:])
    case .delete: .delete(id, original: [:])
    }
  }
}
