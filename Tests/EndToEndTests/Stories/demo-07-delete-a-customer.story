# A customer with rentals cannot go: the page says what keeps her, the rentals are deleted there, then she is.
database Movies
start story.db --entity Customer --role manager
see Last name
press /
type Inklebarrow
press enter
see › Inklebarrow
press d
see Customer “Ada Inklebarrow” cannot be deleted
see Rentals: 13, which prevent the deletion
gone y delete
press enter
see Out since
press A
see all tagged
press d
see Delete 13 tagged rows of Rental?
press y
see deleted 13 rows
press esc
see Delete Customer “Ada Inklebarrow”?
press y
see deleted Ada Inklebarrow
rows SELECT (SELECT count(*) FROM customer WHERE first_name || last_name = 'AdaInklebarrow'), (SELECT count(*) FROM rental WHERE customer_id = 71), (SELECT count(*) FROM customer)
  0|0|299
