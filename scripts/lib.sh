# Shared by the scripts beside it; sourced, never run. Plain POSIX shell.
# Gives: $root, say, fail, find_swift, need_headers, want_command, prepare, $debug_flags, $quick_flags, is_current, compile,
# build_release, $program, build_quick, $quick_program, $stats, build_costs.

set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
program=$root/.build/release/d2t
stamp=$root/.build/release.stamp
# The unoptimised program, in a build folder of its own: flags that differ would compile everything again.
quick_program=$root/.build/quick/debug/d2t
quick_stamp=$root/.build/quick.stamp
# The compiler's figures of the last release build, a file for each module compiled.
stats=$root/.build/stats

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
fail() {
  say "$@"
  exit 1
}

# Puts `swift` 6.3 or newer on PATH, or says how to get it.
find_swift() {
  if ! command -v swift >/dev/null 2>&1; then
    for directory in /opt/swift/usr/bin /usr/local/swift/usr/bin /usr/libexec/swift/bin \
      "${SWIFTLY_BIN_DIR:-${HOME:-/}/.local/share/swiftly/bin}" "${HOME:-/}/.swiftly/bin"; do
      if [ -x "$directory/swift" ]; then
        PATH=$directory:$PATH
        export PATH
        break
      fi
    done
  fi
  command -v swift >/dev/null 2>&1 \
    || fail "no 'swift' on PATH. Install Swift 6.3 or newer from https://www.swift.org/install," \
      "then add its usr/bin folder to PATH and run this again."
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
  major=${version%%.*}
  minor=${version#*.}
  minor=${minor%%.*}
  case $major$minor in
    '' | *[!0-9]*) fail "'$(command -v swift)' does not run ('swift --version' says no version)." \
      "Install what Swift itself needs, see https://www.swift.org/install/linux." ;;
  esac
  [ "$major" -gt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -ge 3 ]; } \
    || fail "Swift $version found, 6.3 or newer is needed: https://www.swift.org/install"
}

# Whether header $1 is where the compiler looks for it.
has_header() { [ -f "/usr/include/$1" ] || [ -f "/usr/local/include/$1" ]; }

