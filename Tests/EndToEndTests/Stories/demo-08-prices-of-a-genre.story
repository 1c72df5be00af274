# All films of a genre become dearer in one step, which is taken back after a look at it.
database Movies
start story.db --entity Genre
see Drama
press enter
see Movies 18
press j enter
see Per day
press M
see all 18 rows of Movie
# The property is found by what is typed into its closed field.
type per
see Per day ▾
press tab right right right tab
type dailyRate + 1
see 2.99 → 3.99
press ctrl-s
see Change Per day of all 18 rows of Movie?
press y
see u takes that back
rows SELECT count(*), min(daily_rate), max(daily_rate) FROM movie JOIN movie_genre ON movie_id = movie.id WHERE genre_id = 1
  18|2.99|4.99
press u
see Take back the save
press y
see taken back
rows SELECT count(*), min(daily_rate), max(daily_rate) FROM movie JOIN movie_genre ON movie_id = movie.id WHERE genre_id = 1
  18|1.99|3.99
