# What was saved of a record is told, and taken back from there.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER);
  INSERT INTO film VALUES(1, 'Alien', 1979);
start story.db --entity film --id 1 --task edit
see Alien
press end
type s
press ctrl-s
see saved
press :
type history
press enter
see 1 change of Film “Aliens”
press u
see Take back the save
press y
see taken back
rows SELECT title FROM film
  Alien
