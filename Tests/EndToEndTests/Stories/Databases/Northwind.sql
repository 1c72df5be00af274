-- A trader in the manner of Northwind: names with blanks, text keys, lines whose key is an order with a product, views.
-- Every name is made up here.
CREATE TABLE [Categories] (
  [CategoryID] INTEGER PRIMARY KEY AUTOINCREMENT,
  [CategoryName] TEXT,
  [Description] TEXT,
  [Picture] BLOB
);
CREATE TABLE [Customers] (
  [CustomerID] TEXT,
  [CompanyName] TEXT,
  [ContactName] TEXT,
  [ContactTitle] TEXT,
  [Address] TEXT,
  [City] TEXT,
  [Region] TEXT,
  [PostalCode] TEXT,
  [Country] TEXT,
  [Phone] TEXT,
  [Fax] TEXT,
  PRIMARY KEY (`CustomerID`)
);
CREATE TABLE [Employees] (
  [EmployeeID] INTEGER PRIMARY KEY AUTOINCREMENT,
  [LastName] TEXT,
  [FirstName] TEXT,
  [Title] TEXT,
  [BirthDate] DATE,
  [HireDate] DATE,
  [City] TEXT,
  [Country] TEXT,
  [Photo] BLOB,
  [Notes] TEXT,
  [ReportsTo] INTEGER,
  FOREIGN KEY ([ReportsTo]) REFERENCES [Employees] ([EmployeeID]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [Shippers] (
  [ShipperID] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  [CompanyName] TEXT NOT NULL,
  [Phone] TEXT
);
CREATE TABLE [Suppliers] (
  [SupplierID] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  [CompanyName] TEXT NOT NULL,
  [ContactName] TEXT,
  [City] TEXT,
  [Country] TEXT,
  [Phone] TEXT,
  [HomePage] TEXT
);
CREATE TABLE [Products] (
  [ProductID] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  [ProductName] TEXT NOT NULL,
  [SupplierID] INTEGER,
  [CategoryID] INTEGER,
  [QuantityPerUnit] TEXT,
  [UnitPrice] NUMERIC DEFAULT 0,
  [UnitsInStock] INTEGER DEFAULT 0,
  [UnitsOnOrder] INTEGER DEFAULT 0,
  [ReorderLevel] INTEGER DEFAULT 0,
  [Discontinued] TEXT NOT NULL DEFAULT '0',
  CHECK ([UnitPrice]>=(0)),
  CHECK ([ReorderLevel]>=(0)),
  CHECK ([UnitsInStock]>=(0)),
  CHECK ([UnitsOnOrder]>=(0)),
  FOREIGN KEY ([CategoryID]) REFERENCES [Categories] ([CategoryID]) ON DELETE NO ACTION ON UPDATE NO ACTION,
  FOREIGN KEY ([SupplierID]) REFERENCES [Suppliers] ([SupplierID]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [Orders] (
  [OrderID] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  [CustomerID] TEXT,
  [EmployeeID] INTEGER,
  [OrderDate] DATETIME,
  [RequiredDate] DATETIME,
  [ShippedDate] DATETIME,
  [ShipVia] INTEGER,
  [Freight] NUMERIC DEFAULT 0,
  [ShipName] TEXT,
  [ShipAddress] TEXT,
  [ShipCity] TEXT,
  [ShipCountry] TEXT,
  FOREIGN KEY ([EmployeeID]) REFERENCES [Employees] ([EmployeeID]) ON DELETE NO ACTION ON UPDATE NO ACTION,
  FOREIGN KEY ([CustomerID]) REFERENCES [Customers] ([CustomerID]) ON DELETE NO ACTION ON UPDATE NO ACTION,
  FOREIGN KEY ([ShipVia]) REFERENCES [Shippers] ([ShipperID]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [Order Details] (
  [OrderID] INTEGER NOT NULL,
  [ProductID] INTEGER NOT NULL,
  [UnitPrice] NUMERIC NOT NULL DEFAULT 0,
  [Quantity] INTEGER NOT NULL DEFAULT 1,
  [Discount] REAL NOT NULL DEFAULT 0,
  PRIMARY KEY ("OrderID","ProductID"),
  CHECK ([Discount]>=(0) AND [Discount]<=(1)),
  CHECK ([Quantity]>(0)),
  CHECK ([UnitPrice]>=(0)),
  FOREIGN KEY ([OrderID]) REFERENCES [Orders] ([OrderID]) ON DELETE NO ACTION ON UPDATE NO ACTION,
  FOREIGN KEY ([ProductID]) REFERENCES [Products] ([ProductID]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE VIEW [Current Product List] AS SELECT [ProductID], [ProductName] FROM [Products] WHERE [Discontinued] = 0;
CREATE VIEW [Order Subtotals] AS
  SELECT [Order Details].[OrderID], Sum([Order Details].[UnitPrice] * [Quantity] * (1 - [Discount])) AS [Subtotal]
  FROM [Order Details] GROUP BY [Order Details].[OrderID];

CREATE TEMP TABLE counted AS
  WITH RECURSIVE numbers (value) AS (VALUES (0) UNION ALL SELECT value + 1 FROM numbers WHERE value < 99)
  SELECT value FROM numbers;

INSERT INTO [Categories] VALUES (1, 'Teas', 'Leaves, roots and flowers', NULL), (2, 'Jams', 'Sweet, in jars', NULL),
  (3, 'Cheese', 'Hard, soft and very soft', NULL), (4, 'Pickles', 'Sour, in jars', NULL);
INSERT INTO [Suppliers] VALUES (1, 'Moss & Daughters', 'Odette Moss', 'Tin River', 'Nowhere', '555-0101', NULL),
  (2, 'The Jam Cellar', 'Tobias Quill', 'Fort Custard', 'Nowhere', '555-0102', 'https://jam.example'),
  (3, 'Upper Dairy', 'Winifred Hay', 'Gull Harbour', 'Elsewhere', '555-0103', NULL);
INSERT INTO [Products] ([ProductName], [SupplierID], [CategoryID], [QuantityPerUnit], [UnitPrice], [UnitsInStock],
    [Discontinued]) VALUES
  ('Moss Tea', 1, 1, '20 bags', 4, 39, '0'), ('Harbour Fog', 1, 1, '10 boxes', 9.5, 17, '0'),
  ('Nettle Brew', 1, 1, '24 bags', 6, 13, '1'), ('Quince Jam', 2, 2, '12 jars', 10, 53, '0'),
  ('Midnight Plum', 2, 2, '6 jars', 22.35, 0, '0'), ('Rhubarb Regret', 2, 2, '12 jars', 25, 120, '0'),
  ('Old Ferry', 3, 3, '1 kg', 21, 22, '0'), ('Little Regret', 3, 3, '500 g', 38, 86, '0'),
  ('Goose Blue', 3, 3, '300 g', 12.5, 24, '0'), ('Pickled Walnuts', 2, 4, '12 jars', 7.75, 35, '0'),
  ('Captain''s Onions', 2, 4, '6 jars', 8, 29, '0');
INSERT INTO [Shippers] VALUES (1, 'Slow Post', '555-0201'), (2, 'Canal Freight', '555-0202'), (3, 'Two Mules', NULL);
INSERT INTO [Employees] ([LastName], [FirstName], [Title], [BirthDate], [HireDate], [City], [Country], [Notes], [ReportsTo])
  VALUES ('Halvorsen', 'Greta', 'Sales Manager', '1968-12-08', '2010-05-01', 'Tin River', 'Nowhere', 'Knows every road.', NULL),
  ('Lampwick', 'Fabian', 'Sales Representative', '1972-02-19', '2012-08-14', 'Tin River', 'Nowhere', NULL, 1),
  ('Plumtree', 'Ursula', 'Sales Representative', '1983-08-30', '2012-04-01', 'Fort Custard', 'Nowhere', NULL, 1);
INSERT INTO [Customers] ([CustomerID], [CompanyName], [ContactName], [ContactTitle], [Address], [City], [Country], [PostalCode],
    [Phone]) VALUES
  ('BAKER', 'Baker and Owl', 'Hugo Baker', 'Owner', '1 Mill Lane', 'Tin River', 'Nowhere', '01-234', '555-0301'),
  ('CANAL', 'Canal House Hotel', 'Elise Canal', 'Purchasing', '7 Quay', 'Gull Harbour', 'Elsewhere', '80331', '555-0302'),
  ('GOOSE', 'Golden Goose Inn', 'Bruno Feather', 'Owner', '3 Green', 'Upper Nowhere', 'Nowhere', '02115', '555-0303'),
  ('LATE0', 'Late Tram Café', 'Amara Line', 'Accounting', '12 Depot', 'Tin River', 'Nowhere', '01-240', '555-0304'),
  ('OLDNT', 'Old New Town Deli', 'Desmond Old', 'Owner', '40 Market', 'Old New Town', 'Elsewhere', NULL, '555-0305');
INSERT INTO [Orders] ([OrderID], [CustomerID], [EmployeeID], [OrderDate], [RequiredDate], [ShippedDate], [ShipVia], [Freight],
    [ShipName], [ShipAddress], [ShipCity], [ShipCountry])
  SELECT 10248 + value, [CustomerID], 1 + value % 3, date('2024-01-04', '+' || (value * 3) || ' days'),
    date('2024-02-01', '+' || (value * 3) || ' days'),
    CASE WHEN value < 26 THEN date('2024-01-08', '+' || (value * 3) || ' days') END, 1 + value % 3, 11.61 + value,
    [CompanyName], [Address], [City], [Country]
  FROM counted JOIN [Customers] ON [CustomerID] = '["BAKER","CANAL","GOOSE","LATE0","OLDNT"]' ->> (value * 3 % 5)
  WHERE value < 30;
INSERT INTO [Order Details]
  SELECT [OrderID], [ProductID], [UnitPrice], 1 + ([OrderID] + [ProductID]) % 12, CASE WHEN [OrderID] % 7 = 0 THEN 0.15 ELSE 0 END
  FROM [Orders] JOIN [Products] ON ([OrderID] * 5 + [ProductID] * 3) % 11 < 2;
DROP TABLE counted;
