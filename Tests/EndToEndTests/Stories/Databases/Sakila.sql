-- A rental shop in the manner of Sakila: last_update is required everywhere and set by triggers, films and actors are joined
-- by rows that have it too, stores and their staff refer to each other. Every name is made up here.
-- Stores and staff cannot be inserted one after the other.
PRAGMA foreign_keys = OFF;

CREATE TABLE actor (
  actor_id INTEGER NOT NULL,
  first_name VARCHAR(45) NOT NULL,
  last_name VARCHAR(45) NOT NULL,
  last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (actor_id)
);
CREATE TABLE country (
  country_id INTEGER NOT NULL,
  country VARCHAR(50) NOT NULL,
  last_update TIMESTAMP,
  PRIMARY KEY (country_id)
);
CREATE TABLE city (
  city_id INTEGER NOT NULL,
  city VARCHAR(50) NOT NULL,
  country_id INT NOT NULL,
  last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (city_id),
  CONSTRAINT fk_city_country FOREIGN KEY (country_id) REFERENCES country (country_id) ON DELETE NO ACTION ON UPDATE CASCADE
);
CREATE TABLE address (
  address_id INTEGER NOT NULL,
  address VARCHAR(50) NOT NULL,
  address2 VARCHAR(50) DEFAULT NULL,
  district VARCHAR(20) NOT NULL,
  city_id INT NOT NULL,
  postal_code VARCHAR(10) DEFAULT NULL,
  phone VARCHAR(20) NOT NULL,
  last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (address_id),
  CONSTRAINT fk_address_city FOREIGN KEY (city_id) REFERENCES city (city_id) ON DELETE NO ACTION ON UPDATE CASCADE
);
CREATE TABLE language (
  language_id INTEGER NOT NULL,
  name CHAR(20) NOT NULL,
  last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (language_id)
);
CREATE TABLE customer (
  customer_id INTEGER NOT NULL,
  store_id INT NOT NULL,
  first_name VARCHAR(45) NOT NULL,
  last_name VARCHAR(45) NOT NULL,
  email VARCHAR(50) DEFAULT NULL,
  address_id INT NOT NULL,
  active CHAR(1) DEFAULT 'Y' NOT NULL,
  create_date TIMESTAMP NOT NULL,
  last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (customer_id),
  CONSTRAINT fk_customer_store FOREIGN KEY (store_id) REFERENCES store (store_id) ON DELETE NO ACTION ON UPDATE CASCADE,
  CONSTRAINT fk_customer_address FOREIGN KEY (address_id) REFERENCES address (address_id) ON DELETE NO ACTION ON UPDATE CASCADE
);
CREATE TABLE film (
  film_id INTEGER NOT NULL,
  title VARCHAR(255) NOT NULL,
  description BLOB SUB_TYPE TEXT DEFAULT NULL,
  release_year VARCHAR(4) DEFAULT NULL,
  language_id INT NOT NULL,
  original_language_id INT DEFAULT NULL,
  rental_duration SMALLINT DEFAULT 3 NOT NULL,
  rental_rate DECIMAL(4,2) DEFAULT 4.99 NOT NULL,
  length SMALLINT DEFAULT NULL,
  replacement_cost DECIMAL(5,2) DEFAULT 19.99 NOT NULL,
  rating VARCHAR(10) DEFAULT 'G',
  special_features VARCHAR(100) DEFAULT NULL,
  last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (film_id),
  CONSTRAINT CHECK_special_rating CHECK (rating IN ('G','PG','PG-13','R','NC-17')),
  CONSTRAINT fk_film_language FOREIGN KEY (language_id) REFERENCES language (language_id),
  CONSTRAINT fk_film_language_original FOREIGN KEY (original_language_id) REFERENCES language (language_id)
);
CREATE TABLE film_actor (
  actor_id INT NOT NULL,
  film_id INT NOT NULL,
  last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (actor_id, film_id),
  CONSTRAINT fk_film_actor_actor FOREIGN KEY (actor_id) REFERENCES actor (actor_id) ON DELETE NO ACTION ON UPDATE CASCADE,
  CONSTRAINT fk_film_actor_film FOREIGN KEY (film_id) REFERENCES film (film_id) ON DELETE NO ACTION ON UPDATE CASCADE
);
CREATE TABLE inventory (
  inventory_id INTEGER NOT NULL,
  film_id INT NOT NULL,
  store_id INT NOT NULL,
  last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (inventory_id),
  CONSTRAINT fk_inventory_store FOREIGN KEY (store_id) REFERENCES store (store_id) ON DELETE NO ACTION ON UPDATE CASCADE,
  CONSTRAINT fk_inventory_film FOREIGN KEY (film_id) REFERENCES film (film_id) ON DELETE NO ACTION ON UPDATE CASCADE
);
CREATE TABLE staff (
  staff_id INTEGER NOT NULL,
  first_name VARCHAR(45) NOT NULL,
  last_name VARCHAR(45) NOT NULL,
  address_id INT NOT NULL,
  picture BLOB DEFAULT NULL,
  email VARCHAR(50) DEFAULT NULL,
  store_id INT NOT NULL,
  active SMALLINT DEFAULT 1 NOT NULL,
  username VARCHAR(16) NOT NULL,
  password VARCHAR(40) DEFAULT NULL,
  last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (staff_id),
  CONSTRAINT fk_staff_store FOREIGN KEY (store_id) REFERENCES store (store_id) ON DELETE NO ACTION ON UPDATE CASCADE,
  CONSTRAINT fk_staff_address FOREIGN KEY (address_id) REFERENCES address (address_id) ON DELETE NO ACTION ON UPDATE CASCADE
);
CREATE TABLE store (
  store_id INTEGER NOT NULL,
  manager_staff_id INT NOT NULL,
  address_id INT NOT NULL,
  last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (store_id),
  CONSTRAINT fk_store_staff FOREIGN KEY (manager_staff_id) REFERENCES staff (staff_id),
  CONSTRAINT fk_store_address FOREIGN KEY (address_id) REFERENCES address (address_id)
);
CREATE TABLE rental (
  rental_id INTEGER NOT NULL,
  rental_date TIMESTAMP NOT NULL,
  inventory_id INT NOT NULL,
  customer_id INT NOT NULL,
  return_date TIMESTAMP DEFAULT NULL,
  staff_id INT NOT NULL,
  last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (rental_id),
  CONSTRAINT fk_rental_staff FOREIGN KEY (staff_id) REFERENCES staff (staff_id),
  CONSTRAINT fk_rental_inventory FOREIGN KEY (inventory_id) REFERENCES inventory (inventory_id),
  CONSTRAINT fk_rental_customer FOREIGN KEY (customer_id) REFERENCES customer (customer_id)
);
CREATE UNIQUE INDEX idx_rental_uq ON rental (rental_date, inventory_id, customer_id);
CREATE INDEX idx_fk_film_actor_film ON film_actor (film_id);

