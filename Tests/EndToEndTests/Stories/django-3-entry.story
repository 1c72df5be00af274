# A new entry of a user who is found by a part of the name; the database has no default for a yes or no.
database Django
start story.db --entity BlogEntry
see A kettle for two
press o
see Title *
type Two kettles
press enter
type two-kettles
press enter
type More water.
press tab tab space
see Is published *   [x]
press enter
type 2026-04-01 06:30:15.000250
press enter
type quill
see › Tobias Quill
press enter tab
type tea
see › Tea
press enter ctrl-s
see saved
rows SELECT title, extra IS NULL, is_published, published_at, author_id, category_id FROM blog_entry WHERE id = 5
  Two kettles|1|1|2026-04-01 06:30:15.000250|2|1
