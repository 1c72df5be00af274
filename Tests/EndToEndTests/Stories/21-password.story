# A password is dots while it is typed and after; the file has its hash, which takes the person in.
sql
  CREATE TABLE staff(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, password TEXT);
  INSERT INTO staff VALUES(1, 'ada', NULL);
rules
  passwordHash = 'sha512'
start story.db --rules story.rules --entity staff --id 1 --task edit
see ada
press tab
type tea time
see ••••••
gone tea time
press ctrl-s
see saved
gone tea time
rows SELECT substr(password, 1, 1), password LIKE '%tea%' FROM staff
  $|0
