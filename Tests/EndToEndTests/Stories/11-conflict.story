# Another program changed the same value: both are shown, and one is chosen.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, year INTEGER);
  INSERT INTO film VALUES(1, 'Alien', 1979);
start story.db --entity film --id 1 --task edit
see Alien
press end
type s
other UPDATE film SET title = 'Alien 3'
press ctrl-s
see theirs Alien 3  ·  mine Aliens
see ✗ not saved
press m
see saved
rows SELECT * FROM film
  1|Aliens|1979
