# A number that is none is told beside its field, found by a key, mended and saved.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER);
  INSERT INTO film VALUES(1, 'Alien', 1979);
start story.db --entity film --id 1 --task edit
see 1979
press tab ctrl-u
type old
see ✗ needs a whole number
press up ctrl-s
see not saved: Year: needs a whole number
press ctrl-g ctrl-u
type 1986
press ctrl-s
see saved
rows SELECT year FROM film
  1986
