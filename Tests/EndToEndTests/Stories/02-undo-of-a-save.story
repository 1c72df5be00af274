# A save is taken back after the program was started again.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER);
  INSERT INTO film VALUES(1, 'Alien', 1979), (2, 'Brazil', 1985);
start story.db --entity film --id 2 --task edit
see Title
press end
type !
press ctrl-s
see saved
rows SELECT title FROM film
  Alien
  Brazil!
press ctrl-q
ended
start story.db --entity film
see Brazil!
press u
see Take back the save
press y
see taken back
rows SELECT title FROM film
  Alien
  Brazil
press U
see which was taken back?
press y
rows SELECT title FROM film
  Alien
  Brazil!
