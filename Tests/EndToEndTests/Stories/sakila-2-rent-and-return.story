# A copy is rented out, found by the title of its film; then it comes back.
database Sakila
start story.db --entity Rental
see Rental date
press o
see Rental date *
type 2031-05-09 10:30
press enter
type distant penguin
see DISTANT PENGUIN
press enter
see ● Inventory *
press tab
type plumtree elise
see › ELISE PLUMTREE
press enter tab tab
type otis
see › Otis Farthing
press enter tab
type 2031-05-09 10:30
press ctrl-s
see saved
rows SELECT title, customer.first_name, username, return_date IS NULL FROM rental JOIN inventory USING (inventory_id) JOIN film USING (film_id) JOIN customer USING (customer_id) JOIN staff ON staff.staff_id = rental.staff_id WHERE rental_id = 85
  DISTANT PENGUIN|ELISE|otis|1
press j j j j
see › Return date
press e
see Return date
type 2031-05-12 09:00
press ctrl-s
see saved
rows SELECT rental_date, return_date FROM rental WHERE rental_id = 85
  2031-05-09 10:30:00|2031-05-12 09:00:00
