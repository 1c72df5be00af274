# Another program changed another value: the open form follows it, and both are kept.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, year INTEGER);
  INSERT INTO film VALUES(1, 'Alien', 1979);
start story.db --entity film --id 1 --task edit
see Alien
press end
type s
other UPDATE film SET year = 1980
see 1980
press ctrl-s
see saved
rows SELECT * FROM film
  1|Aliens|1980
