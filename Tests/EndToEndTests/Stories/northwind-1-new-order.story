# A new order with two lines, entered in one go and saved as one.
database Northwind
start story.db --entity Orders
see Order date
press o
see Order details 0
type goose
see › Golden Goose Inn
press enter tab
type ursula
see › Ursula Plumtree
press enter tab
type 2031-05-09
press BTab BTab BTab
see o new
press o
see Product *
type quince
see › Quince Jam
press enter tab
type 10.5
press enter
type 12
press ctrl-o
see ›+Quince Jam
press o
see Product *
type onion
see › Captain's Onions
press enter tab
type 8
press ctrl-o
see +Captain's Onions
press ctrl-s
see saved 3 objects
rows SELECT OrderID, CustomerID, EmployeeID, date(OrderDate), ProductID, UnitPrice, Quantity, Discount FROM Orders JOIN [Order Details] USING (OrderID) WHERE OrderID > 10277
  10278|GOOSE|3|2031-05-09|4|10.5|12|0.0
  10278|GOOSE|3|2031-05-09|11|8|1|0.0
