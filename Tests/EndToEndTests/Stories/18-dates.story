# Parts of a date are raised under the cursor.
sql
  CREATE TABLE loan(id INTEGER PRIMARY KEY, day DATE);
  INSERT INTO loan VALUES(1, '2024-02-28');
start story.db --entity loan --id 1 --task edit
see 2024-02-28
press end alt-up
see 2024-02-29
press alt-up
see 2024-03-01
press ctrl-s
rows SELECT day FROM loan
  2024-03-01
