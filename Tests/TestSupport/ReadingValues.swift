/// A table with a column of each type, and its values as `d2t get` and `y` give them.
public enum ReadingValues {
  /// Reading 1 has all values, reading 2 none.
  public static let script = """
    CREATE TABLE place(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE reading(id INTEGER PRIMARY KEY, amount REAL, count INTEGER, price DECIMAL(12, 2), day DATE, at DATETIME,
      clock TIME, bytes BLOB, note TEXT, ok BOOLEAN, sent TIMESTAMP, place_id INTEGER REFERENCES place(id));
    INSERT INTO place VALUES (7, 'Here');
    INSERT INTO reading VALUES (1, 1234567.000000125, 1234567890123, 1234.5, '2024-02-29', '2024-02-29 12:34:56.789',
      '09:05:01', x'00FF', 'two words', 1, '2024-05-01T12:00:00+02:00', 7);
    INSERT INTO reading(id) VALUES (2);
    """

  /// The values of reading 1 by property.
  public static let all: [(name: String, value: String)] = [
    ("amount", "1234567.000000125"), ("count", "1234567890123"), ("price", "1234.5"),
    ("day", "2024-02-29"), ("at", "2024-02-29 12:34:56.789"), ("clock", "09:05:01"),
    ("bytes", "x'00FF'"), ("note", "two words"), ("ok", "1"),
    ("sent", "2024-05-01T12:00:00+02:00"), ("place", "7"),
  ]
}
