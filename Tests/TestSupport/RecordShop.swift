/// A small shop for records, in the manner of Chinook.
package enum RecordShop {
  package static let script = """
    CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name NVARCHAR(120) NOT NULL);
    CREATE TABLE Album (
      AlbumId INTEGER PRIMARY KEY, Title NVARCHAR(160) NOT NULL,
      ArtistId INTEGER NOT NULL REFERENCES Artist (ArtistId));
    CREATE TABLE Track (
      TrackId INTEGER PRIMARY KEY, Name NVARCHAR(200) NOT NULL,
      AlbumId INTEGER REFERENCES Album (AlbumId), Milliseconds INTEGER NOT NULL, Bytes INTEGER,
      UnitPrice NUMERIC(10,2) NOT NULL);
    CREATE TABLE Customer (
      CustomerId INTEGER PRIMARY KEY, FirstName NVARCHAR(40) NOT NULL, LastName NVARCHAR(20) NOT NULL,
      Company NVARCHAR(80), City NVARCHAR(40), Country NVARCHAR(40), Email NVARCHAR(60) NOT NULL);
    INSERT INTO Artist VALUES (1, 'Accept'), (2, 'Blind Guardian'), (3, 'Celtic Frost');
    INSERT INTO Album VALUES (1, 'Balls to the Wall', 1), (2, 'Nightfall', 2);
    INSERT INTO Track VALUES
      (1, 'Fast as a Shark', 1, 230619, 3990994, 0.99), (2, 'Mirror Mirror', 2, 307552, 6566314, 1.99),
      (3, 'Noldor', 2, 411000, NULL, 0.5);
    INSERT INTO Customer VALUES
      (1, 'Ada', 'Lovelace', NULL, 'London', 'England', 'ada@example.org'),
      (2, 'Grace', 'Hopper', 'Navy', 'New York', 'USA', 'grace@example.org');
    """
}
