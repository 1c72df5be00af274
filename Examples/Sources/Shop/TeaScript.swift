/// The shop's database, made anew at each start.
let teaScript = """
  CREATE TABLE supplier (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT);
  CREATE TABLE tea (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, stars INTEGER CHECK (stars BETWEEN 0 AND 5),
    price DECIMAL(10,2) NOT NULL, stock INTEGER NOT NULL DEFAULT 0,
    strength INTEGER,
    supplier_id INTEGER REFERENCES supplier (id), note TEXT);
  INSERT INTO supplier VALUES (1, 'Ostrava & Daughters', 'Gull Harbour'), (2, 'The Kettle Post', NULL);
  INSERT INTO tea VALUES
    (1, 'Lighthouse Breakfast', 4, 6.5, 20, 3, 1, 'Strong enough for fog.'),
    (2, 'Grey Admiral', 3, 7.25, 3, 2, 1, NULL),
    (3, 'Moss and Honey', 5, 12, 14, 1, 2, 'Picked by moonlight, they say.'),
    (4, 'Tuesday Blend', 2, 4.1, 0, 1, 2, NULL),
    (5, 'Smoke over Mount Crumble', 4, 9.9, 8, 3, NULL, NULL);
  """
