# All orders of a customer go to another one, who is chosen for all of them at once.
database Northwind
start story.db --entity Customers
see CANAL
press j enter
see Orders 6
press j j j j j j j j j j j
see ›─ Orders 6
press enter
see Order date
press A M
see All 6
see Customer ▾
press tab tab enter
see Baker and Owl
press /
type late
press enter
see › LATE0
press enter
see → Late Tram Café
press ctrl-s
see u takes that back
rows SELECT CustomerID, count(*) FROM Orders GROUP BY 1
  BAKER|6
  GOOSE|6
  LATE0|12
  OLDNT|6
