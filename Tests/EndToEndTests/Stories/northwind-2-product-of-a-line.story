# Another product in a line of an order: the key of the line changes, the cursor goes with it, and so does what is deleted.
database Northwind
start story.db --entity OrderDetails
see Old Ferry
press e
see Product *     Nettle Brew
press tab
type onion
see › Captain's Onions
press enter ctrl-s
see saved
see › Greta Halvorsen 2024-01-04  Captain's Onions
rows SELECT ProductID, UnitPrice, Quantity, Discount FROM [Order Details] WHERE OrderID = 10248
  7|21|8|0.15
  11|6|4|0.15
press d
see “Captain's Onions · Greta Halvorsen 2024-01-04”
press y
see deleted
rows SELECT ProductID FROM [Order Details] WHERE OrderID = 10248
  7