CREATE TEMP TABLE counted AS
  WITH RECURSIVE numbers (value) AS (VALUES (0) UNION ALL SELECT value + 1 FROM numbers WHERE value < 99)
  SELECT value FROM numbers;

INSERT INTO country VALUES (1, 'Nowhere', '2021-02-15 04:44:00'), (2, 'Elsewhere', '2021-02-15 04:44:00');
INSERT INTO city VALUES (1, 'Tin River', 1, '2021-02-15 04:45:25'), (2, 'Fort Custard', 1, '2021-02-15 04:45:25'),
  (3, 'Gull Harbour', 2, '2021-02-15 04:45:25');
INSERT INTO address
  SELECT 1 + value, (3 + value * 7) || ('[" Mill Lane"," Canal Street"," Goose Green"]' ->> (value % 3)), NULL,
    '["North","Middle","South"]' ->> (value % 3), 1 + value % 3, (10000 + value * 331) || '', '555' || (100000 + value * 7919),
    '2021-09-25 22:30:09'
  FROM counted WHERE value < 24;
INSERT INTO language VALUES (1, 'English', '2021-02-15 05:02:19'), (2, 'Italian', '2021-02-15 05:02:19'),
  (3, 'Hindi', '2021-02-15 05:02:19');
INSERT INTO staff VALUES
  (1, 'Mabel', 'Quill', 1, NULL, 'mabel@rent.example', 1, 1, 'mabel', NULL, '2021-02-15 03:57:16'),
  (2, 'Otis', 'Farthing', 2, NULL, 'otis@rent.example', 2, 1, 'otis', NULL, '2021-02-15 03:57:16');
INSERT INTO store VALUES (1, 1, 3, '2021-02-15 04:57:12'), (2, 2, 4, '2021-02-15 04:57:12');
INSERT INTO customer
  SELECT 1 + value, 1 + value % 2, '["GRETA","HUGO","ELISE","BRUNO","AMARA"]' ->> (value % 5),
    '["LAMPWICK","MOSSGROVE","PLUMTREE","RUMBELOW"]' ->> (value % 4), 'customer' || (value + 1) || '@post.example', 5 + value,
    CASE WHEN value % 9 = 4 THEN '0' ELSE '1' END, '2021-02-14 22:04:36', '2021-02-15 04:57:20'
  FROM counted WHERE value < 18;
