import CSQLite

/// An aggregate of one group of rows while a statement goes through them.
package protocol RowAggregate: AnyObject {
  /// Takes the arguments of one row.
  func add(_ arguments: FunctionArguments)
  /// The aggregate of all rows taken.
  func result() throws(FunctionFault) -> SQLiteValue
}

extension Connection {
  private typealias Maker = Callback<(FunctionArguments) -> (any RowAggregate)?>

  /// Makes an aggregate callable from statements of this connection, not from the schema of a file.
  ///
  /// `make` is called for the first row of each group. The aggregate of no rows is null.
  package func defineAggregate(
    _ name: String,
    _ make: @escaping (FunctionArguments) -> (any RowAggregate)?
  ) throws(SQLiteError) {
    let code = sqlite3_create_function_v2(
      handle.pointer,
      name,
      -1,
      SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC,
      Maker(make).keptPointer,
      nil,
      { context, count, values in
        guard let place = aggregatePlace(context, size: MemoryLayout<UnsafeRawPointer?>.size)
        else { return sqlite3_result_error_nomem(context) }
        let arguments = FunctionArguments(values: values, count: Int(count))
        if let known = place.pointee {
          Unmanaged<Box>.fromOpaque(known)._withUnsafeGuaranteedRef { $0.aggregate.add(arguments) }
        } else if let data = sqlite3_user_data(context),
          let aggregate = Maker.at(data, { $0(arguments) })
        {
          aggregate.add(arguments)
          place.pointee = UnsafeRawPointer(Unmanaged.passRetained(Box(aggregate)).toOpaque())
        }
      },
      { context in
        // Called too when a statement ends early, so that the aggregate is let go.
        guard let place = aggregatePlace(context, size: 0), let known = place.pointee else {
          return sqlite3_result_null(context)
        }
        place.pointee = nil
        let aggregate = Unmanaged<Box>.fromOpaque(known).takeRetainedValue().aggregate
        do throws(FunctionFault) { try aggregate.result().give(to: context) } catch {
          error.give(to: context)
        }
      },
      { Maker.release($0) }
    )
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code) }
  }
}

/// Holds an aggregate of any class behind a pointer.
private final class Box {
  let aggregate: any RowAggregate

  init(_ aggregate: any RowAggregate) { self.aggregate = aggregate }
}

/// The memory of a group, which holds its aggregate; null before the first row.
private func aggregatePlace(
  _ context: OpaquePointer?,
  size: Int
) -> UnsafeMutablePointer<UnsafeRawPointer?>? {
  sqlite3_aggregate_context(context, Int32(size))?
    .assumingMemoryBound(to: UnsafeRawPointer?.self)
}
