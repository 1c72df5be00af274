# A field with a document is changed; what is no JSON is told beside the field and never written.
database Django
start story.db --entity BlogEntry
see A kettle for two
press enter
see "tags": [… 2 ]
press e
see Title *
press tab tab tab
press end BSpace BSpace
type 5
see "rating": 5
see ✗
press ctrl-s
see not saved: Extra
rows SELECT extra FROM blog_entry WHERE id = 1
  {"tags": ["tea", "home"], "rating": 4}
press end
type }
press ctrl-s
see saved
rows SELECT extra, published_at FROM blog_entry WHERE id = 1
  {"tags": ["tea", "home"], "rating": 5}|2025-03-01 08:00:00.123456
