# Leaving with something pending asks, and stays where it is told to.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
  INSERT INTO film VALUES(1, 'Alien');
start story.db --entity film --id 1 --task edit
see Alien
press end
type s
press ctrl-q
see 1 object is not saved
press enter
gone is not saved
see Alien
press ctrl-q end enter
ended
rows SELECT title FROM film
  Alien
