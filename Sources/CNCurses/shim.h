/* What Swift needs to see of ncursesw; constants that do not import come as functions. */
#ifndef D2T_CNCURSES_SHIM_H
#define D2T_CNCURSES_SHIM_H
#define NCURSES_WIDECHAR 1 /* without it the functions for wide characters are hidden */
#define NCURSES_NOMACROS 1 /* every macro of curses has a function of the same name */
#include <curses.h>
#include <sys/ioctl.h>

/* Hidden by the C library unless _XOPEN_SOURCE is set. */
extern int wcwidth(wchar_t scalar);

/* A file in memory; hidden by the C library unless _GNU_SOURCE is set. */
extern int memfd_create(const char *name, unsigned int flags);

/* From term.h, which defines words such as `lines` and `columns` as macros. */
extern int setupterm(const char *type, int fd, int *error);
extern char *tigetstr(const char *capability);

/* Casts, which do not import. */
static const attr_t nc_bold = A_BOLD, nc_dim = A_DIM, nc_italic = A_ITALIC;
static const attr_t nc_underline = A_UNDERLINE, nc_reverse = A_REVERSE;

/* Globals, which Swift 6 takes for unsynchronised state. */
static inline int nc_color_count(void) { return COLORS; }
static inline SCREEN *nc_new_screen(const char *type) { return newterm(type, stdout, stdin); }
static inline WINDOW *nc_standard_window(void) { return stdscr; }

/* ioctl is variadic. */
static inline int nc_window_size(int fd, int *rows, int *columns) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) return -1;
  *rows = size.ws_row;
  *columns = size.ws_col;
  return 0;
}
#endif
