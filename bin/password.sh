# Moves the password of a URL in --db from the arguments, which other users can see, to the
# environment: still encoded, in CHECKOUT_DB_PASSWORD.
option=''
left=$#
while [ "$left" -gt 0 ]; do
  word=$1
  case $option$word in
    --db=postgres://*:*@* | --db=postgresql://*:*@*)
      place=${word#*://}
      account=${place%%[/?#]*}
      case $account in
        *:*@*)
          account=${account%@*}
          CHECKOUT_DB_PASSWORD=${account#*:}
          export CHECKOUT_DB_PASSWORD
          word=${word%%://*}://${account%%:*}${place#"$account"}
          ;;
      esac
      ;;
  esac
  option=''
  [ "$word" != --db ] || option=--db=
  shift
  set -- "$@" "$word"
  left=$((left - 1))
done
