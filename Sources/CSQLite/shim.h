/* What Swift needs to see of SQLite; sessions and preupdate hooks are hidden without the macros. */
#ifndef D2T_CSQLITE_SHIM_H
#define D2T_CSQLITE_SHIM_H
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>
#endif
