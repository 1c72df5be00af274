# A new album of an artist whom nobody knew, with its first track: the forms of both are entered from that of the album.
database Chinook
start story.db --entity Album
see Low Tide
press o
see Title *
type Fog and Brass
press enter
type New Foghorns
see nothing found
press down enter
see New Foghorns
press ctrl-o
see ● Artist *  New Foghorns
press tab
see o new
press o
see Media type *
type First Foghorn
press tab
type mpeg
see › MPEG audio file
press enter tab tab tab
type 185000
press tab tab
type 0.99
press ctrl-o
see ›+First Foghorn
press ctrl-s
see saved 3 objects
rows SELECT Artist.Name, Title, Track.Name, MediaTypeId, Milliseconds, Track.UnitPrice FROM Track JOIN Album USING (AlbumId) JOIN Artist USING (ArtistId) WHERE AlbumId = 8
  New Foghorns|Fog and Brass|First Foghorn|1|185000|0.99
