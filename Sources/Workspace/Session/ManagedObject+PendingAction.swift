package import Editing

extension ManagedObject {
  /// What the save does: `insert`, `update` or `delete`.
  package var pendingAction: String {
    switch state {
    case .inserted: "insert"
    case .stored: "update"
    case .deleted: "delete"
    }
  }
}
