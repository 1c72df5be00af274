# Tagged rows are changed as one, and taken back as one.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, year INTEGER);
  INSERT INTO film VALUES(1, 'Alien', 1979), (2, 'Brazil', 1985), (3, 'Casablanca', 1942);
start story.db --entity film
see Brazil
press space j space M 
see All 2
press tab tab
see ⏎ next
type The End
see Alien  Alien → The End
press ctrl-s
see u takes that back
rows SELECT title FROM film
  The End
  Brazil
  The End
press u
see Take back the save
press y
rows SELECT title FROM film
  Alien
  Brazil
  Casablanca
