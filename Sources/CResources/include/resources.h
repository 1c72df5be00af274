/* Files of `Rules/` and `Models/` that are inside the binary, as UTF-8 without a closing NUL; and what Swift's Glibc does not
   tell of files. */
#ifndef D2T_RESOURCES_H
#define D2T_RESOURCES_H
#include <stddef.h>
#include <stdint.h>
/// One embedded file: its path below the package and its bytes.
struct d2t_resource {
  const char *_Nonnull path;
  const unsigned char *_Nonnull bytes;
  size_t count;
};
/// The embedded file at `index`, counted from 0; `NULL` past the last.
const struct d2t_resource *_Nullable d2t_resource_at(size_t index);
/// Nanoseconds since 1970 at which the file was made that `path` leads to; 0 where the file system does not tell.
int64_t d2t_file_birth(const char *_Nonnull path);
#endif
