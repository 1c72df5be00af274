# Films are found by a part of the title and an actor: by a line, and in the view that has both by a form.
database Sakila
start story.db --entity Film
see BORROWED GOOSE
press F
type title ilike "*goose*" and actors.lastName = "HOPPER"
press enter
see 1/4
see DISTANT GOOSE
gone BORROWED GOOSE
press : 
type FilmList
press enter
see Film List
press Q
see Actors
type goose
press tab tab tab tab
type viktor
press ctrl-s
see 1/2
see VIKTOR HOPPER
see VIKTOR VALE
