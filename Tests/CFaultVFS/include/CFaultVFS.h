#ifndef C_FAULT_VFS_H
#define C_FAULT_VFS_H

// What SQLite does with a watched file, as bits.
enum {
  FAULT_WRITE = 1,
  FAULT_SYNC = 2,
  FAULT_TRUNCATE = 4,
  FAULT_OPEN = 8,
  FAULT_DELETE = 16,
  FAULT_LOCK = 32,
  FAULT_READ = 64,
  FAULT_ALL = 127,
  // What has been deleted: a journal, by which a save is committed. Only signals can come there.
  FAULT_DELETED = 128,
  // The lock by which a transaction that writes begins; one of FAULT_LOCK too.
  FAULT_RESERVE = 256,
};

// The code that ends the process instead of failing, as `kill -9` does; a write is done half before. The negative number of
// any other signal raises that, and the operation goes on if the process does.
enum { FAULT_KILL = -9 };

// Makes the wrapper of the system's files the one that SQLite uses; only files whose path has `piece` in it are watched,
// with what SQLite puts beside them.
int fault_install(const char *piece);

// Lets the operation number `number` (from 1) of the kinds given fail with `code`, and when `sticky` all behind it.
void fault_arm(long number, int code, int kinds, int sticky);

// Nothing fails any more.
void fault_disarm(void);

// How many operations there were since fault_arm.
long fault_count(void);

#endif
