-- The demo: a small chain of film rental shops. Every film, person and customer is made up by this script.
--
-- It runs at each start of the program without a file, in memory, so it must stay quick. Its rows are the same every
-- time: they come from word lists and integer arithmetic. Only the rentals that are still out are dated from today,
-- so that some of them are overdue whenever the demo is opened.

CREATE TABLE store (
  id        INTEGER PRIMARY KEY,
  name      VARCHAR(40) NOT NULL UNIQUE,
  street    VARCHAR(60) NOT NULL,
  city      VARCHAR(40) NOT NULL,
  phone     VARCHAR(20),
  opened    DATE NOT NULL
);

CREATE TABLE staff (
  id         INTEGER PRIMARY KEY,
  store_id   INTEGER NOT NULL REFERENCES store (id) ON DELETE RESTRICT,
  name       VARCHAR(60) NOT NULL,
  login      VARCHAR(20) NOT NULL UNIQUE,
  password   VARCHAR(120),
  role       VARCHAR(10) NOT NULL DEFAULT 'clerk' CHECK (role IN ('clerk', 'manager')),
  email      VARCHAR(80) NOT NULL UNIQUE,
  hired      DATE NOT NULL,
  hourly_pay DECIMAL(6, 2) NOT NULL CHECK (hourly_pay > 0),
  is_active  BOOLEAN NOT NULL DEFAULT 1
);

CREATE TABLE customer (
  id         INTEGER PRIMARY KEY,
  store_id   INTEGER NOT NULL REFERENCES store (id) ON DELETE RESTRICT,
  first_name VARCHAR(40) NOT NULL,
  last_name  VARCHAR(40) NOT NULL,
  email      VARCHAR(80) UNIQUE,
  phone      VARCHAR(20),
  street     VARCHAR(60),
  city       VARCHAR(40),
  birthday   DATE,
  joined     DATE NOT NULL DEFAULT (date('now', 'localtime')),
  is_member  BOOLEAN NOT NULL DEFAULT 0,
  notes      TEXT
);

CREATE TABLE genre (
  id   INTEGER PRIMARY KEY,
  name VARCHAR(30) NOT NULL UNIQUE
);

CREATE TABLE movie (
  id               INTEGER PRIMARY KEY,
  title            VARCHAR(80) NOT NULL,
  released         DATE NOT NULL,
  minutes          INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 600),
  rating           VARCHAR(5) NOT NULL DEFAULT 'PG' CHECK (rating IN ('G', 'PG', 'PG-13', 'R', 'NC-17')),
  language         VARCHAR(20) NOT NULL DEFAULT 'English',
  score            DECIMAL(3, 1) CHECK (score BETWEEN 0 AND 10),
  daily_rate       DECIMAL(5, 2) NOT NULL DEFAULT 1.99,
  replacement_cost DECIMAL(6, 2) NOT NULL DEFAULT 19.99,
  is_in_colour     BOOLEAN NOT NULL DEFAULT 1,
  sequel_to_id     INTEGER REFERENCES movie (id) ON DELETE SET NULL,
  website          VARCHAR(120),
  plot             TEXT
);

CREATE TABLE movie_genre (
  movie_id INTEGER NOT NULL REFERENCES movie (id) ON DELETE CASCADE,
  genre_id INTEGER NOT NULL REFERENCES genre (id) ON DELETE RESTRICT,
  PRIMARY KEY (movie_id, genre_id)
) WITHOUT ROWID;

CREATE TABLE person (
  id         INTEGER PRIMARY KEY,
  name       VARCHAR(60) NOT NULL,
  born       DATE,
  birthplace VARCHAR(40),
  biography  TEXT
);

CREATE TABLE role (
  movie_id       INTEGER NOT NULL REFERENCES movie (id) ON DELETE CASCADE,
  person_id      INTEGER NOT NULL REFERENCES person (id) ON DELETE RESTRICT,
  job            VARCHAR(10) NOT NULL DEFAULT 'actor' CHECK (job IN ('director', 'writer', 'actor')),
  character_name VARCHAR(60),
  billing        INTEGER NOT NULL DEFAULT 99,
  PRIMARY KEY (movie_id, person_id, job)
);

