# A name that is taken is told beside its field before it is saved.
sql
  CREATE TABLE tag(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  INSERT INTO tag VALUES(1, 'old'), (2, 'new');
start story.db --entity tag --id 2 --task edit
see new
press ctrl-u
type old
see ✗ taken by Tag “old”
type er
gone taken
press ctrl-s
see saved
rows SELECT name FROM tag
  old
  older
