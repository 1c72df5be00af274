# A part is given to somebody else: the role is edited where the film shows it, and its key changes.
database Movies
start story.db --entity Movie
see Released
press /
type Velvet Baker
press enter
see › The Velvet Baker
press enter
see Amara Halvorsdottir  Clementine Abernutter
press down down down down down down down down down down down down down down down
see › Amara Halvorsdottir
press enter
see Character name  Amara Halvorsdottir
press j e
see Person *          Clementine Abernutter
type desmond
see Desmond Nettlesome
press ctrl-u
type desmond nett
see › Desmond Nettlesome
press enter
see ● Person *          Desmond Nettlesome
press ctrl-s
see saved
rows SELECT name, job, character_name, billing FROM role JOIN person ON person.id = person_id WHERE movie_id = 12 ORDER BY billing DESC LIMIT 2
  Desmond Nettlesome|actor|Amara Halvorsdottir|5
  Dmitri Inklebarrow|actor|The Accountant|4
press esc
see Amara Halvorsdottir  Desmond Nettlesome