# Installs the -dev packages when their headers are missing, or says which and how.
need_headers() {
  packages=
  has_header curses.h || packages="$packages libncurses-dev"
  has_header crypt.h || packages="$packages libcrypt-dev"
  has_header sqlite3.h || packages="$packages libsqlite3-dev"
  [ -n "$packages" ] || return 0
  packages=${packages# }
  command -v apt-get >/dev/null 2>&1 \
    || fail "headers are missing: install $packages, or what your system calls them" \
      "(Fedora: ncurses-devel libxcrypt-devel sqlite-devel), and run this again."
  can_install || fail "headers are missing, and installing them needs root. Run this once:" \
    "sudo apt-get install $packages"
  say "installing $packages, whose headers are missing"
  # shellcheck disable=SC2086 # It is a list of words.
  fetch_packages $packages || fail "'apt-get install $packages' failed; see above."
}

# Installs the package of command $1 when it is missing; where that cannot be, says what $2 tells is lost without it.
want_command() {
  ! command -v "$1" >/dev/null 2>&1 || return 0
  if command -v apt-get >/dev/null 2>&1 && can_install; then
    say "installing $1"
    ! fetch_packages "$1" || return 0
  fi
  say "there is no '$1' here, and $2; install it to have them: sudo apt-get install $1"
}

# Whether packages can be installed without asking; $as_root is what to write before apt-get then.
can_install() {
  as_root=
  [ "$(id -u)" -ne 0 ] || return 0
  as_root="sudo -n"
  command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null
}

# fetch_packages PACKAGE…: installs them, after fetching the list of packages where it has to be.
fetch_packages() {
  # shellcheck disable=SC2086 # It is a list of words.
  install_packages $as_root -- "$@" || {
    say "fetching the list of packages first"
    $as_root apt-get -qq update >&2 || return 1
    install_packages $as_root -- "$@"
  }
}

# install_packages [sudo -n] -- PACKAGE…
install_packages() {
  prefix=
  while [ "$1" != -- ]; do
    prefix="$prefix $1"
    shift
  done
  shift
  # shellcheck disable=SC2086
  $prefix env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" >&2
}

# Everything that a call of the compiler needs; its litter goes into .build.
prepare() {
  find_swift
  need_headers
  TMPDIR=$root/.build/.tmp
  mkdir -p "$TMPDIR"
  find "$TMPDIR" -mindepth 1 -maxdepth 1 -mtime +0 -exec rm -rf {} +
  LC_ALL=C.UTF-8
  # Package.swift says what for.
  D2T_OPTIMIZED=1
  # Names in traces need no debug information. Tests/XCTMain.swift replaces the search for tests in the index.
  debug_flags="-debug-info-format none --disable-index-store --disable-xctest --enable-swift-testing"
  quick_flags="$debug_flags --scratch-path $root/.build/quick"
  export TMPDIR LC_ALL D2T_OPTIMIZED
  cd "$root"
}

# is_current PROGRAM STAMP: whether the program is newer than all it is made from; takes milliseconds.
is_current() {
  [ -x "$1" ] && [ -f "$2" ] || return 1
  changed=$(find "$root/Package.swift" "$root/Sources" "$root/Rules" "$root/Models" \
    -newer "$2" -print -quit)
  [ -z "$changed" ]
}

# What makes the program start sooner (docs/decisions/0003): all libraries inside where their archives are, at a fixed
# address, and types of views made without asking the runtime for their conformances.
startup_flags() {
  flags='-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors'
  flags="$flags -Xswiftc -Xfrontend -Xswiftc -prespecialize-generic-metadata"
  if has_archives c m stdc++ sqlite3 ncursesw tinfo; then
    printf '%s\n' "$flags -Xswiftc -static-executable"
  else
    printf '%s\n' "$flags -Xswiftc -Xclang-linker -Xswiftc -no-pie"
  fi
}

# Whether the C compiler's linker finds the archive of every library named.
has_archives() {
  for library; do
    case $(clang -print-file-name="lib$library.a" 2>/dev/null) in
      */*) ;;
      *) return 1 ;;
    esac
  done
}

# Leaves out what the linker says of calls that could load libraries, which this program never makes.
without_link_remarks() {
  grep --line-buffered -v -e 'in statically linked applications requires' -e "use of .mktemp. is dangerous" >&2 || true
}

# compile PRODUCT [FLAGS OF swift build]: builds it as it is released, so that what is measured is what is shipped.
compile() {
  product=$1
  shift
  good=$TMPDIR/good.$$
  mkdir -p "$stats"
  # shellcheck disable=SC2046 # the flags are words
  # Functions that are the same, and whose address nobody takes, are there once; those that nobody calls are left out.
  { swift build -c release --static-swift-stdlib --product "$product" "$@" -debug-info-format none \
    -Xswiftc -stats-output-dir -Xswiftc "$stats" -Xswiftc -Xfrontend -Xswiftc -function-sections \
    -Xlinker -s -Xlinker --icf=safe $(startup_flags) 2>&1 && : >"$good"; } | without_link_remarks
  rm "$good" 2>/dev/null || fail "the build failed; see above."
}

# Builds the release program unless it is current. In a subshell, so that the environment stays as it was.
build_release() (
  ! is_current "$program" "$stamp" || exit 0
  prepare
  # A file changed while the compiler runs is newer than this mark, and is compiled next time.
  started=$TMPDIR/started.$$
  : >"$started"
  compile d2t
  mv "$started" "$stamp"
)

# Builds the unoptimised program unless it is current, and shows how far the build is.
build_quick() (
  ! is_current "$quick_program" "$quick_stamp" || exit 0
  prepare
  D2T_OPTIMIZED=quick
  started=$TMPDIR/started.$$
  good=$TMPDIR/good.$$
  log=$root/.build/quick.log
  : >"$started"
  # shellcheck disable=SC2086 # The flags are words.
  { swift build $quick_flags --product d2t 2>&1 && : >"$good"; } | tee "$log" | show_progress
  rm "$good" 2>/dev/null || {
    grep -A 4 'error: ' "$log" >&2 || tail -n 20 "$log" >&2
    fail "the build failed; its whole output is in $log"
  }
  mv "$started" "$quick_stamp"
)

# The modules with their costs, from the table in docs/Testing.md: name, seconds optimised, seconds quick, instructions.
build_costs() {
  sed -n 's/^| `\([A-Za-z0-9]*\)` | \([0-9.]*\) | \([0-9.]*\) | \([0-9]*\) |$/\1 \2 \3 \4/p' "$root/docs/Testing.md"
}

# The figures of the last release build, a line for each module compiled: name, processor seconds, instructions.
# A module whose instructions are missing was not compiled to the end, because nothing in it had changed.
build_figures() {
  for file in "$stats"/*swift-frontend-*.json; do
    [ -e "$file" ] || continue
    module=${file##*swift-frontend-}
    awk -v module="${module%%-*}" '
      { gsub(/[",:]/, " ") }
      $1 ~ /^time\.swift-frontend\..*\.(user|sys)$/ { seconds += $2 }
      $1 == "IRModule.NumIRInsts" { instructions = $2 }
      END { if (instructions) printf "%s %.1f %d\n", module, seconds, instructions }' "$file"
  done | awk '{ figures[$1] = $0 } END { for (module in figures) print figures[module] }' | sort -k 2,2nr
}

# check_build FIGURES: fails when the modules compiled have a tenth more instructions than docs/Testing.md says.
check_build() {
  printf '%s\n' "$1" | awk -v table="$(build_costs)" '
    BEGIN {
      count = split(table, lines, "\n")
      for (i = 1; i <= count; i++) { split(lines[i], words, " "); recorded[words[1]] = words[4] }
    }
    { now += $3; before += recorded[$1] }
    recorded[$1] && $3 > recorded[$1] * 1.1 { printf "%s: %d instructions instead of %d\n", $1, $3, recorded[$1] }
    END {
      printf "the optimised build hands %d instructions to LLVM, %d when docs/Testing.md was written (%.2f times)\n", \
        now, before, now / before
      exit now > before * 1.1
    }' || fail "the optimised build has grown by more than a tenth; make it smaller, or record it: scripts/bench build --record"
}

# record_build FIGURES: writes them into the table of docs/Testing.md, which keeps its other columns.
record_build() {
  printf '%s\n' "$1" | awk -v table="$root/docs/Testing.md" '
    { seconds[$1] = $2; instructions[$1] = $3 }
    END {
      while ((getline line < table) > 0) {
        split(line, words, " ")
        module = words[2]
        gsub(/`/, "", module)
        if (line ~ /^\| `[A-Za-z0-9]+` \| [0-9.]+ \| [0-9.]+ \| [0-9]+ \|$/ && module in seconds)
          line = sprintf("| `%s` | %.1f | %s | %d |", module, seconds[module], words[6], instructions[module])
        print line
      }
    }' >"$root/docs/Testing.md.new"
  mv "$root/docs/Testing.md.new" "$root/docs/Testing.md"
}

# Reads the output of `swift build` and tells which module is compiled and how long the rest takes.
# On a terminal one line is written over; elsewhere each module has a line.
show_progress() {
  costs=" $(build_costs | awk '{ printf "%s=%d ", $1, $3 * 10 + 1 }')"
  modules=$(build_costs | wc -l)
  total=$(build_costs | awk '{ sum += int($3 * 10 + 1) } END { print sum }')
  begin=$(date +%s)
  seen=' '
  number=0
  done=0
  weight=0
  while IFS= read -r line; do
    case $line in
      *'] Compiling '* | *'] Emitting module '*) ;;
      *) continue ;;
    esac
    name=${line#*'] Compiling '}
    name=${name#*'] Emitting module '}
    name=${name%% *}
    case $costs in *" $name="*) ;; *) continue ;; esac
    case $seen in *" $name "*) continue ;; esac
    seen="$seen$name "
    number=$((number + 1))
    # The modules before this one count as compiled.
    done=$((done + weight))
    weight=${costs#*" $name="}
    weight=${weight%% *}
    left=
    if [ $((done * 10)) -ge "$total" ]; then
      seconds=$((($(date +%s) - begin) * (total - done) / done))
      left=", about $seconds s left"
      [ "$seconds" -lt 90 ] || left=", about $(((seconds + 30) / 60)) min left"
    fi
    if [ -t 2 ]; then
      printf '\r\033[Kcompiling: module %s of %s, %s%s' "$number" "$modules" "$name" "$left" >&2
    else
      say "module $number of $modules, $name$left"
    fi
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
}
