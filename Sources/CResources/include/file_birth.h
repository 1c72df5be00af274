/* When a file was made, which Swift's Glibc does not tell. */
#ifndef D2T_FILE_BIRTH_H
#define D2T_FILE_BIRTH_H
#include <stdint.h>
/// Nanoseconds since 1970 at which the file was made that `path` leads to; 0 where the file system does not tell.
int64_t d2t_file_birth(const char *_Nonnull path);
#endif
