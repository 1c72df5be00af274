# What is pending of two records is looked at; one is dropped, the other saved.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER);
  INSERT INTO film VALUES(1, 'Alien', 1979), (2, 'Brazil', 1985);
start story.db --entity film
see Brazil
press e
press end
type x
press esc
see The changes are not saved
press end enter
see 1 pending
press j e
see Brazil
press end
type y
press esc
see The changes are not saved
press end enter
see 2 pending
press P
see Title: Alien → Alienx
see Title: Brazil → Brazily
press x
see dropped: Film “Alienx”
press ctrl-s
see saved
rows SELECT title FROM film
  Alien
  Brazily