CREATE TABLE copy (
  id        INTEGER PRIMARY KEY,
  movie_id  INTEGER NOT NULL REFERENCES movie (id) ON DELETE RESTRICT,
  store_id  INTEGER NOT NULL REFERENCES store (id) ON DELETE RESTRICT,
  barcode   CHAR(10) NOT NULL UNIQUE,
  format    VARCHAR(10) NOT NULL DEFAULT 'DVD' CHECK (format IN ('VHS', 'DVD', 'Blu-ray', '4K')),
  condition VARCHAR(10) NOT NULL DEFAULT 'good' CHECK (condition IN ('new', 'good', 'worn', 'scratched')),
  bought    DATE NOT NULL,
  price     DECIMAL(6, 2) NOT NULL
);

CREATE TABLE rental (
  id          INTEGER PRIMARY KEY,
  copy_id     INTEGER NOT NULL REFERENCES copy (id) ON DELETE RESTRICT,
  customer_id INTEGER NOT NULL REFERENCES customer (id) ON DELETE RESTRICT,
  staff_id    INTEGER NOT NULL REFERENCES staff (id) ON DELETE RESTRICT,
  rented_at   DATETIME NOT NULL DEFAULT (datetime('now', 'localtime')),
  due_date    DATE NOT NULL,
  returned_at DATETIME,
  fee         DECIMAL(6, 2) NOT NULL,
  late_fee    DECIMAL(6, 2) NOT NULL DEFAULT 0,
  note        VARCHAR(200),
  CHECK (due_date >= substr(rented_at, 1, 10)),
  CHECK (returned_at >= substr(rented_at, 1, 10))
);

INSERT INTO store (id, name, street, city, phone, opened) VALUES
  (1, 'Reel Bargain', '4 Projector Lane', 'Port Sorrow', '555-0101', '1988-03-19'),
  (2, 'The Second Feature', '17 Matinee Row', 'Upper Nowhere', '555-0102', '1994-10-01'),
  (3, 'Late Returns', '2 Trailer Park', 'Mount Crumble', '555-0103', '2003-06-14');

INSERT INTO staff (id, store_id, name, login, role, email, hired, hourly_pay, is_active) VALUES
  (1, 1, 'Mabel Underhook', 'mabel', 'manager', 'mabel@reelbargain.example', '1996-05-02', 27.50, 1),
  (2, 1, 'Otis Farthingale', 'otis', 'clerk', 'otis@reelbargain.example', '2019-09-16', 16.25, 1),
  (3, 1, 'Priya Wobblecroft', 'priya', 'clerk', 'priya@reelbargain.example', '2022-02-01', 15.75, 1),
  (4, 2, 'Gustav Plimsoll', 'gustav', 'manager', 'gustav@secondfeature.example', '2008-11-24', 25.00, 1),
  (5, 2, 'Inez Bramblewick', 'inez', 'clerk', 'inez@secondfeature.example', '2021-07-05', 16.00, 1),
  (6, 2, 'Dexter Mumpfle', 'dexter', 'clerk', 'dexter@secondfeature.example', '2023-04-11', 15.25, 0),
  (7, 3, 'Rosalind Tock', 'rosalind', 'manager', 'rosalind@latereturns.example', '2012-01-30', 24.25, 1),
  (8, 3, 'Kwame Ditherow', 'kwame', 'clerk', 'kwame@latereturns.example', '2024-08-19', 15.50, 1);

