// A layer between SQLite and the system's files that lets a chosen operation fail.
#include "CFaultVFS.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  sqlite3_file base;
  sqlite3_file *real;
} File;

static sqlite3_vfs vfs;
static sqlite3_vfs *system_vfs;
static atomic_long count, chosen;
static atomic_int chosen_code, chosen_kinds, is_sticky;

void fault_arm(long number, int code, int kinds, int sticky) {
  atomic_store(&chosen, 0);
  atomic_store(&count, 0);
  atomic_store(&chosen_code, code);
  atomic_store(&chosen_kinds, kinds);
  atomic_store(&is_sticky, sticky);
  atomic_store(&chosen, number);
}

void fault_disarm(void) {
  atomic_store(&chosen, 0);
  atomic_store(&chosen_kinds, 0);
}

long fault_count(void) { return atomic_load(&count); }

static char watched[64];

static int is_watched(const char *name) { return name && strstr(name, watched); }

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// Raises the signal that a negative code stands for; after all but SIGKILL the operation goes on.
static int take_signal(int code) {
  if (code >= 0) return code;
  if (code == FAULT_KILL) die();
  raise(-code);
  return SQLITE_OK;
}

// Counts an operation; its fault, or SQLITE_OK.
static int fault(int kind) {
  if (!(atomic_load(&chosen_kinds) & kind)) return SQLITE_OK;
  long number = atomic_fetch_add(&count, 1) + 1, due = atomic_load(&chosen);
  if (due <= 0 || number < due || (number > due && !atomic_load(&is_sticky))) return SQLITE_OK;
  return atomic_load(&chosen_code);
}

static int check(int kind) {
  return take_signal(fault(kind));
}

#define REAL(file) (((File *)(file))->real)
#define CALL(file, method, ...) REAL(file)->pMethods->method(REAL(file), ##__VA_ARGS__)

static int file_close(sqlite3_file *file) { return CALL(file, xClose); }

static int file_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
  int code = check(FAULT_READ);
  return code ? code : CALL(file, xRead, bytes, length, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
  int code = fault(FAULT_WRITE);
  if (code < 0 && code != FAULT_KILL) code = take_signal(code);
  if (code == SQLITE_OK) return CALL(file, xWrite, bytes, length, offset);
  // What fails has been done half: that is what a full disk and a dying process leave.
  if (length > 1) CALL(file, xWrite, bytes, length / 2, offset);
  if (code == FAULT_KILL) die();
  return code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = check(FAULT_TRUNCATE);
  return code ? code : CALL(file, xTruncate, size);
}

static int file_sync(sqlite3_file *file, int flags) {
  int code = check(FAULT_SYNC);
  return code ? code : CALL(file, xSync, flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) { return CALL(file, xFileSize, size); }

static int file_lock(sqlite3_file *file, int level) {
  int code = check(level == SQLITE_LOCK_RESERVED ? FAULT_LOCK | FAULT_RESERVE : FAULT_LOCK);
  return code ? code : CALL(file, xLock, level);
}

static int file_unlock(sqlite3_file *file, int level) { return CALL(file, xUnlock, level); }

static int file_check_lock(sqlite3_file *file, int *result) {
  return CALL(file, xCheckReservedLock, result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return CALL(file, xFileControl, operation, argument);
}

static int file_sector_size(sqlite3_file *file) { return CALL(file, xSectorSize); }

static int file_characteristics(sqlite3_file *file) { return CALL(file, xDeviceCharacteristics); }

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  return CALL(file, xShmMap, page, size, extend, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int number, int flags) {
  int code = flags & SQLITE_SHM_LOCK ? check(FAULT_LOCK) : SQLITE_OK;
  return code ? code : CALL(file, xShmLock, offset, number, flags);
}

static void file_shm_barrier(sqlite3_file *file) { CALL(file, xShmBarrier); }

static int file_shm_unmap(sqlite3_file *file, int deletes) { return CALL(file, xShmUnmap, deletes); }

static int file_fetch(sqlite3_file *file, sqlite3_int64 offset, int length, void **memory) {
  return CALL(file, xFetch, offset, length, memory);
}

static int file_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *memory) {
  return CALL(file, xUnfetch, offset, memory);
}

static const sqlite3_io_methods methods = {
    3, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock,
    file_unlock, file_check_lock, file_control, file_sector_size, file_characteristics,
    file_shm_map, file_shm_lock, file_shm_barrier, file_shm_unmap, file_fetch, file_unfetch,
};

static int vfs_open(sqlite3_vfs *self, sqlite3_filename name, sqlite3_file *file, int flags, int *out) {
  (void)self;
  if (!is_watched(name)) return system_vfs->xOpen(system_vfs, name, file, flags, out);
  file->pMethods = 0;
  // Mostly the main file is open when something is armed, and what is opened then are journals.
  int code = check(FAULT_OPEN);
  if (code) return code;
  File *wrapped = (File *)file;
  wrapped->real = (sqlite3_file *)(wrapped + 1);
  code = system_vfs->xOpen(system_vfs, name, wrapped->real, flags, out);
  if (wrapped->real->pMethods) file->pMethods = &methods;
  return code;
}

static int vfs_delete(sqlite3_vfs *self, const char *name, int sync) {
  (void)self;
  int code = is_watched(name) ? check(FAULT_DELETE) : SQLITE_OK;
  if (!code) code = system_vfs->xDelete(system_vfs, name, sync);
  if (!code && is_watched(name)) check(FAULT_DELETED);
  return code;
}

int fault_install(const char *piece) {
  static atomic_int is_installed;
  if (atomic_exchange(&is_installed, 1)) return SQLITE_OK;
  strncpy(watched, piece, sizeof watched - 1);
  int code = sqlite3_initialize();
  if (code) return code;
  system_vfs = sqlite3_vfs_find(0);
  if (!system_vfs) return SQLITE_ERROR;
  vfs = *system_vfs;
  vfs.zName = "d2t-faults";
  vfs.szOsFile = (int)sizeof(File) + system_vfs->szOsFile;
  vfs.xOpen = vfs_open;
  vfs.xDelete = vfs_delete;
  return sqlite3_vfs_register(&vfs, 1);
}
