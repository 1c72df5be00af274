. "$(dirname -- "$0")/lib.sh"
prepare
export D2T_OPTIMIZED=quick
swift build $quick_flags "$@"
