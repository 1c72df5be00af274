# A user of the site becomes staff and gets a group; the rest of the row stays as Django wrote it, digit for digit.
database Django
start story.db --entity AuthUser
see tobias
press j enter
see Is staff           no
press e
see Is staff *           [ ]
press tab tab tab tab tab tab
press space
see ● Is staff *           [x]
press tab tab tab tab tab tab tab
see › [ ] Editors
press down space
see › [x] Moderators
press ctrl-s
see saved
rows SELECT is_staff, is_superuser, last_login IS NULL, date_joined FROM auth_user WHERE username = 'tobias'
  1|0|1|2025-01-05 18:30:00.000200
rows SELECT name FROM auth_group JOIN auth_user_groups ON group_id = auth_group.id WHERE user_id = 2
  Moderators
