/* What Swift needs to see of libcrypt. */
#ifndef D2T_CCRYPT_SHIM_H
#define D2T_CCRYPT_SHIM_H
#include <crypt.h>
#endif
