/* What Swift needs to see of SQLite; sessions and preupdate hooks are hidden without the macros. */
#ifndef D2T_CSQLITE_SHIM_H
#define D2T_CSQLITE_SHIM_H
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast and does not import; SQLite takes a null pointer for null. */
static inline int d2t_bind_text(sqlite3_stmt *s, int i, const void *p, sqlite3_uint64 n) {
  return sqlite3_bind_text64(s, i, p ? (const char *)p : "", n, SQLITE_TRANSIENT, SQLITE_UTF8);
}
/* The bytes are not copied. */
static inline int d2t_bind_static_text(sqlite3_stmt *s, int i, const void *p, sqlite3_uint64 n) {
  return sqlite3_bind_text64(s, i, p ? (const char *)p : "", n, SQLITE_STATIC, SQLITE_UTF8);
}
static inline int d2t_bind_blob(sqlite3_stmt *s, int i, const void *p, sqlite3_uint64 n) {
  return n == 0 ? sqlite3_bind_zeroblob(s, i, 0) : sqlite3_bind_blob64(s, i, p, n, SQLITE_TRANSIENT);
}
/* A function with a variable number of arguments does not import: uses what can be read of a damaged schema. */
static inline int d2t_tolerate_damaged_schema(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, (int *)0);
}
static inline void d2t_result_text(sqlite3_context *c, const void *p, sqlite3_uint64 n) {
  sqlite3_result_text64(c, p ? (const char *)p : "", n, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline void d2t_result_blob(sqlite3_context *c, const void *p, sqlite3_uint64 n) {
  if (n == 0) sqlite3_result_zeroblob(c, 0); else sqlite3_result_blob64(c, p, n, SQLITE_TRANSIENT);
}
#endif
