#!/bin/sh
# Makes the secrets that compose.yaml reads, in ./secrets; keeps those that are there. smtp_url is yours to write:
#   printf 'smtps://user:password@mail.example' > secrets/smtp_url
set -eu
mkdir -p secrets
cd secrets
# Compose hands files in as they are, and the servers run as user 1000: the folder is what keeps others out.
chmod 700 .
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
make() { [ -s "$1" ] || printf '%s' "$2" >"$1"; }
make postgres_password "$(random)"
make redis_password "$(random)"
make token_secret "$(random)"
make metrics_token "$(random)"
make database_url "postgres://altimeter:$(cat postgres_password)@postgres:5432/altimeter"
make redis_url "redis://:$(cat redis_password)@valkey:6379"
chmod 644 ./*
[ -s smtp_url ] || echo "Write secrets/smtp_url: the address of your mail server, smtps://user:password@host"
