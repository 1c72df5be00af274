# A studio and the film that is entered in its form are saved as one.
sql
  CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, studio_id INTEGER REFERENCES studio);
start story.db --entity studio
see nothing here yet
press o
type Bray
see ● Name *   Bray
press tab o
see Studio    Bray
type Dracula
see Dracula
press ctrl-s
see will be saved with Studio “Bray”
press ctrl-s
see saved 2 objects
rows SELECT studio.name, film.title FROM film JOIN studio ON studio.id = studio_id
  Bray|Dracula
