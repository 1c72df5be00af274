# A copy moves to another store.
database Movies
start story.db --entity Copy
see Barcode
press /
type 40097-B-02
press enter
see › 40097-B-02
press e
see Store *      Late Returns
press BTab
type Reel
see › Reel Bargain
press enter
see ● Store *      Reel Bargain
press ctrl-s
see saved
rows SELECT store.name FROM copy JOIN store ON store.id = store_id WHERE barcode = '40097-B-02'
  Reel Bargain
