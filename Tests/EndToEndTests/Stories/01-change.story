# A value is changed in a form, taken back by its steps, typed again and saved.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER);
  INSERT INTO film VALUES(1, 'Alien', 1979), (2, 'Brazil', 1985);
start story.db --entity film
see Brazil
press j e tab ctrl-u
type 1986
see ● Year     1986
press ctrl-_
see ● Year     ∅
press ctrl-_
see ›Year     1985
type 0
see ● Year     19850
press ctrl-s
see saved
rows SELECT * FROM film
  1|Alien|1979
  2|Brazil|19850
