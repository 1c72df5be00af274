# Objects are struck through until they are saved, where a rule says so.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
  INSERT INTO film VALUES(1, 'Alien'), (2, 'Brazil');
rules
  savesDeletesAtOnce = false
start story.db --entity film --rules story.rules
see Brazil
press d
see ›-Alien
see Alien: deleted with the next save
rows SELECT title FROM film
  Alien
  Brazil
press u
gone -Alien
press d ctrl-s
see saved
rows SELECT title FROM film
  Brazil
