/// Schemas such as programs really have that are in no corpus; made for the tests.
enum ForeignSchemas {
  static let all: [(name: String, script: String)] = [
    ("version control", versionControl), ("browser", browser), ("telephone", telephone),
    ("book shelf", bookShelf), ("search indexes", searchIndexes), ("places", places),
    ("names", names), ("keys", keys), ("missing modules", missingModules),
    ("edited schema", editedSchema),
  ]

  /// Rows that many tables point to, without declared keys; views over several of them.
  private static let versionControl = """
    CREATE TABLE blob(rid INTEGER PRIMARY KEY, rcvid INTEGER, size INTEGER, uuid TEXT UNIQUE NOT NULL, content BLOB,
      CHECK(length(uuid) >= 8 AND rid > 0));
    CREATE TABLE delta(rid INTEGER PRIMARY KEY, srcid INTEGER NOT NULL REFERENCES blob);
    CREATE INDEX delta_i1 ON delta(srcid);
    CREATE TABLE plink(pid INTEGER REFERENCES blob, cid INTEGER REFERENCES blob, isprim BOOLEAN, mtime DATETIME,
      UNIQUE(pid, cid));
    CREATE TABLE event(type TEXT, mtime DATETIME, objid INTEGER PRIMARY KEY, user TEXT, comment TEXT);
    CREATE TABLE tagxref(tagid INTEGER, tagtype INTEGER, rid INTEGER REFERENCES blob, UNIQUE(rid, tagid));
    CREATE TABLE private(rid INTEGER PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE config(name TEXT PRIMARY KEY NOT NULL, value CLOB, mtime DATE, CHECK(typeof(name) = 'text'))
      WITHOUT ROWID;
    CREATE VIEW artifact AS SELECT blob.rid, size, uuid, delta.srcid FROM blob LEFT JOIN delta ON blob.rid = delta.rid;
    INSERT INTO blob VALUES(1, 1, 5, 'abcdef01', X'0102'), (2, 1, -1, 'abcdef02', NULL);
    INSERT INTO delta VALUES(2, 1);
    INSERT INTO plink VALUES(1, 2, 1, 2460000.5);
    INSERT INTO event VALUES('ci', 2460000.5, 1, 'ann', 'first'), ('ci', 2460001.25, 2, 'bob', 'second');
    INSERT INTO config VALUES('project', 'x', 1700000000);
    """

  /// Moments in microseconds, triggers that call functions of the program, indexes over expressions.
  private static let browser = """
    CREATE TABLE places(id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, rev_host LONGVARCHAR,
      visit_count INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0 NOT NULL, frecency INTEGER DEFAULT -1 NOT NULL,
      last_visit_date INTEGER, guid TEXT, url_hash INTEGER DEFAULT 0 NOT NULL, origin_id INTEGER REFERENCES origins(id));
    CREATE TABLE origins(id INTEGER PRIMARY KEY, prefix TEXT NOT NULL, host TEXT NOT NULL, UNIQUE(prefix, host));
    CREATE TABLE visits(id INTEGER PRIMARY KEY, from_visit INTEGER, place_id INTEGER, visit_date INTEGER);
    CREATE UNIQUE INDEX places_guid ON places(guid);
    CREATE INDEX places_title ON places(lower(title), length(url));
    CREATE TRIGGER visit_made AFTER INSERT ON visits BEGIN
      UPDATE places SET frecency = calculate_frecency(new.place_id) WHERE id = new.place_id;
    END;
    CREATE TRIGGER origin_gone AFTER DELETE ON origins BEGIN SELECT forget(old.host); END;
    INSERT INTO origins VALUES(1, 'https://', 'example.org');
    INSERT INTO places(id, url, title, last_visit_date, guid, origin_id)
      VALUES(1, 'https://example.org/', 'Example', 1700000000000000, 'aaaa', 1), (2, 'about:blank', NULL, NULL, NULL, NULL);
    """

  /// Collations that only the program knows, `_id`, milliseconds, several types in one column.
  private static let telephone = """
    CREATE TABLE android_metadata(locale TEXT);
    CREATE TABLE contacts(_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, photo_id INTEGER,
      starred INTEGER NOT NULL DEFAULT 0, last_time_contacted INTEGER);
    CREATE TABLE data(_id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype_id INTEGER REFERENCES mimetypes(_id) NOT NULL,
      contact_id INTEGER REFERENCES contacts(_id) ON DELETE CASCADE NOT NULL, data1 TEXT, data2, data15);
    CREATE TABLE mimetypes(_id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype TEXT NOT NULL UNIQUE);
    CREATE VIEW view_data AS SELECT data._id, mimetype, name, data1 FROM data
      JOIN mimetypes ON mimetypes._id = mimetype_id JOIN contacts ON contacts._id = contact_id;
    INSERT INTO android_metadata VALUES('en_US');
    INSERT INTO mimetypes VALUES(1, 'mail'), (2, 'phone');
    INSERT INTO contacts VALUES(1, 'Ann', NULL, 1, 1700000000000), (2, 'Bob', NULL, 0, NULL);
    INSERT INTO data VALUES(1, 1, 1, 'ann@example.org', 1, X'00'), (2, 2, 1, '555', 'home', NULL);
    PRAGMA writable_schema=ON;
    UPDATE sqlite_schema SET sql = replace(sql, 'name TEXT', 'name TEXT COLLATE LOCALIZED') WHERE name = 'contacts';
    PRAGMA writable_schema=RESET;
    """