INSERT INTO actor
  SELECT 1 + value, '["ODETTE","PERCIVAL","SIGRID","VIKTOR","RAMONA","NIKHIL"]' ->> (value % 6),
    '["GUNN","VALE","SWANK","HOPPER","MARLOW"]' ->> (value % 5), '2021-02-15 04:34:33'
  FROM counted WHERE value < 30;
INSERT INTO film
  SELECT 1 + value,
    ('["ACCIDENTAL","BORROWED","CARDBOARD","DISTANT","ELECTRIC","FROZEN"]' ->> (value % 6)) || ' '
      || ('["ASTRONAUT","GOOSE","LIGHTHOUSE","PENGUIN","TOASTER","UNDERSTUDY","LOCKSMITH"]' ->> (value % 7)),
    'A tale of ' || ('["a baker","two mules","one umbrella"]' ->> (value % 3)) || ' who must find the last tram in '
      || ('["Tin River","Gull Harbour"]' ->> (value % 2)),
    '2006', 1 + value % 3, NULL, 3 + value % 5, 0.99 + value % 3 * 2, 60 + value * 7 % 110, 10.99 + value % 15,
    '["G","PG","PG-13","R","NC-17"]' ->> (value % 5),
    '["Trailers","Commentaries,Deleted Scenes","Behind the Scenes"]' ->> (value % 3), '2021-02-15 05:03:42'
  FROM counted WHERE value < 42;
INSERT INTO film_actor
  SELECT actor_id, film_id, '2021-02-15 05:05:03' FROM film JOIN actor ON (film_id * 7 + actor_id * 11) % 13 = 0;
INSERT INTO inventory
  SELECT 1 + value, 1 + value / 2, 1 + value % 2, '2021-02-15 05:09:17' FROM counted WHERE value < 84;
INSERT INTO rental
  SELECT 1 + value, datetime('2022-05-24 22:53:30', '+' || (value * 7) || ' hours'), 1 + value * 5 % 84, 1 + value * 7 % 18,
    CASE WHEN value < 80 THEN datetime('2022-05-26 22:04:30', '+' || (value * 7) || ' hours') END, 1 + value % 2,
    '2022-02-15 21:30:53'
  FROM counted WHERE value < 84;
DROP TABLE counted;

CREATE TRIGGER actor_trigger_ai AFTER INSERT ON actor
BEGIN
  UPDATE actor SET last_update = DATETIME('NOW') WHERE rowid = new.rowid;
END;
CREATE TRIGGER film_trigger_au AFTER UPDATE ON film
BEGIN
  UPDATE film SET last_update = DATETIME('NOW') WHERE rowid = new.rowid;
END;
CREATE TRIGGER address_trigger_ai AFTER INSERT ON address
BEGIN
  UPDATE address SET last_update = DATETIME('NOW') WHERE rowid = new.rowid;
END;
CREATE TRIGGER customer_trigger_au AFTER UPDATE ON customer
BEGIN
  UPDATE customer SET last_update = DATETIME('NOW') WHERE rowid = new.rowid;
END;
CREATE TRIGGER film_actor_trigger_ai AFTER INSERT ON film_actor
BEGIN
  UPDATE film_actor SET last_update = DATETIME('NOW') WHERE rowid = new.rowid;
END;
CREATE TRIGGER rental_trigger_ai AFTER INSERT ON rental
BEGIN
  UPDATE rental SET last_update = DATETIME('NOW') WHERE rowid = new.rowid;
END;
CREATE TRIGGER rental_trigger_au AFTER UPDATE ON rental
BEGIN
  UPDATE rental SET last_update = DATETIME('NOW') WHERE rowid = new.rowid;
END;
CREATE VIEW film_list AS
  SELECT film.film_id AS FID, film.title AS title, film.rental_rate AS price, film.length AS length, film.rating AS rating,
    actor.first_name || ' ' || actor.last_name AS actors
  FROM film JOIN film_actor ON film.film_id = film_actor.film_id JOIN actor ON film_actor.actor_id = actor.actor_id;
CREATE VIEW customer_list AS
  SELECT cu.customer_id AS ID, cu.first_name || ' ' || cu.last_name AS name, a.address AS address, city.city AS city,
    CASE WHEN cu.active = 1 THEN 'active' ELSE '' END AS notes, cu.store_id AS SID
  FROM customer AS cu JOIN address AS a ON cu.address_id = a.address_id JOIN city ON a.city_id = city.city_id;
