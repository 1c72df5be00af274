# An actor is ticked in a film. The row between needs a moment, which nobody could enter: its form opens.
database Sakila
start story.db --entity Film
see BORROWED GOOSE
press j enter
see Actors
press e
see Title *
press BTab /
type hopper
see [ ] VIKTOR HOPPER
press enter space
see Last update *
type 2031-05-09 10:30
press ctrl-o
see [x] VIKTOR HOPPER
press ctrl-s
see saved
rows SELECT first_name || ' ' || last_name, film_actor.last_update LIKE '2021%' FROM film_actor JOIN actor USING (actor_id) WHERE film_id = 2 ORDER BY actor_id
  VIKTOR HOPPER|0
  ODETTE VALE|1
  PERCIVAL MARLOW|1
