# Sourced by checkoutd and checkoutctl: finds Deno, and the folders that the sandbox must allow.
# Needs $root, the folder of the sources.

fail() {
  printf '%s: %s\n' "$(basename -- "$0")" "$1" >&2
  exit 1
}

# folder_of OPTION DEFAULT ARGUMENT...: prints the folder of an option's file, or of the default file;
# nothing without a file. Deno splits lists of folders at commas.
folder_of() {
  option=$1
  file=$2
  shift 2
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    case $1 in
      "$option"=*) file=${1#*=} ;;
      "$option") file=${2:-} ;;
    esac
    shift
  done
  case $file in
    '') return ;;
    */*) folder=${file%/*} ;;
    *) folder=. ;;
  esac
  case $folder in *,*) fail "The folder must not have a comma in its name: $folder" ;; esac
  printf '%s\n' "${folder:-/}"
}

# Messages name the programs as they were called.
called=$(dirname -- "$0")
[ -x "$called/checkoutd" ] && [ -x "$called/checkoutctl" ] || called=$root/bin
CHECKOUT_CALLED=$called
# The sandbox answers for single variables and lists none.
CHECKOUT_VARIABLES=$(env | sed -n 's/^\(CHECKOUT_[A-Za-z0-9_]*\)=.*/\1/p')
# For the audit trail: the sandbox does not name the user.
CHECKOUT_USER=${SUDO_USER:-$(id -un 2>/dev/null)}
export CHECKOUT_CALLED CHECKOUT_VARIABLES CHECKOUT_USER

# By its path, not through npx: signals must reach the program itself.
if deno=$(command -v deno); then
  :
elif command -v npx >/dev/null; then
  deno=$(npx -y deno@2.9.6 eval 'console.log(Deno.execPath())') || exit 1
else
  fail 'Neither Deno nor npx was found: install Node.js with npm'
fi
