apt-get update
apt-get install -y --no-install-recommends npm libatomic1 caddy
npm install -g ./flightline-0.1.0.tgz
useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin flightline
install -D -o flightline -m 600 /dev/null /etc/flightline/flightline.env
cat > /etc/flightline/flightline.env <<'END'
API_BASE_URL=https://api.example.com
API_SUBSCRIPTION_KEY=your-key
API_OPERATOR_ID=1001
OPERATOR_TIME_ZONE=America/Denver
ACCESS=tokens
PUBLIC_URL=https://ops.school.example
TRUSTED_PROXIES=127.0.0.1
END
flightline check-connection
flightline service --for systemd > /etc/systemd/system/flightline.service
systemctl daemon-reload
systemctl enable --now flightline
cat > /etc/caddy/Caddyfile <<'END'
ops.school.example {
  reverse_proxy 127.0.0.1:4600
}
END
systemctl reload caddy
flightline doctor
flightline access token --name Anna --role manager
flightline display-link --name lobby
flightline backup /root/flightline.tar.gz
