import Testing

/// A matrix of roles, actions and subjects: the rules, and what they must allow.
struct RightsMatrix {
  enum Role: String, CaseIterable {
    case boss, auditor, clerk, guest
  }

  /// The subject of a rule: an entity, a row of one or a property of one.
  enum Subject: String, CaseIterable {
    case entity, row, property
  }

  enum Action: String, CaseIterable {
    case see, count, pick, search, export, insert, update, delete

    var isWrite: Bool { [.insert, .update, .delete].contains(self) }
  }

  static let script = """
    CREATE TABLE store(id INTEGER PRIMARY KEY, city TEXT NOT NULL);
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, store_id INTEGER REFERENCES store(id),
      credit INTEGER);
    CREATE TABLE secret(id INTEGER PRIMARY KEY, word TEXT NOT NULL, store_id INTEGER REFERENCES store(id));
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id),
      secret_id INTEGER REFERENCES secret(id), note TEXT);
    INSERT INTO store VALUES(1, 'Oslo'), (2, 'Rome');
    INSERT INTO customer VALUES(1, 'Ada', 1, 711), (2, 'Qbob', 2, 22);
    INSERT INTO secret VALUES(1, 'Qxyzzy', 1);
    INSERT INTO invoice VALUES(1, NULL, NULL, 'first');
    """

  static let rules = """
    role = 'clerk' => visibleEntityNames = ['Store', 'Customer', 'Invoice']
    role in ['clerk', 'guest'] and entity.name = 'Customer' => restrictingQualifier = where (store.city = 'Oslo')
    role = 'clerk' and propertyKey = 'credit' => isPropertyVisible = false
    role = 'guest' and propertyKey = 'credit' => isPropertyEditable = false
    role = 'guest' => readOnlyEntityNames = ['Secret']
    role = 'auditor' => readOnlyEntityNames = ['Customer', 'Secret']
    """

  /// Returns whether the rules should allow the action.
  static func allows(_ role: Role, _ action: Action, _ subject: Subject) -> Bool {
    switch role {
    case .boss: true
    case .auditor: !action.isWrite
    case .clerk: false
    case .guest: subject != .row && !action.isWrite
    }
  }

  /// A text or number that stands nowhere but in the subject.
  static func canary(of subject: Subject) -> String {
    switch subject {
    case .entity: "Qxyzzy"
    case .row: "Qbob"
    case .property: "711"
    }
  }

  static func entityName(of subject: Subject) -> String {
    subject == .entity ? "Secret" : "Customer"
  }

  static func key(of subject: Subject) -> String {
    switch subject {
    case .entity: "word"
    case .row: "name"
    case .property: "credit"
    }
  }

  static func id(of subject: Subject) -> Int { subject == .row ? 2 : 1 }
}
