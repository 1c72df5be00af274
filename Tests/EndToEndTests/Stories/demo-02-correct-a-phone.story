# A customer is found by a part of the name, and the phone corrected.
database Movies
start story.db --entity Customer
see Last name
press /
type Inklebarrow
press enter
see › Inklebarrow
press e
see Phone         555-6330
press tab tab
press BSpace BSpace BSpace BSpace
type 9901
see ● Phone         555-9901
press ctrl-s
see saved
rows SELECT id, phone FROM customer WHERE last_name = 'Inklebarrow' AND first_name = 'Ada'
  71|555-9901
