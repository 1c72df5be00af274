# Another program deleted the record that is edited.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, year INTEGER);
  INSERT INTO film VALUES(1, 'Alien', 1979);
start story.db --entity film --id 1 --task edit
see Alien
press end
type s
other DELETE FROM film
press ctrl-s
see Somebody else has deleted it
press down enter
see saving inserts it
press ctrl-s
see saved
rows SELECT * FROM film
  1|Aliens|1979
