# The main job of the demo: a copy is found by its barcode, the customer and the clerk by a part of their names.
database Movies
start story.db --entity Rental
see Rental
press o
see Copy *
type 43104
see 43104-G-01
# A rule hides the key of a copy, which the program needs and nobody sees.
gone 43104-G-01  98
press enter
see ● Copy *       43104-G-01
press tab
type Ada Inkle
see › Ada Inklebarrow
press enter
see ● Customer *   Ada Inklebarrow
press tab
type otis
see › Otis Farthingale
press enter
see ● Served by *  Otis Farthingale
press tab tab
type 2031-05-09
press tab tab
type 2.5
see ● Fee *        2.5
press ctrl-s
see saved
rows SELECT barcode, first_name || ' ' || last_name, login, due_date, fee, returned_at IS NULL FROM rental JOIN copy ON copy.id = copy_id JOIN customer ON customer.id = customer_id JOIN staff ON staff.id = staff_id WHERE rental.id = (SELECT max(id) FROM rental)
  43104-G-01|Ada Inklebarrow|otis|2031-05-09|2.5|1
