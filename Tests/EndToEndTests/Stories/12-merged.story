# Another program changed another value: both are kept, and it is said.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, year INTEGER);
  INSERT INTO film VALUES(1, 'Alien', 1979);
start story.db --entity film --id 1 --task edit
see Alien
type s
other UPDATE film SET year = 1980
see 1 change
press ctrl-s
see Year is now 1980
rows SELECT * FROM film
  1|Aliens|1980
