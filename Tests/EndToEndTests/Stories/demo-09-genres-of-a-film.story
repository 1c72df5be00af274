# A film's genres are ticked in its form, one of them found by typing, and saved with it.
database Movies
start story.db --entity Movie
see Released
press /
type Velvet Baker
press enter
see › The Velvet Baker
press e
see Title *
press BTab
see › [x] Drama
press space
see › [ ] Drama
press /
type west
see [ ] Western
press enter space
see › [x] Western
press ctrl-s
see saved
rows SELECT genre.name FROM genre JOIN movie_genre ON genre_id = genre.id WHERE movie_id = 12 ORDER BY 1
  Western
