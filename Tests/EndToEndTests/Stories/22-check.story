# A text that a CHECK forbids is told beside its field and never written.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, note TEXT CHECK(length(note) < 9));
  INSERT INTO film VALUES(1, 'Alien', NULL);
start story.db --entity film --id 1 --task edit
see Alien
press tab
type much too long
see needs at most 8 characters, not 13
press ctrl-s
see not saved: Note: needs at most 8 characters, not 13
press ctrl-g ctrl-u
type short
press ctrl-s
see saved
rows SELECT note FROM film
  short
