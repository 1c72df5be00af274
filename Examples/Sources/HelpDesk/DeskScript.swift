/// The help desk's database, made anew at each start; the passwords are "kettle" and "teapot".
let deskScript = """
  CREATE TABLE staff (
    id INTEGER PRIMARY KEY, login TEXT NOT NULL UNIQUE, password TEXT NOT NULL, role TEXT NOT NULL);
  CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE ticket (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'open', priority INTEGER NOT NULL,
    minutes INTEGER NOT NULL DEFAULT 0, due DATE, customer_id INTEGER REFERENCES customer (id),
    owner_id INTEGER REFERENCES staff (id));
  INSERT INTO staff VALUES
    (1, 'ada', '$5$desk$.MuRokalAZk8y/iFQsisXJfdoF3IxWaLnNnc4OVlrl5', 'chief'),
    (2, 'bea', '$5$desk$w6y.8jeGneKeMdVj.soNDj1hHGpV/xutTW8xhz/6zoB', 'agent');
  INSERT INTO customer VALUES (1, 'Bakery'), (2, 'Lighthouse');
  INSERT INTO ticket VALUES
    (1, 'The oven hums a tune', 'open', 2, 30, '2026-11-27', 1, 2),
    (2, 'Fog in the lens', 'open', 4, 45, '2026-11-30', 2, NULL),
    (3, 'Stairs too many', 'closed', 1, 120, '2026-10-01', 2, 2),
    (4, 'Bread forgets its name', 'waiting', 3, 15, NULL, 1, 1);
  """