-- The password of each is popcorn, a hyphen and the login name: popcorn-mabel. (crypt(3), SHA-512)
UPDATE staff SET password = CASE login
  WHEN 'mabel' THEN '$6$reelmabel$/kqUOCvQtAdSEa9thwpBbTgAc54yER.FTsN7SY7mMwLcbiNey.iShaqE6qEjcOA1W8g3F1keETOF7PWVeGrh/.'
  WHEN 'otis' THEN '$6$reelotis$3SxqwevwsTeNm0ohv6wHZyRiwkaKLj.bXQhYV7mXjVebchQ029BHeA0.08y3qvRuuPA0fG9MWrSGjtRgjw5gD0'
  WHEN 'priya' THEN '$6$reelpriya$9E.FOIwjv0Kci2Bxf2cdo52NY2fZhOtQeuhpJ.Rz.xX1fqRilEQtnmj7i/MQoGdI2Ji6Sf5M.E7/GKT6QDAIL/'
  WHEN 'gustav' THEN '$6$reelgustav$FIDWgwNzgEuz5jRrZ6F4BTtYOSdqPFPWMztuSC7HFnA6yPUv4vsn72LedhuWsTQ9NWj3QkjGqU069CBEC99so/'
  WHEN 'inez' THEN '$6$reelinez$MuePfsArECya6fdfKUPwIjp3McdXgE0qp1prnSclN6mkR.rNcCuUCxAlwG6opIpjCj2ZhtiTD5GwQ2nZOaiEj.'
  WHEN 'dexter' THEN '$6$reeldexter$JfvopX37iT3i2RnK/0tvZMJ/cVYjQqrS2g1HRL40XzAUDtK/qvL/vWVkDskBEj/0jvF04/HzhAxqLXvzU.4.n/'
  WHEN 'rosalind' THEN '$6$reelrosalind$BiAnWgBS8WY1N9drybHH1r0NTeweguN96p8LUTojs85ortYybs85z/dCE1cMk44Pr2AyLr8SeZRC/gqcdSJQy.'
  WHEN 'kwame' THEN '$6$reelkwame$iOUYyMMlJ6a4qpEJgs5dyntRVnOIfVFdR5gQeMeZzpVM7lnYK6VPMRMa06Rs.n7ERr1RyaWZ.dKa0jO2O2OE/0'
END;

INSERT INTO genre (id, name) VALUES
  (1, 'Drama'), (2, 'Comedy'), (3, 'Mystery'), (4, 'Western'), (5, 'Science Fiction'), (6, 'Romance'),
  (7, 'Horror'), (8, 'Musical'), (9, 'Documentary'), (10, 'Adventure'), (11, 'Film Noir'), (12, 'Kitchen Sink');

-- The word lists. `word (list, n)` is read as "the n-th word of that list"; the table is dropped at the end.
CREATE TEMP TABLE word (list TEXT, n INTEGER, text TEXT, PRIMARY KEY (list, n)) WITHOUT ROWID;