  /// Link tables with a key of their own, triggers that keep them right, views with INSTEAD OF triggers.
  private static let bookShelf = """
    CREATE TABLE books(id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL DEFAULT 'Unknown' COLLATE NOCASE,
      sort TEXT COLLATE NOCASE, pubdate TIMESTAMP DEFAULT CURRENT_TIMESTAMP, series_index REAL NOT NULL DEFAULT 1.0,
      uuid TEXT, has_cover BOOL DEFAULT 0);
    CREATE TABLE authors(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, UNIQUE(name));
    CREATE TABLE books_authors_link(id INTEGER PRIMARY KEY, book INTEGER NOT NULL, author INTEGER NOT NULL,
      UNIQUE(book, author));
    CREATE TABLE tags(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE);
    CREATE TABLE books_tags(book INTEGER NOT NULL REFERENCES books(id), tag INTEGER NOT NULL REFERENCES tags(id),
      PRIMARY KEY(book, tag));
    CREATE TRIGGER link_made BEFORE INSERT ON books_authors_link BEGIN
      SELECT CASE WHEN (SELECT id FROM books WHERE id = new.book) IS NULL
        THEN RAISE(ABORT, 'Foreign key violation: book not in books') END;
    END;
    CREATE TRIGGER book_gone AFTER DELETE ON books BEGIN
      DELETE FROM books_authors_link WHERE book = old.id;
      DELETE FROM books_tags WHERE book = old.id;
    END;
    CREATE TRIGGER book_sorted AFTER UPDATE OF title ON books BEGIN
      UPDATE books SET sort = title_sort(new.title) WHERE id = new.id;
    END;
    CREATE VIEW titles AS SELECT id, title FROM books;
    CREATE TRIGGER titles_changed INSTEAD OF UPDATE OF title ON titles BEGIN
      UPDATE books SET sort = new.title WHERE id = old.id;
    END;
    CREATE VIEW meta AS SELECT id, concat(title) AS t FROM books;
    INSERT INTO books(id, title) VALUES(1, 'One'), (2, 'Two');
    INSERT INTO authors VALUES(1, 'Ann'); INSERT INTO tags VALUES(1, 'new');
    INSERT INTO books_authors_link VALUES(1, 1, 1); INSERT INTO books_tags VALUES(1, 1);
    """

  /// Every kind of full text index, with and without content of its own.
  private static let searchIndexes = """
    CREATE TABLE doc(id INTEGER PRIMARY KEY, title TEXT, body TEXT);
    INSERT INTO doc VALUES(1, 'one', 'first text'), (2, 'two', 'second text');
    CREATE VIRTUAL TABLE plain3 USING fts3(title, body);
    CREATE VIRTUAL TABLE plain4 USING fts4(title, body, notindexed=body);
    CREATE VIRTUAL TABLE outside4 USING fts4(content="doc", title, body);
    CREATE VIRTUAL TABLE none4 USING fts4(content="", title);
    CREATE VIRTUAL TABLE terms USING fts4aux(plain4);
    CREATE VIRTUAL TABLE plain5 USING fts5(title, body UNINDEXED);
    CREATE VIRTUAL TABLE outside5 USING fts5(title, body, content='doc', content_rowid='id');
    CREATE VIRTUAL TABLE none5 USING fts5(title, content='');
    CREATE VIRTUAL TABLE words USING fts5vocab('plain5', 'row');
    INSERT INTO plain3 VALUES('a', 'b'); INSERT INTO plain4 VALUES('a', 'b'); INSERT INTO plain5 VALUES('a', 'b');
    INSERT INTO outside5(outside5) VALUES('rebuild'); INSERT INTO outside4(outside4) VALUES('rebuild');
    """

  /// R*Trees with columns beside the box.
  private static let places = """
    CREATE TABLE city(id INTEGER PRIMARY KEY, name TEXT, at POINT);
    CREATE VIRTUAL TABLE box USING rtree(id, minX, maxX, minY, maxY, +label TEXT, +city_id INTEGER);
    CREATE VIRTUAL TABLE whole USING rtree_i32(id, low, high);
    INSERT INTO city VALUES(1, 'Rome', NULL);
    INSERT INTO box VALUES(1, 0, 1, 0, 1, 'here', 1), (2, 2, 3, 2, 3, 'there', 1);
    INSERT INTO whole VALUES(7, 1, 2);
    """

