# A row is added to the related list inside a form, and saved with it.
sql
  CREATE TABLE shop(id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE tea(id INTEGER PRIMARY KEY, name TEXT, shop_id INTEGER REFERENCES shop);
  INSERT INTO shop VALUES(1, 'Harbour');
  INSERT INTO tea VALUES(1, 'Moss', 1), (2, 'Honey', NULL);
start story.db --entity shop --id 1 --task edit
see Harbour
press tab
see › Moss
press o
see Shop    Harbour
type Mint
see ● Name    Mint
press ctrl-s
see will be saved with Shop “Harbour”
press ctrl-s
gone will be saved
see saved
rows SELECT name, shop_id FROM tea
  Moss|1
  Honey|
  Mint|1
