# All products of a category become dearer by a tenth in one step.
database Northwind
start story.db --entity Products
see Moss Tea
press F
type category.categoryName = "Jams"
press enter
see 1/3
gone Moss Tea
press M
see all 3 rows of Products
type unit
see Unit price ▾
press tab right right right tab
type unitPrice * 1.1
see 25 → 27.5
press ctrl-s
see Change Unit price of all 3 rows of Products?
press y
see u takes that back
rows SELECT round(sum(UnitPrice), 3), sum(typeof(UnitPrice) IN ('real', 'integer')) FROM Products WHERE CategoryID = 2
  63.085|3
rows SELECT sum(UnitPrice) FROM Products WHERE CategoryID <> 2
  106.75
press u
see Take back the save
press y
see taken back
rows SELECT sum(UnitPrice) FROM Products WHERE CategoryID = 2
  57.35
