# A line of an invoice had the wrong track and the wrong quantity: it is edited where the invoice shows it.
database Chinook
start story.db --entity Invoice
see Invoice d
press j enter
see Harbour Lullaby
press down down down down down down down down down
see › Harbour Lullaby
press enter
see Track            Harbour Lullaby
press j j e
see Track *       Harbour Lullaby
type umbrella march
see › Umbrella March
press enter tab tab
type 3
see ● Quantity *    3
press ctrl-s
see saved
rows SELECT InvoiceLineId, Name, InvoiceLine.UnitPrice, Quantity FROM InvoiceLine JOIN Track USING (TrackId) WHERE InvoiceId = 2
  3|Anchor at Dawn|0.99|1
  4|Umbrella March|0.99|3
