#!/bin/bash
# A chroot has no systemd. This starts the unit's command as its user, with its settings and without new privileges. The unit's
# other restrictions (the file system, system calls) do not apply here.
set -eu
unit=/etc/systemd/system/flightline.service
field() { sed -n "s/^$1=//p" "$unit"; }
case "$*" in
  daemon-reload) ;;
  'enable --now flightline')
    install -d -o flightline -g flightline -m 700 "/var/lib/$(field StateDirectory)"
    cd "$(field WorkingDirectory)"
    set -a
    eval "export $(field Environment)"
    . "$(field EnvironmentFile)"
    set +a
    eval "set -- $(field ExecStart)"
    program=${1#:}
    shift
    setsid setpriv --reuid "$(field User)" --regid "$(field Group)" --clear-groups --no-new-privs --bounding-set=-all \
      "$program" "$@" > /root/flightline.log 2>&1 < /dev/null &
    echo $! > /root/flightline.pid
    for _ in $(seq 100); do grep -q 'Flightline at' /root/flightline.log && exit 0; sleep 0.1; done
    cat /root/flightline.log
    exit 1
    ;;
  'reload caddy')
    HOME=/root setsid caddy run --config /etc/caddy/Caddyfile > /root/caddy.log 2>&1 < /dev/null &
    echo $! > /root/caddy.pid
    for _ in $(seq 100); do [ -e "$HOME/.local/share/caddy/pki/authorities/local/root.crt" ] && sleep 1 && exit 0; sleep 0.1; done
    cat /root/caddy.log
    exit 1
    ;;
  *) echo "systemctl $*: not in this chroot" >&2; exit 1 ;;
esac
