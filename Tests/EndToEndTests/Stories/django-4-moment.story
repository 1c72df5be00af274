# The year of a moment is raised; the other digits of it stay, those that a screen has no room for as well.
database Django
start story.db --entity BlogEntry
see Geese, again
press G e
see Title *
press tab tab tab tab tab home alt-up
see ● Published at     2026-04-20 05:59:59
press ctrl-s
see saved
rows SELECT published_at FROM blog_entry ORDER BY id
  2025-03-01 08:00:00.123456
  2025-03-14 16:20:31.000045
  
  2026-04-20 05:59:59.999999
