-- A shop for music in the manner of Chinook: names in brackets, keys called after their tables, references without actions.
-- Every name is made up here; the lines and tracks come from integer arithmetic.
CREATE TABLE [Artist] (
  [ArtistId] INTEGER NOT NULL,
  [Name] NVARCHAR(120),
  CONSTRAINT [PK_Artist] PRIMARY KEY ([ArtistId])
);
CREATE TABLE [Album] (
  [AlbumId] INTEGER NOT NULL,
  [Title] NVARCHAR(160) NOT NULL,
  [ArtistId] INTEGER NOT NULL,
  CONSTRAINT [PK_Album] PRIMARY KEY ([AlbumId]),
  FOREIGN KEY ([ArtistId]) REFERENCES [Artist] ([ArtistId]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [Employee] (
  [EmployeeId] INTEGER NOT NULL,
  [LastName] NVARCHAR(20) NOT NULL,
  [FirstName] NVARCHAR(20) NOT NULL,
  [Title] NVARCHAR(30),
  [ReportsTo] INTEGER,
  [BirthDate] DATETIME,
  [HireDate] DATETIME,
  [City] NVARCHAR(40),
  [Country] NVARCHAR(40),
  [Email] NVARCHAR(60),
  CONSTRAINT [PK_Employee] PRIMARY KEY ([EmployeeId]),
  FOREIGN KEY ([ReportsTo]) REFERENCES [Employee] ([EmployeeId]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [Customer] (
  [CustomerId] INTEGER NOT NULL,
  [FirstName] NVARCHAR(40) NOT NULL,
  [LastName] NVARCHAR(20) NOT NULL,
  [Company] NVARCHAR(80),
  [Address] NVARCHAR(70),
  [City] NVARCHAR(40),
  [State] NVARCHAR(40),
  [Country] NVARCHAR(40),
  [PostalCode] NVARCHAR(10),
  [Phone] NVARCHAR(24),
  [Fax] NVARCHAR(24),
  [Email] NVARCHAR(60) NOT NULL,
  [SupportRepId] INTEGER,
  CONSTRAINT [PK_Customer] PRIMARY KEY ([CustomerId]),
  FOREIGN KEY ([SupportRepId]) REFERENCES [Employee] ([EmployeeId]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [Genre] (
  [GenreId] INTEGER NOT NULL,
  [Name] NVARCHAR(120),
  CONSTRAINT [PK_Genre] PRIMARY KEY ([GenreId])
);
CREATE TABLE [MediaType] (
  [MediaTypeId] INTEGER NOT NULL,
  [Name] NVARCHAR(120),
  CONSTRAINT [PK_MediaType] PRIMARY KEY ([MediaTypeId])
);
CREATE TABLE [Track] (
  [TrackId] INTEGER NOT NULL,
  [Name] NVARCHAR(200) NOT NULL,
  [AlbumId] INTEGER,
  [MediaTypeId] INTEGER NOT NULL,
  [GenreId] INTEGER,
  [Composer] NVARCHAR(220),
  [Milliseconds] INTEGER NOT NULL,
  [Bytes] INTEGER,
  [UnitPrice] NUMERIC(10,2) NOT NULL,
  CONSTRAINT [PK_Track] PRIMARY KEY ([TrackId]),
  FOREIGN KEY ([AlbumId]) REFERENCES [Album] ([AlbumId]) ON DELETE NO ACTION ON UPDATE NO ACTION,
  FOREIGN KEY ([GenreId]) REFERENCES [Genre] ([GenreId]) ON DELETE NO ACTION ON UPDATE NO ACTION,
  FOREIGN KEY ([MediaTypeId]) REFERENCES [MediaType] ([MediaTypeId]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [Invoice] (
  [InvoiceId] INTEGER NOT NULL,
  [CustomerId] INTEGER NOT NULL,
  [InvoiceDate] DATETIME NOT NULL,
  [BillingAddress] NVARCHAR(70),
  [BillingCity] NVARCHAR(40),
  [BillingCountry] NVARCHAR(40),
  [Total] NUMERIC(10,2) NOT NULL,
  CONSTRAINT [PK_Invoice] PRIMARY KEY ([InvoiceId]),
  FOREIGN KEY ([CustomerId]) REFERENCES [Customer] ([CustomerId]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [InvoiceLine] (
  [InvoiceLineId] INTEGER NOT NULL,
  [InvoiceId] INTEGER NOT NULL,
  [TrackId] INTEGER NOT NULL,
  [UnitPrice] NUMERIC(10,2) NOT NULL,
  [Quantity] INTEGER NOT NULL,
  CONSTRAINT [PK_InvoiceLine] PRIMARY KEY ([InvoiceLineId]),
  FOREIGN KEY ([InvoiceId]) REFERENCES [Invoice] ([InvoiceId]) ON DELETE NO ACTION ON UPDATE NO ACTION,
  FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [Playlist] (
  [PlaylistId] INTEGER NOT NULL,
  [Name] NVARCHAR(120),
  CONSTRAINT [PK_Playlist] PRIMARY KEY ([PlaylistId])
);
CREATE TABLE [PlaylistTrack] (
  [PlaylistId] INTEGER NOT NULL,
  [TrackId] INTEGER NOT NULL,
  CONSTRAINT [PK_PlaylistTrack] PRIMARY KEY ([PlaylistId], [TrackId]),
  FOREIGN KEY ([PlaylistId]) REFERENCES [Playlist] ([PlaylistId]) ON DELETE NO ACTION ON UPDATE NO ACTION,
  FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE INDEX [IFK_AlbumArtistId] ON [Album] ([ArtistId]);
CREATE INDEX [IFK_InvoiceLineInvoiceId] ON [InvoiceLine] ([InvoiceId]);
CREATE INDEX [IFK_PlaylistTrackTrackId] ON [PlaylistTrack] ([TrackId]);

CREATE TEMP TABLE counted AS
  WITH RECURSIVE numbers (value) AS (VALUES (0) UNION ALL SELECT value + 1 FROM numbers WHERE value < 99)
  SELECT value FROM numbers;

INSERT INTO [Artist] VALUES (1, 'The Paper Lanterns'), (2, 'Gulls of Harbour Street'), (3, 'Odette Plumtree'),
  (4, 'Late Tram Orchestra'), (5, 'Krumholtz & Sons'), (6, 'Seven Umbrellas');
INSERT INTO [Album] VALUES (1, 'Folded Twice', 1), (2, 'Low Tide', 2), (3, 'High Tide', 2), (4, 'Songs for a Slow Postman', 3),
  (5, 'Last Stop', 4), (6, 'Workshop Noises', 5), (7, 'Drought', 6);
INSERT INTO [Genre] VALUES (1, 'Rock'), (2, 'Shanty'), (3, 'Chanson'), (4, 'Swing'), (5, 'Noise');
INSERT INTO [MediaType] VALUES (1, 'MPEG audio file'), (2, 'Protected AAC audio file'), (3, 'Vinyl rip');
INSERT INTO [Employee] VALUES
  (1, 'Wickersham', 'Ramona', 'General Manager', NULL, '1962-02-18 00:00:00', '2002-08-14 00:00:00', 'Fort Custard', 'Nowhere',
    'ramona@records.example'),
  (2, 'Jellicorn', 'Percival', 'Sales Manager', 1, '1958-12-08 00:00:00', '2002-05-01 00:00:00', 'Fort Custard', 'Nowhere',
    'percival@records.example'),
  (3, 'Saltmarsh', 'Sigrid', 'Sales Support Agent', 2, '1973-08-29 00:00:00', '2002-04-01 00:00:00', 'Tin River', 'Nowhere',
    'sigrid@records.example'),
  (4, 'Rumbelow', 'Nikhil', 'Sales Support Agent', 2, '1947-09-19 00:00:00', '2003-05-03 00:00:00', 'Tin River', 'Nowhere',
    'nikhil@records.example'),
  (5, 'Oystergate', 'Viktor', 'Sales Support Agent', 2, '1965-03-03 00:00:00', '2003-10-17 00:00:00', 'Tin River', 'Nowhere',
    'viktor@records.example');
INSERT INTO [Customer]
  SELECT 1 + value,
    '["Amara","Bruno","Coralie","Desmond","Elise","Fabian","Greta","Hugo"]' ->> (value % 8),
    '["Lampwick","Mossgrove","Nettlesome","Fogbottom","Umberland"]' ->> (value % 5),
    CASE WHEN value % 4 = 0 THEN 'Goose & Partners ' || (value + 1) END, (10 + value) || ' Canal Street',
    '["Tin River","Gull Harbour","Old New Town"]' ->> (value % 3), NULL, 'Nowhere',
    (10000 + value * 77) || '', '+99 555 ' || (1000 + value * 37), NULL, 'customer' || (value + 1) || '@post.example', 3 + value % 3
  FROM counted WHERE value < 24;
INSERT INTO [Track]
  SELECT 1 + value,
    ('["Lantern","Harbour","Postman","Last Tram","Locksmith","Umbrella","Anchor","Receipt"]' ->> (value % 8))
      || ('[" Waltz"," at Dawn"," Blues"," Without Words"," No. 5"," Lullaby"," March"]' ->> (value % 7)),
    1 + value % 7, 1 + value % 3, 1 + value % 5, CASE WHEN value % 3 > 0 THEN 'O. Plumtree' END,
    150000 + value * 7919 % 200000, 5000000 + value * 104729 % 4000000, CASE WHEN value % 10 = 0 THEN 1.99 ELSE 0.99 END
  FROM counted WHERE value < 56;
INSERT INTO [Invoice]
  SELECT 1 + value, 1 + value * 5 % 24, date('2024-01-01', '+' || (value * 9) || ' days') || ' 00:00:00',
    (10 + value * 5 % 24) || ' Canal Street', 'Tin River', 'Nowhere', 1.98
  FROM counted WHERE value < 40;
INSERT INTO [InvoiceLine]
  SELECT 1 + value, 1 + value / 2, 1 + value * 11 % 56, 0.99, 1 FROM counted WHERE value < 80;
INSERT INTO [Playlist] VALUES (1, 'Music'), (2, 'For rainy days'), (3, 'Shop window'), (4, 'Quiet evening');
INSERT INTO [PlaylistTrack] SELECT 1, [TrackId] FROM [Track] UNION ALL SELECT 2, [TrackId] FROM [Track] WHERE [TrackId] % 9 = 1;
DROP TABLE counted;
