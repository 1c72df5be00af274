# What was typed before the program was killed is offered at the next start.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, year INTEGER);
  INSERT INTO film VALUES(1, 'Alien', 1979);
start story.db --entity film --id 1 --task edit
see Alien
press end
type s
see Aliens
kill
start story.db
see left unsaved
see Title: Alien → Aliens
rows SELECT title FROM film
  Alien
press a
see restored: 1 object, not saved yet
press ctrl-s
rows SELECT title FROM film
  Aliens
