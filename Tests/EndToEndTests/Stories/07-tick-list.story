# A film's genres are ticked in its form and saved with it.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT);
  CREATE TABLE genre(id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE film_genre(film_id INTEGER NOT NULL REFERENCES film ON DELETE CASCADE, genre_id INTEGER NOT NULL REFERENCES genre ON DELETE CASCADE, PRIMARY KEY(film_id, genre_id));
  INSERT INTO film VALUES(1, 'Alien');
  INSERT INTO genre VALUES(1, 'Horror'), (2, 'Satire'), (3, 'Space');
  INSERT INTO film_genre VALUES(1, 2);
start story.db --entity film --id 1 --task edit
see Alien
see 1 of 3 ticked
press tab down space
see 0 of 3 ticked
press /
type sp
see 0 ticked, 1 fit
press up space
press ctrl-s
rows SELECT * FROM film_genre
  1|3
