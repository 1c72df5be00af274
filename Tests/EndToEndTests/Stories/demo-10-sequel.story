# A sequel is entered: the film that it follows is found by two words of its title, in any order.
database Movies
start story.db --entity Movie
see Released
press o
see Title *
type Velvet Crumbs
press enter
type 2031-05-09
press enter
type 1 h 35 min
press tab tab tab tab tab tab tab
type velvet baker
see › The Velvet Baker
press enter
see Sequel to           The Velvet Baker
press ctrl-s
see saved
rows SELECT film.minutes, first.title FROM movie AS film JOIN movie AS first ON first.id = film.sequel_to_id WHERE film.title = 'Velvet Crumbs'
  95|The Velvet Baker
press esc
see Released
press /
type Nobody Asked
press enter
