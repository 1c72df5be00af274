# A customer is found by parts of the first and the last name, and gets another support agent.
database Chinook
start story.db --entity Customer
see Last name
press /
type fog des
press enter
see › Desmond
press enter
see Support rep  Sigrid Saltmarsh
press e
see Support rep    Sigrid Saltmarsh
press BTab BTab
type rumb
see › Nikhil Rumbelow
press enter
see ● Support rep    Nikhil Rumbelow
press ctrl-s
see saved
rows SELECT CustomerId, SupportRepId FROM Customer WHERE LastName = 'Fogbottom' ORDER BY 1
  4|4
  9|5
  14|4
  19|3
  24|5
