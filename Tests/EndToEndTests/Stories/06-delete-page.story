# What a deletion takes with it is told level by level, and what forbids it.
sql
  CREATE TABLE shop(id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE shelf(id INTEGER PRIMARY KEY, name TEXT, shop INTEGER REFERENCES shop ON DELETE CASCADE);
  CREATE TABLE tea(id INTEGER PRIMARY KEY, name TEXT, shelf INTEGER REFERENCES shelf ON DELETE CASCADE);
  CREATE TABLE bill(id INTEGER PRIMARY KEY, tea INTEGER NOT NULL REFERENCES tea ON DELETE RESTRICT);
  INSERT INTO shop VALUES(1, 'Harbour'), (2, 'Hill');
  INSERT INTO shelf VALUES(1, 'low', 1), (2, 'high', 2);
  INSERT INTO tea VALUES(1, 'Moss', 1), (2, 'Honey', 2);
  INSERT INTO bill VALUES(1, 2);
start story.db --entity shop
see Harbour
press j d
see Shop “Hill” cannot be deleted
see Shelves: 1, would be deleted too
see Shelves › Teas › Bills: 1, which prevents the deletion
gone y delete
press esc
see ⏎ open
press k d
see Delete Shop “Harbour”? It goes at once, and 2 more with it.
press y
see deleted Harbour
rows SELECT (SELECT count(*) FROM shop), (SELECT count(*) FROM shelf), (SELECT count(*) FROM tea)
  1|1|1
