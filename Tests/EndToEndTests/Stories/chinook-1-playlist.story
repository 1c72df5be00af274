# A track is found by a part of its name and put on a playlist; the others of the list stay.
database Chinook
start story.db --entity Playlist
see Shop window
press /
type rainy
press enter
see › For rainy days
press e
see 7 of 56 ticked
press tab /
type umbrella bl
see [ ] Umbrella Blues
press enter space
see › [x] Umbrella Blues
press ctrl-s
see saved
rows SELECT count(*), max(Name = 'Umbrella Blues') FROM PlaylistTrack JOIN Track USING (TrackId) WHERE PlaylistId = 2
  8|1
