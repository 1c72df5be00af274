# A rental that is still out is taken back: the day is entered into its form.
database Movies
other
  INSERT INTO rental (copy_id, customer_id, staff_id, rented_at, due_date, fee)
  SELECT copy.id, 71, 2, '2031-05-01 10:00:00', '2031-05-08', 2.5 FROM copy WHERE barcode = '43104-G-01';
start story.db --entity Rental
see 2031-05-01
press e
see Back         still out
press tab tab tab tab tab
type 2031-05-07
see ● Back         2031-05-07
press ctrl-s
see saved
rows SELECT returned_at LIKE '2031-05-07%', late_fee FROM rental WHERE rented_at LIKE '2031-05-01%'
  1|0
