/* What Swift needs to see of ncursesw; constants that do not import come as functions. */
#ifndef D2T_CNCURSES_SHIM_H
#define D2T_CNCURSES_SHIM_H
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#endif
