# Sourced by checkoutd and checkoutctl: finds Deno, and the folders that the sandbox must allow.
# Needs $root, the folder of the sources.

fail() {
  printf '%s: %s\n' "$(basename -- "$0")" "$1" >&2
  exit 1
}

# value_of OPTION DEFAULT ARGUMENT...: prints the value of an option, or the default.
value_of() {
  option=$1
  value=$2
  shift 2
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    case $1 in
      "$option"=*) value=${1#*=} ;;
      "$option") value=${2:-} ;;
    esac
    shift
  done
  printf '%s\n' "$value"
}

# folder_of OPTION DEFAULT ARGUMENT...: prints the folder of an option's file, or of the default file;
# nothing without a file. Deno splits lists of folders at commas.
folder_of() {
  file=$(value_of "$@")
  case $file in
    '') return ;;
    */*) folder=${file%/*} ;;
    *) folder=. ;;
  esac
  case $folder in *,*) fail "The folder must not have a comma in its name: $folder" ;; esac
  printf '%s\n' "${folder:-/}"
}

. "$root/bin/password.sh"

# of_url PARAMETER DEFAULT: prints a parameter of the URL $database.
of_url() {
  case $database in
    *[?\&]"$1"=*)
      value=${database#*[?&]"$1"=}
      printf '%s\n' "${value%%&*}" | sed 's:%2[Ff]:/:g'
      ;;
    *) printf '%s\n' "$2" ;;
  esac
}

# folders_of_database ARGUMENT...: folders_of for the database that the arguments name.
folders_of_database() {
  folders_of "$(value_of --db "${CHECKOUT_DB:-./data/checkout.db}" "$@")"
}

# folders_of DATABASE: sets $data to the folder of a database file; for a URL to that of its socket, if
# any, and $data_read to those of the files that it names.
folders_of() {
  data_read=''
  database=$1
  case $database in
    postgres://* | postgresql://*) ;;
    *)
      data=$(folder_of --db "$database" "$@") || exit 1
      return
      ;;
  esac
  place=${database#*://}
  place=${place%%[/?]*}
  place=$(printf '%s\n' "${place##*@}" | sed 's/:[0-9]*$//; s:%2[Ff]:/:g')
  host=$(of_url host "${place:-${PGHOST:-/var/run/postgresql}}")
  case $host in
    /*) data=$host ;;
    *) data='' ;;
  esac
  for file in "$(of_url sslrootcert "${PGSSLROOTCERT:-}")" "$(of_url sslcert "${PGSSLCERT:-}")" \
    "$(of_url sslkey "${PGSSLKEY:-}")" "$(of_url passfile "${PGPASSFILE:-}")"; do
    folder=$(folder_of '' "$file") || exit 1
    data_read=$data_read${folder:+,$folder}
  done
  case $data in *,*) fail "The folder must not have a comma in its name: $data" ;; esac
}

# folder_of_keys ARGUMENT...: prints the folder of the file of the key: the named one, else one beside
# that of the database file. Needs what folders_of_database sets.
folder_of_keys() {
  folder=$(folder_of --secrets-key "${CHECKOUT_SECRETS_KEY:-}" "$@") || exit 1
  if [ -n "$folder" ]; then
    printf '%s\n' "$folder"
    return
  fi
  case $database,$data in
    postgres://* | postgresql://* | *,. | *,.. | *,/ | */. | */..) ;;
    *) printf '%s\n' "$data-keys" ;;
  esac
}

# folders_of_copies ARGUMENT...: adds to $write the folder of the file of `db backup`, and those of both
# databases of `db copy`, which are locked and may have a log.
folders_of_copies() {
  command=''
  is_value=''
  for word; do
    if [ -n "$is_value" ]; then
      is_value=''
      continue
    fi
    case $command,$word in
      *,--db | *,--secrets-key) is_value=yes ;;
      *,-*) ;;
      ,db) command=db ;;
      db,backup | db,copy) command=$word ;;
      backup,* | copy,*)
        folders_of "$word"
        write=$write${data:+${write:+,}$data}
        ;;
      *) return ;;
    esac
  done
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

# The program is tested with this version; an earlier one lacks what it needs.
wanted=2.9.6

# number_of VERSION: prints a version as one number, to compare it.
number_of() (
  IFS=.
  # shellcheck disable=SC2086
  set -- $1
  printf '%s\n' $((${1:-0} * 1000000 + ${2:-0} * 1000 + ${3:-0}))
)

# By its path, not through npx: signals must reach the program itself.
if deno=$(command -v deno); then
  found=$("$deno" --version | sed -n '1s/^deno \([0-9.]*\).*/\1/p')
  [ "$(number_of "${found:-0}")" -ge "$(number_of $wanted)" ] ||
    fail "Deno $wanted or later is required, got ${found:-no version}: $deno; run deno upgrade $wanted"
elif command -v npx >/dev/null; then
  deno=$(npx -y deno@2.9.6 eval 'console.log(Deno.execPath())') || exit 1
else
  fail 'Neither Deno nor npx was found: install Node.js with npm'
fi