WITH lists (list, words) AS (VALUES
  ('adjective', '["Reluctant", "Unpaid", "Invisible", "Second-Best", "Overdue", "Borrowed", "Velvet", "Polite",
    "Haunted", "Electric", "Forgotten", "Suspicious", "Wandering", "Cardboard", "Frozen", "Accidental", "Silent",
    "Left-Handed", "Honest", "Sleepless", "Improbable", "Seasick", "Retired"]'),
  ('noun', '["Librarian", "Lighthouse", "Accountant", "Submarine", "Goose", "Detective", "Umbrella", "Plumber",
    "Astronaut", "Baker", "Elevator", "Duchess", "Postman", "Robot", "Orchestra", "Beekeeper", "Ferry", "Understudy",
    "Gardener", "Typewriter", "Cartographer", "Penguin", "Toaster", "Mayor", "Locksmith"]'),
  ('place', '["Port Sorrow", "Lower Wickham", "Mount Crumble", "Outer Drizzle", "Saint Maybe", "Gull Harbour",
    "Upper Nowhere", "Tin River", "North Canteen", "Little Regret", "Cape Probably", "Fort Custard",
    "Old New Town"]'),
  ('sequel', '["The Refund", "This Time in Colour", "Double Booked", "The Paperwork", "Still Raining",
    "Return of the Receipt", "Nobody Asked"]'),
  ('trouble', '["loses the only key to the town hall", "inherits a ferry and its debts",
    "is mistaken for the new mayor", "wakes up fluent in a language nobody speaks",
    "finds a map in a library book forty years overdue", "bets the shop on a three-legged horse",
    "hears an orchestra in the lift at night", "is handed the wrong suitcase, and keeps it",
    "reports a crime that has not happened yet", "agrees to look after a goose for one weekend",
    "is left out of the family photograph"]'),
  ('quest', '["win back the bakery", "learn to dance before Sunday", "prove that the clock is lying",
    "row to the other shore", "return it without a receipt", "find out who keeps moving the statue",
    "say sorry in front of the whole choir", "catch the last tram", "fix the radio before the war ends",
    "keep a straight face", "sell nine hundred umbrellas in a drought", "make peace with the neighbours",
    "deliver one letter"]'),
  ('help', '["a retired acrobat", "two accountants and a dog", "the ghost of a piano teacher",
    "a locksmith afraid of doors", "an honest thief", "the slowest postman in the county",
    "a robot that only says maybe"]'),
  ('first', '["Ada", "Boris", "Clementine", "Dmitri", "Esther", "Felix", "Greta", "Hugo", "Imogen", "Jasper", "Keiko",
    "Lorenzo", "Matilda", "Nikhil", "Odette", "Percival", "Quentin", "Ramona", "Sigrid", "Tobias", "Ursula", "Viktor",
    "Winifred", "Xavier", "Yolanda", "Zoltan", "Amara", "Bartholomew", "Coralie", "Desmond"]'),
  ('last', '["Marrowfield", "Tindlewick", "Okoro-Bright", "Vasquill", "Pemberthy", "Quillfeather", "Drummsworth",
    "Abernutter", "Castellard", "Fogbottom", "Grimshanks", "Halvorsdottir", "Inklebarrow", "Jellicorn", "Krumholtz",
    "Lampwick", "Mossgrove", "Nettlesome", "Oystergate", "Plumtree", "Rumbelow", "Saltmarsh", "Thistlewood",
    "Umberland", "Vanterpoole", "Wickersham", "Yarrowby", "Zillinger", "Dovetail"]'),
  ('street', '["Popcorn Street", "Intermission Road", "Usher Court", "Balcony Hill", "Credits Avenue", "Flicker Lane",
    "Aisle Way"]'),
  ('language', '["English", "English", "French", "English", "Japanese", "English", "Spanish", "English", "German",
    "Hindi", "English"]'),
  ('note', '["case missing", "paid in coins", "asked for the sequel", "returned rewound, bless them",
    "sticky fingerprints", "wrong disc in the case", "cried at the end"]')
)
INSERT INTO word (list, n, text) SELECT list, key, value FROM lists, json_each(words);

-- 200 films: ten kinds of titles, each with twenty different nouns.
INSERT INTO movie (id, title, released, minutes, rating, language, score, daily_rate, replacement_cost, is_in_colour,
  website, plot)
WITH RECURSIVE
  ids (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM ids WHERE i < 199),
  words AS (
    SELECT i, (i * 7 + 3) % 10 AS pattern, (i * i * 7919 + i * 16807) % 9973 AS h,
      (SELECT text FROM word WHERE list = 'adjective' AND n = i * 11 % 23) AS adjective,
      (SELECT text FROM word WHERE list = 'noun' AND n = (i / 10 + i * 3) % 25) AS noun,
      (SELECT text FROM word WHERE list = 'noun' AND n = (i * 13 + 7) % 25) AS hero,
      (SELECT text FROM word WHERE list = 'place' AND n = i * 5 % 13) AS place,
      (SELECT text FROM word WHERE list = 'trouble' AND n = i * 3 % 11) AS trouble,
      (SELECT text FROM word WHERE list = 'quest' AND n = (i * 8 + 1) % 13) AS quest,
      (SELECT text FROM word WHERE list = 'help' AND n = i * 5 % 7) AS help,
      (SELECT text FROM word WHERE list = 'language' AND n = i % 11) AS language
    FROM ids
  )
