# A clerk logs in and rents out a film: only the copies and the colleagues of his shop are found.
database Movies MoviesLogin
start story.db
see Password
type otis
press tab
type popcorn-otis
press enter
see otis · clerk
see Rental        1 930
press enter
see Out since
press o
see Copy *
type 43104
see › 43104-G-02
gone 43104-G-01
press enter tab
type Ada Inkle
see › Ada Inklebarrow
press enter tab
type Inez
gone › Inez
press ctrl-u
type otis
see ›•Otis Farthingale
press enter
see Served by *  Otis Farthingale
press tab tab
type 2031-05-09
press tab tab
type 2.5
press ctrl-s
see saved
rows SELECT barcode, last_name, login, due_date, fee FROM rental JOIN copy ON copy.id = copy_id JOIN customer ON customer.id = customer_id JOIN staff ON staff.id = staff_id WHERE rental.id = (SELECT max(id) FROM rental)
  43104-G-02|Inklebarrow|otis|2031-05-09|2.5
