# Three records are entered without leaving the form.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER);
start story.db --entity film
press o
type Alien
press enter
type 1979
press ctrl-n
see saved
type Brazil
press enter
type 1985
press ctrl-s
rows SELECT * FROM film
  1|Alien|1979
  2|Brazil|1985
