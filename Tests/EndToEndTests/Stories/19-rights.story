# What a rule forbids cannot be changed, and says why.
sql
  CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL);
  INSERT INTO film VALUES(1, 'Alien', 9.5);
rules
  role = 'clerk' and propertyKey = 'price' => isPropertyEditable = false
  role = 'clerk' => isObjectDeletable = false
start story.db --entity film --rules story.rules --role clerk
see Alien
press d
see delete: a rule forbids it (story.rules:2: isObjectDeletable = false)
press e
see Title
press tab
press end
type 1
see ● Title *  Alien1
gone ● Price
press ctrl-s
see saved
rows SELECT * FROM film
  1|Alien1|9.5
