# The overdue rentals are exported, and imported where there are none. Rules hide the keys of customers; the e-mail tells them.
database Movies
other
  CREATE TABLE known AS SELECT copy_id, customer_id, staff_id, substr(rented_at, 1, 16), due_date, fee FROM rental
    JOIN customer ON customer.id = customer_id WHERE returned_at IS NULL AND due_date < date('now') AND email IS NOT NULL;
run d2t export story.db 'Rental?returnedAt is null and dueDate < today and customer.email is not null' --columns copyId,customer.email,staffId,rentedAt,dueDate,fee > overdue.csv
other DELETE FROM rental
run d2t import story.db Rental overdue.csv
rows SELECT (SELECT count(*) FROM rental), count(*) FROM (SELECT * FROM known EXCEPT SELECT copy_id, customer_id, staff_id, substr(rented_at, 1, 16), due_date, fee FROM rental)
  29|0
start story.db --entity OverdueRental
see /29