SELECT
  i + 1,
  CASE pattern
    WHEN 0 THEN 'The ' || adjective || ' ' || noun
    WHEN 1 THEN 'The ' || noun || ' of ' || place
    WHEN 2 THEN 'My ' || adjective || ' ' || noun
    WHEN 3 THEN 'Return of the ' || noun
    WHEN 4 THEN 'A Night in ' || place || ' with the ' || noun
    WHEN 5 THEN 'Who Stole the ' || noun || '?'
    WHEN 6 THEN 'Nobody Told the ' || noun
    WHEN 7 THEN 'The ' || noun || '''s ' || adjective || ' Apprentice'
    WHEN 8 THEN noun || ' at Midnight'
    ELSE 'Goodnight, ' || adjective || ' ' || noun
  END,
  date('1948-02-06', '+' || (h * 28457 / 9973) || ' days'),
  74 + h % 83 + CASE WHEN i % 41 = 0 THEN 60 ELSE 0 END,
  CASE WHEN h % 20 < 4 THEN 'G' WHEN h % 20 < 10 THEN 'PG' WHEN h % 20 < 15 THEN 'PG-13' WHEN h % 20 < 19 THEN 'R'
    ELSE 'NC-17' END,
  language,
  CASE WHEN i % 17 <> 4 THEN (28 + h * 7 % 68) / 10.0 END,
  CASE h % 4 WHEN 0 THEN 0.99 WHEN 1 THEN 1.99 WHEN 2 THEN 2.99 ELSE 3.99 END,
  9.99 + h % 21,
  h * 28457 / 9973 > 5800 AND i % 23 <> 0,
  CASE WHEN h % 9 = 0 THEN 'https://films.example/' || (1000 + i) END,
  CASE WHEN substr(hero, 1, 1) IN ('A', 'E', 'O', 'U') THEN 'An ' ELSE 'A ' END || lower(hero) || ' from ' || place
    || ' ' || trouble || '. With the help of ' || help || ', there is one chance left to ' || quest || '.'
FROM words;

-- 20 sequels, to films that did well.
INSERT INTO movie (id, title, released, minutes, rating, language, score, daily_rate, replacement_cost, is_in_colour,
  sequel_to_id, plot)
SELECT
  200 + row_number() OVER (ORDER BY released, id),
  title || ': ' || (SELECT text FROM word WHERE list = 'sequel' AND n = movie.id % 7),
  date(released, '+' || (2 + id % 3) || ' years', '+' || (id * 17 % 200) || ' days'),
  minutes + id % 11 - 5, rating, language, max(round(score - 0.3 - id % 13 / 10.0, 1), 0.5), daily_rate,
  replacement_cost, 1, id,
  'Nobody thought that there was a second part in it. ' || plot
FROM (
  SELECT * FROM movie WHERE score > 6 AND released < '2022-01-01' AND title NOT LIKE '%?'
  ORDER BY id * 37 % 101, id LIMIT 20
) AS movie;

INSERT INTO movie_genre (movie_id, genre_id)
SELECT id, 1 + id * 5 % 12 FROM movie UNION SELECT id, 1 + (id * 7 + 3) % 12 FROM movie WHERE id % 3 <> 0;

INSERT INTO person (id, name, born, birthplace, biography)
WITH RECURSIVE ids (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM ids WHERE i < 159)
SELECT
  i + 1,
  (SELECT text FROM word WHERE list = 'first' AND n = i * 7 % 30) || ' '
    || (SELECT text FROM word WHERE list = 'last' AND n = i * 11 % 29),
  CASE WHEN i % 19 <> 7 THEN date('1921-01-09', '+' || (i * 9001 % 28000) || ' days') END,
  (SELECT text FROM word WHERE list = 'place' AND n = i * 3 % 13),
  CASE WHEN i % 2 = 0 THEN 'Grew up above a shop in '
    || (SELECT text FROM word WHERE list = 'place' AND n = i * 3 % 13) || ', shared a dressing room with '
    || (SELECT text FROM word WHERE list = 'help' AND n = i % 7) || ', and never learned to '
    || (SELECT text FROM word WHERE list = 'quest' AND n = i * 5 % 13) || '.' END
FROM ids;

-- One director, one writer and a cast of three to six for each film; sequels keep half of the cast.
INSERT INTO role (movie_id, person_id, job, character_name, billing)
WITH RECURSIVE slots (s) AS (VALUES (0) UNION ALL SELECT s + 1 FROM slots WHERE s < 7)
SELECT
  id,
  1 + (base * 29 + s * 47 + CASE WHEN id <> base AND s % 2 = 1 THEN 5 ELSE 0 END) % 160,
  CASE s WHEN 0 THEN 'director' WHEN 1 THEN 'writer' ELSE 'actor' END,
  CASE WHEN s > 1 THEN
    CASE WHEN (base + s) % 5 = 0 THEN 'The ' || (SELECT text FROM word WHERE list = 'noun' AND n = (base * 2 + s) % 25)
      ELSE (SELECT text FROM word WHERE list = 'first' AND n = (base * 13 + s * 5) % 30)
        || CASE (base + s) % 3 WHEN 0 THEN ' of ' || (SELECT text FROM word WHERE list = 'place' AND n = base % 13)
          ELSE ' ' || (SELECT text FROM word WHERE list = 'last' AND n = (base * 3 + s) % 29) END
    END
  END,
  s + 1
FROM (SELECT id, coalesce(sequel_to_id, id) AS base FROM movie), slots
WHERE s < 5 + base * 7 % 4;

INSERT INTO customer (id, store_id, first_name, last_name, email, phone, street, city, birthday, joined, is_member,
  notes)
WITH RECURSIVE ids (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM ids WHERE i < 299),
  names AS (
    SELECT i,
      (SELECT text FROM word WHERE list = 'first' AND n = (i + 200) * 7 % 30) AS first,
      (SELECT text FROM word WHERE list = 'last' AND n = (i + 200) * 11 % 29) AS last
    FROM ids
  )
SELECT
  i + 1, 1 + i * 5 % 7 % 3, first, last,
  CASE WHEN i % 13 <> 5 THEN lower(first || '.' || last) || '@post.example' END,
  '555-' || (1000 + i * 7919 % 9000),
  (1 + i * 17 % 98) || ' ' || (SELECT text FROM word WHERE list = 'street' AND n = i * 3 % 7),
  (SELECT text FROM word WHERE list = 'place' AND n = i * 5 % 13),
  CASE WHEN i % 8 <> 3 THEN date('1938-05-03', '+' || (i * 7121 % 26000) || ' days') END,
  date('2009-01-05', '+' || (i * 5413 % 5700) || ' days'),
  i % 3 = 0,
  CASE i % 37 WHEN 2 THEN 'Only rents films with a goose in them.' WHEN 11 THEN 'Pays in exact change, slowly.'
    WHEN 23 THEN 'Do not mention the ending of anything.' END
FROM names;

-- Three to four copies of each film.
INSERT INTO copy (movie_id, store_id, barcode, format, condition, bought, price)
SELECT
  id, 1 + (id + n) % 3, printf('%05d-%s-%02d', 40000 + id * 97, char(65 + id % 26), n + 1),
  CASE WHEN h % 10 = 0 THEN 'VHS' WHEN h % 10 < 6 THEN 'DVD' WHEN h % 10 < 9 THEN 'Blu-ray' ELSE '4K' END,
  CASE WHEN h % 7 < 1 THEN 'new' WHEN h % 7 < 4 THEN 'good' WHEN h % 7 < 6 THEN 'worn' ELSE 'scratched' END,
  date('2018-01-08', '+' || (h % 2450) || ' days'),
  replacement_cost - h % 3
FROM (
  SELECT movie.id, replacement_cost, key AS n, movie.id * 7919 + key * 4111 AS h
  FROM movie, json_each('[0, 1, 2, 3]') WHERE key < 3 OR movie.id % 7 = 0
);

-- The history: each copy was out about nine times in two years, each time within its own stretch of 80 days, so never
-- twice at once. Low numbers of customers and of films come up more often: some are keener, some better known.
INSERT INTO rental (copy_id, customer_id, staff_id, rented_at, due_date, returned_at, fee, late_fee, note)
WITH RECURSIVE
  turns (k) AS (VALUES (0) UNION ALL SELECT k + 1 FROM turns WHERE k < 8),
  outings AS (
    SELECT copy.id, copy.store_id, movie.daily_rate, k, copy.id * 7919 + k * 104729 AS h
    FROM copy JOIN movie ON movie.id = copy.movie_id, turns
    WHERE (copy.id * 31 + k * 17) % 100 < 97 - movie.id / 20
  ),
  terms AS (
    SELECT *, unixepoch('2024-11-01') AS start, k * 80 + h % 60 AS day, 600 + h / 7 % 590 AS minute,
      1 + h % 4 * 2 AS days, CASE WHEN h % 11 = 0 THEN 1 + h % 6 ELSE -(h % 2) END AS late
    FROM outings
  )
SELECT
  id, 1 + min(h % 300, h / 13 % 300), store_id * 3 - 2 + h % CASE store_id WHEN 3 THEN 2 ELSE 3 END,
  datetime(start + day * 86400 + minute * 60, 'unixepoch'),
  date(start + (day + days) * 86400, 'unixepoch'),
  datetime(start + (day + days + late) * 86400 + (540 + h / 11 % 600) * 60, 'unixepoch'),
  round(daily_rate * days, 2),
  CASE WHEN late > 0 THEN late * 0.5 ELSE 0 END,
  CASE WHEN h % 97 = 0 THEN (SELECT text FROM word WHERE list = 'note' AND n = h % 7) END
FROM terms
ORDER BY day, minute, id;

-- What is out now, dated from today: every eighth copy; those that were taken longer ago than their term are overdue.
INSERT INTO rental (copy_id, customer_id, staff_id, rented_at, due_date, fee)
SELECT
  copy.id, 1 + copy.id * 37 % 300, store_id * 3 - 2 + copy.id % 2,
  datetime('now', 'start of day', '-' || (1 + copy.id * 5 % 11) || ' days',
    '+' || (600 + copy.id * 53 % 600) || ' minutes'),
  date('now', '-' || (1 + copy.id * 5 % 11) || ' days', '+' || (1 + copy.id % 4 * 2) || ' days'),
  round(daily_rate * (1 + copy.id % 4 * 2), 2)
FROM copy JOIN movie ON movie.id = copy.movie_id
WHERE copy.id % 8 = 3
ORDER BY copy.id * 5 % 11 DESC, copy.id * 53 % 600;

DROP TABLE word;

CREATE INDEX staff_store ON staff (store_id);
CREATE INDEX customer_store ON customer (store_id);
CREATE INDEX customer_name ON customer (last_name, first_name);
CREATE INDEX movie_title ON movie (title);
CREATE INDEX movie_sequel_to ON movie (sequel_to_id);
CREATE INDEX movie_genre_genre ON movie_genre (genre_id);
CREATE INDEX person_name ON person (name);
CREATE INDEX role_person ON role (person_id);
CREATE INDEX copy_movie ON copy (movie_id);
CREATE INDEX copy_store ON copy (store_id);
CREATE INDEX rental_copy ON rental (copy_id);
CREATE INDEX rental_customer ON rental (customer_id);
CREATE INDEX rental_staff ON rental (staff_id);
CREATE INDEX rental_rented_at ON rental (rented_at);
CREATE INDEX rental_out ON rental (due_date) WHERE returned_at IS NULL;

CREATE VIEW overdue_rental AS
SELECT rental.id AS rental_id, customer.first_name || ' ' || customer.last_name AS customer, customer.phone,
  movie.title, copy.barcode, rental.due_date,
  CAST(julianday('now', 'start of day') - julianday(rental.due_date) AS INTEGER) AS days_late, copy.store_id
FROM rental
  JOIN copy ON copy.id = rental.copy_id
  JOIN movie ON movie.id = copy.movie_id
  JOIN customer ON customer.id = rental.customer_id
WHERE rental.returned_at IS NULL AND rental.due_date < date('now')
ORDER BY rental.due_date;

CREATE VIEW top_customer AS
SELECT customer.id AS customer_id, customer.first_name || ' ' || customer.last_name AS name, count(*) AS rentals,
  round(sum(rental.fee + rental.late_fee), 2) AS spent, max(rental.rented_at) AS last_seen
FROM customer JOIN rental ON rental.customer_id = customer.id
GROUP BY customer.id
ORDER BY spent DESC
LIMIT 25;
