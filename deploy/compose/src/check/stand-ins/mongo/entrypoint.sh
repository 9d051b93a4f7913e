# As in the official image, arguments alone are meant for mongod.
case "$1" in -*) set -- mongod "$@" ;; esac
exec "$@"
