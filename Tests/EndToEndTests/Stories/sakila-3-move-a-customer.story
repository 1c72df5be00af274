# A customer moves to the other store and to a new address, which is entered from the customer's form.
database Sakila
start story.db --entity Customer
see LAMPWICK
press /
type customer7@
press enter
see › HUGO        PLUMTREE
press enter
see Create date
press e
see Store *
type store 2
see › Otis Farthing
press enter tab tab tab tab
type 9 Puddle Lane
see new Address “9 Puddle Lane”
press down enter
see ● Address *      9 Puddle Lane
# The form begins behind what the chooser has filled in.
press tab
type South
see ● District *     South
press enter
type gull
see › Gull Harbour
press enter tab tab
type 555 0199
press enter
type today
see = 
press ctrl-s
see done: Address
press ctrl-s
see saved 2 objects
rows SELECT store_id, address, district, city, phone, address.last_update LIKE '2021%' FROM customer JOIN address USING (address_id) JOIN city USING (city_id) WHERE customer_id = 7
  2|9 Puddle Lane|South|Gull Harbour|555 0199|0
rows SELECT count(*) FROM address
  25
