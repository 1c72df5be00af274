# A new film with a person whom nobody knew, in a role of it: three forms, one in the other, and one save.
database Movies
start story.db --entity Movie
see Released
press o
see Title *
type The Goose Returns
press enter
type 2031-05-09
press enter
type 1 h 35 min
# Back to the title, then on from the last group: genres, copies, roles.
press BTab BTab BTab BTab BTab
see o new
press o
see Person *
type Wanda Featherstone
see nothing found
press down enter
see ● Name *
see Wanda Featherstone
press ctrl-s
see ● Person *          Wanda Featherstone
press tab tab
type The Goose
press ctrl-s
see ›+The Goose
press ctrl-s
see saved 3 objects
rows SELECT title, minutes, person.name, job, character_name FROM movie JOIN role ON movie_id = movie.id JOIN person ON person_id = person.id WHERE movie.id = 221
  The Goose Returns|95|Wanda Featherstone|actor|The Goose