  /// Names of which some are no names anywhere else.
  private static let names = #"""
    CREATE TABLE ""("" INTEGER PRIMARY KEY, " " TEXT, """" TEXT);
    CREATE TABLE "😀 table"("👩‍👩‍👧 key" TEXT PRIMARY KEY NOT NULL, "it's" TEXT DEFAULT 'it''s', "a.b" INTEGER);
    CREATE TABLE "select"("from" INTEGER PRIMARY KEY, "where" TEXT, "order" INTEGER REFERENCES "select"("from"));
    CREATE TABLE [ab]([rowid] TEXT, [oid] TEXT, [_rowid_] TEXT UNIQUE NOT NULL);
    CREATE TABLE `Straße`(`größe` REAL, `GRÖSSE` REAL, `É` TEXT, `é` TEXT);
    CREATE TABLE "line
    break"("tab	here" TEXT, "%s %d" TEXT, "--" TEXT);
    CREATE INDEX "an ""index""" ON "😀 table"("it's" || "a.b");
    INSERT INTO "" VALUES(1, 'x', 'y'); INSERT INTO "😀 table" VALUES('k', 'v', 1);
    INSERT INTO "select" VALUES(1, 'a', NULL), (2, 'b', 1); INSERT INTO [ab] VALUES('r', 'o', 'u');
    INSERT INTO `Straße` VALUES(1, 2, 'a', 'b'); INSERT INTO "line
    break" VALUES('a', 'b', 'c');
    """#

  /// Keys that are null, of mixed types, descending, of no case; references to keys of several columns.
  private static let keys = """
    CREATE TABLE loose(id TEXT PRIMARY KEY, v);
    CREATE TABLE down(id INTEGER PRIMARY KEY DESC, v);
    CREATE TABLE small(id TEXT COLLATE NOCASE PRIMARY KEY NOT NULL, v) WITHOUT ROWID;
    CREATE TABLE trailing(id TEXT COLLATE RTRIM PRIMARY KEY NOT NULL, v);
    CREATE TABLE pair(a, b, c AS (a || b) STORED, PRIMARY KEY(b, a));
    CREATE TABLE uses(id INTEGER PRIMARY KEY, b, a, small TEXT REFERENCES small DEFERRABLE INITIALLY DEFERRED,
      FOREIGN KEY(b, a) REFERENCES pair ON UPDATE CASCADE ON DELETE SET NULL);
    CREATE TABLE counted(n INTEGER PRIMARY KEY AUTOINCREMENT, up INTEGER REFERENCES counted ON DELETE SET DEFAULT);
    CREATE TABLE heap(x, y, UNIQUE(x, y)); CREATE UNIQUE INDEX part ON heap(y) WHERE y > 0;
    INSERT INTO loose VALUES(NULL, 1), (NULL, 2), ('a', 3), (X'61', 4), (1, 5);
    INSERT INTO down VALUES(1, 'a'), (2, 'b'); INSERT INTO small VALUES('A', 1), ('b', 2);
    INSERT INTO trailing VALUES('a  ', 1); INSERT INTO pair VALUES(1, 'x'), ('1', 'y'), (NULL, 'x');
    INSERT INTO uses VALUES(1, 'x', 1, 'a'); INSERT INTO counted VALUES(5, NULL), (9, 5);
    INSERT INTO heap VALUES(NULL, 1), (NULL, NULL), (1, NULL);
    """

  /// Tables of modules that this program does not have.
  private static let missingModules = #"""
    CREATE TABLE whole(id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO whole VALUES(1, 'a');
    PRAGMA writable_schema=ON;
    INSERT INTO sqlite_schema VALUES('table', 'geo', 'geo', 0, 'CREATE VIRTUAL TABLE geo USING spatial_index(a, b)');
    INSERT INTO sqlite_schema VALUES('table', 'odd', 'odd', 0, 'CREATE VIRTUAL TABLE odd USING "my ""module"""(x)');
    PRAGMA writable_schema=RESET;
    CREATE VIEW over AS SELECT * FROM geo;
    """#

  /// A schema edited by hand through `writable_schema`, which SQLite still reads.
  private static let editedSchema = """
    CREATE TABLE grown(id INTEGER PRIMARY KEY, a TEXT);
    INSERT INTO grown VALUES(1, 'x');
    CREATE TABLE child(id INTEGER PRIMARY KEY, grown_id INTEGER);
    INSERT INTO child VALUES(1, 1);
    PRAGMA writable_schema=ON;
    UPDATE sqlite_schema SET sql = 'CREATE TABLE grown(id INTEGER PRIMARY KEY, a VARCHAR(9) NOT NULL, b DATE DEFAULT ''2024-01-01'')'
      WHERE name = 'grown';
    UPDATE sqlite_schema SET sql = 'create /* odd */ table child(id integer primary key, grown_id integer references "grown" on delete cascade)'
      WHERE name = 'child';
    PRAGMA writable_schema=RESET;
    """
}
